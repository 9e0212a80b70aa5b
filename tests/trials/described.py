"""Cases made from the description of the API: each answer is one that the description knows."""

from collections import Counter
from contextlib import suppress
from itertools import count
from typing import Any

import hypothesis

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)
ENDLESS = "/stream"
TURNS = 4  # with a token or without, to a table that is there or to any


def check_described(address: str, ids: list[str], token: str, cases: int, seed: int) -> int:
    """Send so many cases, as many to each operation, to tables that are there and to others; how many they were."""
    import requests  # with the next one, of the extra `soak`
    import schemathesis

    schema = schemathesis.openapi.from_url(f"{address}/api/docs/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()]
    modes = list(schemathesis.GenerationMode)
    checks = [getattr(schemathesis.checks, name) for name in CHECKS]
    session, sent = requests.Session(), Counter[str]()
    examples = -(-cases // (TURNS * len(operations) * len(modes)))

    def send(case: Any) -> None:
        sent[case.operation.label] += 1
        case.call_and_validate(session=session, checks=checks, timeout=30)

    for turn in count():
        for operation in operations:
            fixed: dict[str, Any] = {}
            if "{id}" in operation.path and turn % 2 and not operation.path.endswith(ENDLESS):
                fixed["path_parameters"] = {"id": ids[(seed + turn // 2) % len(ids)]}
            if turn % 4 > 1:
                fixed["headers"] = {"Authorization": f"Bearer {token}"}
            for mode in modes:
                try_all(operation.as_strategy(mode, **fixed), 1000 * seed + turn, examples, send)
                if sent.total() >= cases:
                    print(dict(sent))
                    return sent.total()
    raise AssertionError


def try_all(strategy: Any, seed: int, examples: int, send: Any) -> None:
    """A number of examples, others with each seed; none where nothing can be wrong with a request."""
    limits = hypothesis.settings(
        max_examples=examples,
        database=None,
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=[hypothesis.Phase.generate],
    )
    given: Any = hypothesis.given(strategy)
    try_one: Any = limits(hypothesis.seed(seed)(given(send)))
    with suppress(hypothesis.errors.Unsatisfiable):
        try_one()
