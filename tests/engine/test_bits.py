"""Sets of small numbers in a word."""

import ctypes
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mezani.engine import bits
from mezani.engine.bits import WORD, bit, count, highest, lowest, members, nth
from mezani.engine.rng import Rng

numbers = st.sets(st.integers(0, 63), min_size=1)


@given(numbers)
def test_a_set_gives_back_its_numbers(some: set[int]) -> None:
    word = sum(bit(n) for n in some)
    assert members(word) == sorted(some)
    assert count(word) == len(some)
    assert (lowest(word), highest(word)) == (min(some), max(some))
    assert [nth(word, k) for k in range(len(some))] == sorted(some)


def test_the_full_word_has_64_numbers() -> None:
    assert count(WORD) == 64
    assert members(0) == []


@pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler")
@pytest.mark.parametrize("processor", [[], ["-U__x86_64__"]], ids=["with its own instruction", "as any other"])
def test_compiled_modules_find_the_same_number(processor: list[str], tmp_path: Path) -> None:
    code = Path(bits.__file__).with_suffix(".pxd").read_text("utf-8").split('"""')[1]
    source, library = tmp_path / "bits.c", tmp_path / "bits.so"
    source.write_text(code + "int found(word64 word, int n) { return nth(word, n); }\n", "utf-8")
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", *processor, str(source), "-o", str(library)], check=True)
    found = ctypes.CDLL(str(library)).found
    found.argtypes = [ctypes.c_uint64, ctypes.c_int]
    rng = Rng(7)
    for word in [WORD, bit(0), bit(63), *(rng.word() & rng.word() | bit(5) for _ in range(500))]:
        assert [found(word, n) for n in range(count(word))] == members(word)
