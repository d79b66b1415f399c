# Everything a clone needs, in one command each. The first `make run` or `make test` makes .venv and installs the locked
# dependencies; after that a stamp file says that nothing is left to do.

PYTHON  ?= python3
VENV    := .venv
BIN     := $(VENV)/bin
CODE    := $(wildcard bot tests benchmarks)
WORKERS ?= auto
ARGS    ?=

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test slow check format format-check lint types contracts lock clean

help:  ## say what there is
	@sed -nE 's/^([a-z-]+):.*  ## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22

run: $(VENV)/.runtime  ## serve; the page is at the address that is printed
	@exec $(BIN)/python -m bot run $(ARGS)

test: $(VENV)/.development  ## all tests but the long loops
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

slow: $(VENV)/.development  ## the long loops: kill test, load, many thousand positions
	HYPOTHESIS_PROFILE=long $(BIN)/python -m pytest -m slow $(ARGS)

check: format-check lint types contracts test  ## all that a change must pass

format: $(VENV)/.development  ## lay out the code and mend what can be mended by machine
	$(BIN)/ruff check --fix-only --quiet $(CODE)
	$(BIN)/ruff format $(CODE)

format-check: $(VENV)/.development
	$(BIN)/ruff format --check $(CODE)

lint: $(VENV)/.development
	$(BIN)/ruff check $(CODE)

types: $(VENV)/.development
	$(BIN)/mypy $(CODE)

contracts: $(VENV)/.development
	$(BIN)/lint-imports

# The locks hold for each Python from 3.11 on, with hashes, and name no address: each machine asks the index it is set up for.
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	--no-emit-index-url --no-emit-find-links pyproject.toml

lock: $(VENV)/.development  ## make the locks anew from pyproject.toml (ARGS=--upgrade: with the newest versions)
	$(LOCK) --group build --output-file requirements.txt $(ARGS)
	$(LOCK) --group dev --constraint requirements.txt --output-file requirements-dev.txt $(ARGS)

clean:  ## remove the environment and all caches
	rm -rf $(VENV) .cache .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist

PIP := $(BIN)/python -m pip --disable-pip-version-check -qq

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Chouette needs Python 3.11 or newer, and '$(PYTHON)' is not. Name another: make PYTHON=python3.12 …" >&2; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' || { \
		echo "'$(PYTHON)' cannot make virtual environments; on Debian and Ubuntu: apt install python3-venv" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.runtime: $(VENV)/.made requirements.txt pyproject.toml
	@echo "Installing what Chouette needs into $(VENV) (once; about half a minute) …"
	$(PIP) install --require-hashes --requirement requirements.txt
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.development: $(VENV)/.runtime requirements-dev.txt
	@echo "Installing the tools for development …"
	$(PIP) install --require-hashes --requirement requirements-dev.txt
	@touch $@
