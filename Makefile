# The whole interface for those who try MineMind and those who work on it. Every target sets up what it needs in
# .venv, once: it relies on Python 3.11+, a C++20 compiler, make and pip, and installs nothing outside this folder.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NATIVE := pyproject.toml CMakeLists.txt $(wildcard engine/*)
# Whoever has set up everything to contribute needs no second installation to run the demo.
RUNNABLE := $(if $(wildcard $(VENV)/contributor),$(VENV)/contributor,$(VENV)/user)
ENGINE_FILES := $(wildcard engine/*.hpp engine/*.cpp)

.PHONY: help demo setup check format test test-long mutants bench browser clean

help:  ## what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(RUNNABLE)  ## see MineMind at work: a minute from nothing
	@$(BIN)/python -m minemind.cli.demo

setup: $(VENV)/contributor  ## everything that the targets below need, in .venv

check: $(VENV)/contributor  ## format, lint, types, direction of imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/clang-format --dry-run --Werror $(ENGINE_FILES)
	$(BIN)/mypy
	$(BIN)/mypy tests benchmarks
	$(BIN)/lint-imports

format: $(VENV)/contributor  ## lay out the code as `make check` wants it
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/clang-format -i $(ENGINE_FILES)

test: $(VENV)/contributor  ## all tests but the long ones
	$(BIN)/python -m pytest -n auto -m "not long"

test-long: $(VENV)/contributor  ## the long ones
	$(BIN)/python -m pytest -m long --timeout 3600

mutants: $(VENV)/contributor  ## would the tests notice? Breaks a copy of the tree in dangerous ways, one by one
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m tests.mutants

bench: $(VENV)/peers  ## how fast, in CPU time, beside peers
	$(BIN)/python -m benchmarks

browser:  ## the browser that tests of the page drive, Debian's: the one target that installs outside this folder
	@command -v chromium >/dev/null && echo "chromium is there" || { \
	$(if $(filter 0,$(shell id -u)),,sudo) apt-get update -q && \
	$(if $(filter 0,$(shell id -u)),,sudo) apt-get install -q -y --no-install-recommends chromium; }

clean:  ## remove what the other targets made
	rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Some distributions ship Python without the part of venv that brings pip along: then pip brings itself.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "MineMind needs Python 3.11 or newer, and \
	$(PYTHON) is $$($(PYTHON) -V): try 'make PYTHON=python3.12 …'" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) >/dev/null || { \
	$(PYTHON) -m venv --clear --without-pip $(VENV) && $(PYTHON) -m pip --python $(BIN)/python install --quiet pip; } || \
	{ rm -rf $(VENV); echo "No virtual environment could be made: is the venv module or pip missing?" >&2; exit 1; }

$(VENV)/user: $(NATIVE) | $(BIN)/python
	@echo "Installing MineMind in $(VENV), once: the engine is compiled, which takes about half a minute"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/peers: $(VENV)/contributor
	$(BIN)/python -m pip install --quiet --group bench || echo "no peer could be installed: nothing will be compared"
	@touch $@

$(VENV)/contributor: $(NATIVE) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "pip>=25.1"
	$(BIN)/python -m pip install --quiet --group dev
	$(BIN)/python -m pip install --quiet --no-build-isolation --config-settings=cmake.define.MINEMIND_STRICT=ON \
	    --editable .
	@touch $(VENV)/user $@
