"""A server on which everything is installed that an author may get wrong still serves all other games."""

from pathlib import Path

import mezani
from tests.games.outside import FAULTS, FINE, ONLY_SERVED, Fault, installed
from tests.web.people import Person, server

PAGES = ["/", "/rules", "/new/anne", "/rules/anne", "/api/games", "/new/race", "/rules/race", "/rules/no_german_rules"]


def test_a_server_with_every_broken_package_serves_the_good_games(tmp_path: Path) -> None:
    bad = [*FAULTS, *ONLY_SERVED]
    with installed(tmp_path / "packages", *bad, *FINE, Fault("anne")), server(tmp_path) as client:
        games = {name: mezani.game(name).title for name in mezani.game_names()}
        assert set(games) >= {"anansi", "anne", "asante", "zimbabwe", *(fine.name for fine in FINE)}
        assert not set(games) & {fault.name for fault in bad}
        for code in ("en", "de"):
            person = Person(client, **{"accept-language": code})
            shown = {path: person.get(path) for path in PAGES}
            assert {path: answer.status_code for path, answer in shown.items()} == dict.fromkeys(PAGES, 200)
            for title in games.values():
                assert title in shown["/"].text
                assert title in shown["/rules"].text
            for fault in bad:
                assert f"The race {fault.name}" not in shown["/"].text
                assert person.get(f"/new/{fault.name}").status_code == 404
        table = Person(client).new_table(["me", "bot:novice"], game="race")
        assert "Add 1" in Person(client).get(f"/table/{table}").text
