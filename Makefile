# Two commands are enough: `make demo` shows the main job, `make test` runs every check.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo test install lint types layers tests bench mutants soak bare clean

demo: $(STAMP)
	$(BIN)/feltwork demo

test: lint types layers tests

install: $(STAMP)

$(STAMP): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "feltwork needs Python 3.11 or newer")'
	$(BIN)/python -m pip --version > /dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $(STAMP)

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

layers: $(STAMP)
	$(BIN)/lint-imports

tests: $(STAMP)
	CHROMIUM=$$($(BIN)/python scripts/chromium.py) && export CHROMIUM && $(BIN)/pytest -n auto --durations=20

bench: $(STAMP)
	$(BIN)/python benchmarks/books.py
	$(BIN)/python benchmarks/store.py
	$(BIN)/python -m benchmarks.floor
	$(BIN)/python benchmarks/lab.py

mutants: $(STAMP)
	$(BIN)/python scripts/mutants.py
	$(BIN)/python scripts/breaches.py

MINUTES ?= 10
soak: $(STAMP)
	CHROMIUM=$$($(BIN)/python scripts/chromium.py) && export CHROMIUM && $(BIN)/python scripts/soak.py --minutes $(MINUTES)

# The same two commands in a minimal Debian 12 and 13, as root: make bare, or make bare TARGETS=test SUITES=trixie
SUITES ?= bookworm trixie
TARGETS ?= demo test
bare:
	$(PYTHON) scripts/bare.py $(addprefix --suite=,$(SUITES)) $(TARGETS)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
