"""Each step of Asante is entered once: what may be chosen and what follows in the rules, what is said in the words."""

import pytest

from mezani.engine.state import COMPILED
from mezani.games.asante import steps
from mezani.games.asante.constants import EFFECTS, STEPS
from mezani.games.asante.words.steps import STEP_WORDS
from mezani.language import ENGLISH, language
from tests.games.asante.positions import position

TAKEN_AT_ONCE = STEPS[:4]
ASKING = STEPS[4:]
GERMAN = language("de", "mezani.games.asante")


@pytest.mark.skipif(COMPILED, reason="compiled, the tables are arrays of C functions")
def test_every_step_and_every_effect_is_in_the_tables() -> None:
    asked = {name for number, name in enumerate(STEPS) if steps.CHOICES[number] is not steps.no_choices}
    followed = {name for number, name in enumerate(STEPS) if steps.CHOSEN[number] is not steps.not_chosen}
    assert asked == followed == set(ASKING)
    assert {steps.SETTLE[STEPS.index(name)] for name in TAKEN_AT_ONCE}.isdisjoint({steps.ask})
    begun = {name for number, name in enumerate(EFFECTS) if steps.BEGIN[number] is not steps.do_nothing}
    assert begun == set(EFFECTS) - {"cancel"}, "an Animalist does nothing by itself"
    assert {name for number, name in enumerate(EFFECTS) if steps.CAN[number] is not steps.never} == begun


def test_every_step_that_asks_has_its_words() -> None:
    assert {STEPS[number] for number in STEP_WORDS} == set(ASKING)
    state = position()
    for words in STEP_WORDS.values():
        assert words.prompt(state, ENGLISH) != words.prompt(state, GERMAN)
