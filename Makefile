VENV := .venv
PYTHON ?= python3
BIN := $(VENV)/bin
SOURCES := pyproject.toml setup.py $(shell find src -name '*.py' -o -name '*.pxd')

.PHONY: play test bench golden soak clean

play: $(VENV)/installed
	$(BIN)/mezani play anne

test: $(VENV)/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -q -n 2
	MEZANI_INTERPRETED=1 $(BIN)/pytest -q -n 2

bench: $(VENV)/benched
	$(BIN)/python -m benchmarks

golden: $(VENV)/tested
	$(BIN)/python -m tests.playthrough

soak: $(VENV)/tested
	MEZANI_SOAK=1 $(BIN)/pytest -q -n 2 tests

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# The rules are compiled where there is a C compiler. A changed source file means a new build.
$(VENV)/installed: $(BIN)/python $(SOURCES)
	$(BIN)/pip install --quiet --editable .
	touch $@

$(VENV)/tested: $(VENV)/installed
	$(BIN)/pip install --quiet --editable '.[test]'
	touch $@

$(VENV)/benched: $(VENV)/installed
	$(BIN)/pip install --quiet --editable '.[test,bench]'
	touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache
	find src -name '*.so' -delete
