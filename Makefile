VENV := .venv
PYTHON ?= python3
BIN := $(VENV)/bin
TYPES := $(shell find src -name '*.pxd')
SOURCES := pyproject.toml setup.py $(TYPES) $(TYPES:.pxd=.py)

.PHONY: play test bench golden soak matrix clean

play: $(VENV)/installed
	$(BIN)/mezani serve

test: $(VENV)/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -q -n 2 --dist worksteal
	MEZANI_INTERPRETED=1 $(BIN)/pytest -q -n 2 --dist worksteal --ignore=tests/web --ignore=tests/tables --ignore=tests/arena --ignore=tests/bots --ignore=tests/terminal

bench: $(VENV)/benched
	$(BIN)/python -m benchmarks

golden: $(VENV)/tested
	$(BIN)/python -m tests.playthrough

soak: $(VENV)/tested
	$(BIN)/pytest -q -n 2 -m soak tests

matrix: $(VENV)/matrixed
	$(BIN)/pytest -q -n 2 --dist worksteal -m matrix tests

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# The rules are compiled where there is a C compiler; a changed file of them means a new build.
INSTALL := $(BIN)/pip install --quiet --editable
HINT := 'import mezani; mezani.is_compiled() or print("mezani: no C compiler here, so the rules run interpreted: right, but slow")'

$(VENV)/installed: $(BIN)/python $(SOURCES)
	$(INSTALL) .
	@$(BIN)/python -c $(HINT)
	touch $@

# The tests need a browser and PostgreSQL: Debian's packages, installed here where that is allowed.
$(VENV)/tested: $(BIN)/python $(SOURCES)
	$(INSTALL) '.[test]'
	@$(BIN)/python -c $(HINT)
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || missing=chromium-headless-shell; \
		ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$$missing postgresql"; \
		[ -z "$$missing" ] || { apt-get update -q && apt-get install -qy --no-install-recommends $$missing; }; \
	fi
	touch $(VENV)/installed $@

# Combinations of sizes, languages and browsers need Firefox, and WebKit on a screen that nobody sees.
$(VENV)/matrixed: $(VENV)/tested
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		command -v firefox-esr >/dev/null || command -v firefox >/dev/null || missing=firefox-esr; \
		command -v WebKitWebDriver >/dev/null || missing="$$missing webkit2gtk-driver"; \
		command -v Xvfb >/dev/null || missing="$$missing xvfb"; \
		[ -z "$$missing" ] || { apt-get update -q && apt-get install -qy --no-install-recommends $$missing; }; \
	fi
	touch $@

$(VENV)/benched: $(BIN)/python $(SOURCES)
	$(INSTALL) '.[test,bench]'
	touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache
	find src -name '*.so' -delete
