"""Cases made from the description of the API: each answer is one that the description knows."""

from collections import Counter
from itertools import count
from typing import Any

import hypothesis
import requests
import schemathesis
from schemathesis import Case, GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.errors import InvalidSchema

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
ENDLESS = "/stream"
EXAMPLES = 200  # of an operation at a time


def check_described(address: str, ids: list[str], token: str, cases: int) -> int:
    """Send so many cases, over all operations, to tables that are there and to others; returns how many they were."""
    schema = schemathesis.openapi.from_url(f"{address}/api/docs/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()]
    sent: Counter[str] = Counter()
    session = requests.Session()

    def send(case: Case) -> None:
        sent[case.operation.label] += 1
        case.call_and_validate(session=session, checks=CHECKS, timeout=30)

    for turn in count():
        for operation in operations:
            known = "{id}" in operation.path and turn % 2 and not operation.path.endswith(ENDLESS)
            fixed: dict[str, Any] = {"path_parameters": {"id": ids[turn % len(ids)]}} if known else {}
            headers = {"headers": {"Authorization": f"Bearer {token}"}} if turn % 4 > 1 else {}
            for mode in GenerationMode:
                try:
                    strategy = operation.as_strategy(mode, **fixed, **headers)
                    hypothesis.seed(turn)(_tried(hypothesis.given(strategy)(send)))()
                except (InvalidSchema, hypothesis.errors.Unsatisfiable):  # nothing can be wrong with such a request
                    continue
                if sent.total() >= cases:
                    print(dict(sent))
                    return sent.total()
    raise AssertionError


def _tried(test: Any) -> Any:
    return hypothesis.settings(
        max_examples=EXAMPLES,
        database=None,
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=[hypothesis.Phase.generate],
    )(test)
