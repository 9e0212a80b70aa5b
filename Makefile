VENV := .venv
PYTHON ?= python3
BIN := $(VENV)/bin
TYPES := $(shell find src -name '*.pxd')
SOURCES := setup.py src/mezani/build.py src/mezani/compiling.py $(TYPES) $(TYPES:.pxd=.py)
export PYTHONDONTWRITEBYTECODE := # a test starts many processes: they take what was compiled before
PYTEST := $(BIN)/pytest -q -n 2 --dist worksteal
QUICK := not (soak or matrix or packaging or browser or postgres or ray or slow)
OF_THE_RULES := tests/engine tests/games $(wildcard tests/testing) tests/test_contract.py tests/test_playthroughs.py \
	tests/test_record.py tests/test_older_rules.py src/mezani/engine src/mezani/games examples/ahadi/ahadi_tests
RUN_ONCE := --ignore-glob='*/test_terminal.py' --ignore=tests/games/test_registry.py --ignore=tests/games/test_summaries.py
SOAK := $(PYTEST) --count-in soak.jsonl -m soak
TRIAL := $(BIN)/pytest -q -rP --count-in soak.jsonl -m soak
WORLDS ?= 2

.PHONY: help play quick test matrix bench golden coverage docs release clean
.PHONY: soak soak-rules soak-web soak-packaging soak-training soak-kills soak-faults soak-clocks soak-fuzz soak-twins soak-size

help: # the default: say what there is
	@grep -E '^[a-z-]+:.*#' Makefile | sed -E 's/^([a-z-]+):.*# (.*)/  make \1\t\2/' | expand -t 24

play: $(VENV)/installed # sit down and play
	$(BIN)/mezani serve

quick: $(VENV)/tested $(VENV)/built lint # after each change: under a minute
	$(PYTEST) -m '$(QUICK)'

test: $(VENV)/tested $(VENV)/built lint # everything once: under eight minutes
	$(PYTEST)
	MEZANI_INTERPRETED=1 $(PYTEST) $(OF_THE_RULES) $(RUN_ONCE)

.PHONY: lint
lint:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

matrix: $(VENV)/matrixed $(VENV)/built # sizes, languages and browsers; pictures in build/pictures
	$(PYTEST) -m matrix tests

# Long runs, in pieces of less than half an hour. What they have played adds up in soak.jsonl.
soak: soak-rules soak-web soak-packaging soak-training soak-kills soak-faults soak-clocks soak-fuzz soak-twins soak-size # all long runs
soak-rules: $(VENV)/tested $(VENV)/built # random games by the hundred thousand
	$(SOAK) tests --ignore=tests/web --ignore=tests/trials
soak-web: $(VENV)/tested $(VENV)/built # whole games in a browser
	$(SOAK) tests/web --ignore=tests/web/test_twin_worlds.py
soak-packaging: $(VENV)/release # build wheel and sdist, install them elsewhere, play and serve
	$(BIN)/pytest -q --count-in soak.jsonl -m packaging tests/test_packaging.py tests/test_deploy.py

soak-training: $(VENV)/train $(VENV)/built # nets made from nothing, with PyTorch
	$(BIN)/pytest -q tests/training
	$(BIN)/pytest -q -m 'soak or not soak' tests/examples/test_ppo.py

# Trials of the server; docs/reliability.md says what each shows.
soak-kills: $(VENV)/tested $(VENV)/built # servers and databases killed under load; WORLDS=14 of them at once
	$(TRIAL) -n $(WORLDS) --dist worksteal tests/trials/test_kills.py
soak-faults: $(VENV)/tested $(VENV)/built # disks, databases, lines and processes that fail
	$(TRIAL) tests/trials/test_faults.py
soak-clocks: $(VENV)/tested $(VENV)/built # clocks in ten thousand games, and on two servers
	$(TRIAL) -n 2 --dist worksteal tests/trials/test_clock_games.py
	$(TRIAL) tests/trials/test_clocks_on_servers.py
soak-fuzz: $(VENV)/soak $(VENV)/built # requests and messages that nobody would send
	$(TRIAL) -n 2 --dist worksteal tests/trials/test_fuzz.py
soak-twins: $(VENV)/tested $(VENV)/built # worlds that a viewer can't tell apart
	$(TRIAL) -n 2 --dist worksteal tests/web/test_twin_worlds.py
soak-size: $(VENV)/tested $(VENV)/built # thousands of tables and screens in one process
	$(TRIAL) tests/trials/test_size.py

bench: $(VENV)/bench $(VENV)/built # figures beside their peers
	$(BIN)/python -m benchmarks

golden: $(VENV)/tested $(VENV)/built # write the golden playthroughs anew
	$(BIN)/python -m tests.playthrough

coverage: $(VENV)/tested # how much of the source the tests run, interpreted
	rm -f .coverage .coverage.*
	MEZANI_INTERPRETED=1 $(BIN)/coverage run -m pytest -q -n 2 --dist worksteal -m '$(QUICK)' --ignore=tests/bots/test_levels.py
	$(BIN)/coverage combine -q
	$(BIN)/coverage report

docs: $(VENV)/docs # the site, in build/site
	$(BIN)/sphinx-build --fail-on-warning --keep-going -q docs build/site
	@echo build/site/index.html

release: $(VENV)/release # sdist and compiled wheel in dist, checked
	rm -rf dist
	MEZANI_COMPILED=1 $(BIN)/python -m build
	$(BIN)/twine check --strict dist/*

clean: # everything that was made
	rm -rf $(VENV) build dist .coverage* .mypy_cache .ruff_cache
	find src examples -name '*.so' -delete
	rm -rf src/mezani/compiled.json examples/ahadi/build examples/ahadi/src/ahadi/compiled.json

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# The rules are compiled where there is a C compiler; a changed file of them means a new build.
INSTALL := $(BIN)/pip install --quiet --editable
HINT := 'import mezani; mezani.is_compiled() or print("mezani: no C compiler here, so the rules run interpreted: right, but slow")'

$(VENV)/installed: $(BIN)/python pyproject.toml $(SOURCES)
	$(INSTALL) '.[table]'
	@$(BIN)/python -c $(HINT)
	touch $@

$(VENV)/tested: $(BIN)/python pyproject.toml tests/machine.py
	$(INSTALL) '.[test]'
	$(INSTALL) examples/ahadi --no-deps --no-build-isolation
	@$(BIN)/python -c $(HINT)
	@$(BIN)/python -m tests.machine browser postgres
	touch $(VENV)/installed $(VENV)/built $@

EXAMPLE := $(shell find examples/ahadi/src -name '*.pxd')

$(VENV)/built: $(SOURCES) $(EXAMPLE) $(EXAMPLE:.pxd=.py) | $(VENV)/tested
	$(BIN)/python setup.py --quiet build_ext --inplace
	cd examples/ahadi && $(abspath $(BIN))/python setup.py --quiet build_ext --inplace
	touch $(VENV)/installed $@

$(VENV)/matrixed: $(VENV)/tested
	@$(BIN)/python -m tests.machine firefox webkit xvfb nginx openssl systemd
	touch $@

# The other extras come on top, without building again.
EXTRA := "import sys, tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies'][sys.argv[1]], sep='\n')"

$(VENV)/bench $(VENV)/docs $(VENV)/release $(VENV)/soak $(VENV)/train: $(VENV)/tested
	$(BIN)/python -c $(EXTRA) $(@F) > $@.txt
	$(BIN)/pip install --quiet --requirement $@.txt
	touch $@
