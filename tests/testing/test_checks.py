"""Each check finds the fault that it is there for, and says where; a sound game passes them all."""

from pathlib import Path
from typing import Any

import pytest

import mezani
from mezani.testing import ContractBroken, check_game, checks_of, contract, position
from mezani.testing.trial import Trial
from tests.games.outside import SOUND, Fault, installed

Change = tuple[str, str]


def overriding(signature: str, value: str) -> Change:
    """A method of the rules that answers with a value."""
    return "    def scores(", f"    def {signature}:\n        return {value}\n\n    def scores("


def starting_with(value: str) -> Change:
    """One more field."""
    return "        self.total = 0", f"        self.total, self.kept = 0, {value}"


LEGAL = "LEGAL = (1, 2)"
TEXT = 'return f"+{action}"'
SEEN = "View(seat, state.total)"
ADDS = "self.total += action"
REMARKS = """make_view=view,
    load_remarks=lambda: type("Remarks", (), {{"remark": staticmethod(lambda before, *facts: {remark})}}),"""
COUNTED = """make_view=view,
    load_statistics=lambda: type("Statistics", (), {{
        "TOPICS": [sys.modules["mezani.game"].Topic("{key}", "outcome", "Sums", "Sum", "{about}", (("odd", "odd"),))],
        "things": staticmethod(lambda start, topic: ["sum"]),
        "thing_name": staticmethod(lambda start, topic, thing, lang: "{name}"),
        "facts": staticmethod(lambda steps: [sys.modules["mezani.game"].Fact("sums", "sum", {seat}, "{outcome}")]),
    }}),"""


def counting(key: str = "sums", about: str = "", name: str = "sum", seat: int = 0, outcome: str = "odd") -> Change:
    """Statistics with a topic and a fact."""
    return "make_view=view,", COUNTED.format(key=key, about=about, name=name, seat=seat, outcome=outcome)


EVERY_OTHER = 'self.total = type(self).begun = 1 - getattr(type(self), "begun", 0)'  # game begins with 1
LEFT_OUT = "[3 - 2 * (seat in self.winners()) for seat in range(2)][: 2 * self.is_over]"
FAULTS: list[tuple[str, str, Change]] = [
    ("random_games", "is not over after 100,000 decisions", ("self.total >= 10", "self.total < 0")),
    ("random_games", "don't add up to 0", overriding("returns(self)", "[1.0]")),
    ("places", "the winners have not exactly place 1", overriding("winners(self)", "[0, 1]")),
    ("places", "leave one out", overriding("places(self)", LEFT_OUT)),
    ("reasons_of_victory", "cites paragraph '9.9'", ('Reason("1.2"', 'Reason("9.9"')),
    ("legal_moves", "2 players, seed 0, decision 0 of seat 0: the legal actions", (LEGAL, "LEGAL = (2, 1)")),
    (
        "legal_moves",
        "decision 0 of seat 0, playing '+2': ValueError: a decision without",
        ("not self.is_over", "not self.total"),
    ),
    ("illegal_moves", "should be refused with IllegalAction", overriding("allows(self, action)", "True")),
    ("notation", "action 2 is written '+1', which is read as action 1", (TEXT, 'return "+1"')),
    ("open_seats", "the seat to move is not among the open seats", overriding("open_seats(self)", "[]")),
    ("clones", "`clone` does not copy every field: total is missing", ("        other.total = self.total\n", "")),
    ("clones", "total is 0, not 1", ("other.total = self.total", "other.total = 0")),
    ("clones", "`clone` does not copy every field: kept is missing", starting_with("[]")),
    ("pickles", "Can't pickle", starting_with("lambda: 0")),
    ("same_games", "another position: total is", ("        self.total = 0", f"        {EVERY_OTHER}")),
    ("views", "where nothing is hidden, `is_open` must say so", ("is_open=True", "is_open=False")),
    (
        "views",
        "`make_own_view` shows a seat something else",
        ("make_view=view,", "make_view=view, make_own_view=lambda public, state, seat: public,"),
    ),
    ("views", "making a view has changed the state", (f"return {SEEN}", "state.total += 1\n    return View(seat, 0)")),
    ("resampling", "after resampling seat 0 sees something else: total is", (SEEN, "View(seat, state.rng.a)")),
    ("resampling", "other seats are open", overriding("redeal(self, seat, rng)", "setattr(self, 'seat', 1)")),
    ("words_in_other_worlds", "prompt tells seat 0 what", ('lang.gettext("Add 1 or 2.")', "str(state.rng.a)")),
    ("log_lines", "tell says to seat 0 what it can't see", ("name=names[before.seat]", "name=before.rng.a")),
    ("remarks", "a remark tells seat 1 what", ("make_view=view,", REMARKS.format(remark="str(before.rng.a)"))),
    ("words_of_remarks", "is no sentence (en): 'Oh'", ("make_view=view,", REMARKS.format(remark="'Oh'"))),
    ("words_of_remarks", "cites 9.9", ("make_view=view,", REMARKS.format(remark="'You lose (9.9).'"))),
    ("words_of_remarks", "says nothing of any move", ("make_view=view,", REMARKS.format(remark="''"))),
    ("statistics", "no topic among those of the statistics", counting(key="others")),
    ("statistics", "have a topic 'points' already", counting(key="points")),
    ("statistics", "a seat that is not there", counting(seat=2)),
    ("statistics", "an outcome without words", counting(outcome="even")),
    ("statistics", "'sum' of 'sums' has no words (en)", counting(name="")),
    ("statistics", "cite 9.9", counting(about="Sums (9.9).")),
    ("undo", "reveals is the same, but something was shown by '+", (ADDS, "self.total += 1 + self.rng.below(2)")),
    ("undo", "reveals falls from 0 to -1", (ADDS, f"{ADDS}\n        self.reveals -= 1")),
    ("words", "nobody can tell actions 1 and 2 apart: 'Add 7'", ('{number}").format(number=action)', '7")')),
    (
        "words",
        "nothing is told of '+",
        ('    return [lang.gettext("{name} adds', '    return [] and [lang.gettext("{name} adds'),
    ),
    ("reasons", "cites '7.7', which the rules have not", ('Reason("1.1"', 'Reason("7.7"')),
    ("gist", "gist is no sentence", (".format(goal=10)", ".format(goal=10)[:-1]")),
    ("rules_texts", "cites 8.8, which the rules have not", ("ACTIONS = 3", "ACTIONS = 3  # 8.8")),
]
IN_FILES = [
    ("rules_texts", "the same paragraphs: 1.2", Fault("race", old="1.2", new="1.1", file="words/rules.de.md")),
    ("rules_texts", "two paragraphs", Fault("race", old="1.2", new="1.1", file="words/rules.en.md")),
    (
        "catalogues",
        "other gaps than its message: 'Add {number}'",
        Fault("race", old="{number} dazu", new="dazu", file="words/de.po"),
    ),
]


def run_check(name: str, **facts: Any) -> Trial:
    """Run the check of a name on the race."""
    game = mezani.game("race")
    return next(check for check in checks_of(game) if check.run.__name__ == name)(game, **facts)


@pytest.mark.parametrize(("name", "says", "change"), FAULTS, ids=lambda it: it if isinstance(it, str) else "")
def test_a_check_finds_its_fault(name: str, says: str, change: Change, tmp_path: Path) -> None:
    with installed(tmp_path, Fault("race", "", *change)), pytest.raises(ContractBroken) as found:
        run_check(name)
    assert says in str(found.value)


@pytest.mark.parametrize(("name", "says", "fault"), IN_FILES, ids=["paragraphs", "numbers", "gaps"])
def test_a_check_finds_its_fault_in_texts(name: str, says: str, fault: Fault, tmp_path: Path) -> None:
    with installed(tmp_path, fault), pytest.raises(ContractBroken) as found:
        run_check(name)
    assert says in str(found.value)


def test_what_an_author_knows_is_checked_in_every_position(tmp_path: Path) -> None:
    def check(state: Any) -> None:
        assert state.total < 8, f"the total is {state.total}"

    with installed(tmp_path, SOUND):
        with pytest.raises(ContractBroken, match=r"2 players, seed 0, decision \d of seat \d: .*the total is [89]"):
            run_check("sound_positions", sound=check)
        assert run_check("sound_positions").looked_at == {}


def test_a_difference_between_the_builds_is_found_with_its_place(tmp_path: Path) -> None:
    if not mezani.is_compiled():
        pytest.skip("there is one build only")
    change = ("self.total += action", "from mezani.engine.state import COMPILED; self.total += action + COMPILED")
    with installed(tmp_path, Fault("race", "", *change)), pytest.raises(ContractBroken) as found:
        run_check("both_builds")
    assert "compiled and interpreted games part: seed 0, before decision 1" in str(found.value)


def test_a_sound_game_passes_all_checks(tmp_path: Path) -> None:
    with installed(tmp_path, SOUND):
        findings = {finding.name: finding for finding in check_game(mezani.game("race"), games=40, first_seed=3)}
    assert [finding.faults for finding in findings.values() if finding.faults] == []
    assert [finding.warnings for finding in findings.values() if finding.warnings] == []
    assert findings["random games"].looked_at["games"] == 80
    assert findings["catalogues"].looked_at == {"messages": 6}
    assert "ok     random games" in str(findings["random games"])


@pytest.mark.parametrize("missing", ["words/de.po", "words/rules.de.md"])
def test_missing_german_is_a_warning_and_fails_where_that_is_asked_for(missing: str, tmp_path: Path) -> None:
    with installed(tmp_path, Fault("race", missing=missing)):
        warned = [warning for finding in check_game(mezani.game("race"), games=1) for warning in finding.warnings]
        assert len(warned) == 1
        assert missing in warned[0]
        parts = {part.run.__name__: part for part in checks_of(mezani.game("race"))}
        part = parts["catalogues" if missing.endswith(".po") else "rules_texts"]
        contract("race")(part)
        with pytest.raises(ContractBroken, match=missing):
            contract("race", strict=True)(part)


def test_the_contract_of_a_game_that_is_not_there_fails_and_says_so() -> None:
    with pytest.raises(ContractBroken, match="there is no game 'race'"):
        contract("race")()


def test_an_author_gets_one_test_for_each_check_and_number_of_players(tmp_path: Path) -> None:
    with installed(tmp_path, SOUND):
        [mark] = contract("race").pytestmark  # type: ignore[attr-defined]
        ids = [part.id for part in mark.args[1]]
    assert len(ids) == len(set(ids))
    assert {"clones-2", "clones-3", "rules_texts"} <= set(ids)


def test_the_place_of_a_fault_can_be_looked_at() -> None:
    anne = mezani.game("anne")
    assert position(anne, 3, seed=5, decision=0).seat == anne.new(3, 5).seat
    with pytest.raises(ValueError, match="that game is over before decision 9999"):
        position(anne, 3, seed=5, decision=9999)
