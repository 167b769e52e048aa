# Everything a contributor or a build server runs. `make` alone lists the targets.
#
# Python tools live in the active virtual environment, or in .venv, which the first target that needs it creates.

PYTHON ?= python3
VENV := $(or $(VIRTUAL_ENV),$(CURDIR)/.venv)
BIN := $(VENV)/bin
READY := $(VENV)/.doudizhu-fast-ready

# Extra arguments for pytest, for instance `make test ARGS="tests/cli -x"`.
ARGS ?=
PYTEST := $(BIN)/python -m pytest -n auto $(ARGS)

# The example notebooks, and what runs them; nothing else needs it.
NOTEBOOKS := analyse_a_hand simulate_and_compare
NOTEBOOK_TOOLS := 'jupytext>=1.16' 'nbconvert>=7.16' 'ipykernel>=6.29'

# One interpreter for every cargo call: with a different one pyo3 would be rebuilt.
export PYO3_PYTHON := $(BIN)/python

.DEFAULT_GOAL := help
.PHONY: help setup build quick fmt lint lint-rust lint-python test test-all test-rust test-reference \
	bench bench-peers bench-instructions notebooks golden docs linkcheck check clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(READY): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet 'maturin>=1.9.4,<2'
	$(BIN)/python -m pip install --quiet --editable '.[dev,peers]'
	$(BIN)/python -m pip install --quiet --no-deps douzero==1.1.0
	@touch $@

setup: $(READY) ## Make the environment: tools, packages to compare with, and the library itself

build: $(READY) ## Compile the engine, fully optimised, into the environment
	$(BIN)/maturin develop --quiet --release

quick: $(READY) ## Compile the engine in a fraction of the time, a little slower to run
	$(BIN)/maturin develop --quiet --profile quick

fmt: $(READY) ## Format all sources in place
	cargo fmt --all
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

lint: lint-rust lint-python ## Check format, lints, types, and the stub of the compiled module

lint-rust: $(READY)
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked --quiet -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --package doudizhu-core --no-deps --locked --quiet

lint-python: build
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest doudizhu_fast._native --ignore-disjoint-bases

test: build ## Run the quick Python tests on the compiled engine
	DOUDIZHU_FAST_BACKEND=native $(PYTEST)

test-all: build ## Run all Python tests on the compiled engine, the slow ones too
	@$(BIN)/python -c "import distributed, douzero.env.game, loky, playwright.sync_api, pyspiel, rlcard.games.doudizhu.utils"  # or their tests would be skipped, or unpack data twice
	@command -v chromium > /dev/null || { echo "the board is tested in the browser chromium, which is not installed" >&2; exit 1; }
	DOUDIZHU_FAST_BACKEND=native $(PYTEST) --slow

test-reference: $(READY) ## Run the quick Python tests, and the properties, on the pure-Python engine
	DOUDIZHU_FAST_BACKEND=reference $(PYTEST)
	DOUDIZHU_FAST_BACKEND=reference $(PYTEST) --slow tests/properties

test-rust: ## Run the tests and examples of the Rust core
	@if cargo nextest --version > /dev/null 2>&1; \
	then set -x; cargo nextest run --package doudizhu-core --locked; \
	else set -x; cargo test --package doudizhu-core --lib --tests --locked; fi
	cargo test --package doudizhu-core --doc --locked

bench: build ## Run the benchmarks of the core and of the library
	cargo bench --package doudizhu-core --locked --bench moves --bench deal --bench games --bench min_plays --bench solve
	$(BIN)/python -m pytest benches/python $(ARGS)
	$(BIN)/python benches/python/scaling.py
	$(BIN)/python benches/python/executors.py

bench-peers: build ## Compare with the other packages and write the tables into benches/README.md and docs/interop.md
	@$(BIN)/python -c "import douzero.env.game, pyspiel, rlcard.games.doudizhu.utils"  # or they would be left out
	$(BIN)/python benches/peers/run.py --update benches/README.md $(ARGS)
	$(BIN)/python benches/peers/adapters.py --update docs/interop.md $(ARGS)

bench-instructions: $(READY) ## Count the instructions of the hottest paths; growth over the baseline fails
	$(BIN)/python benches/instructions/run.py $(ARGS)

docs: build ## Build the documentation into docs/_build/html; a reference that leads nowhere fails
	$(BIN)/python -m sphinx -W --keep-going -q -d docs/_build/doctrees docs docs/_build/html

linkcheck: build ## Ask every link of the documentation to other sites whether it is alive
	$(BIN)/python -m sphinx -q -b linkcheck -d docs/_build/doctrees docs docs/_build/linkcheck

notebooks: build ## Run the example notebooks, and write down what they show
	$(BIN)/python -m pip install --quiet $(NOTEBOOK_TOOLS)
	for name in $(NOTEBOOKS); do \
		$(BIN)/jupytext --quiet --to ipynb --output - examples/$$name.py \
		| MPLBACKEND= $(BIN)/jupyter nbconvert --stdin --to notebook --execute --log-level ERROR \
			--ExecutePreprocessor.record_timing=False --output-dir examples --output $$name || exit 1; \
	done

golden: build ## Write the data files of the tests anew; read the difference before you commit it
	$(BIN)/python tests/data/regenerate.py

check: lint docs test-rust test-all test-reference bench-instructions ## Everything that has to pass before a change is merged

clean: ## Remove what was built; the environment .venv stays
	cargo clean --quiet
	rm -rf dist docs/_build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find python -name '*.so' -delete
	find python tests benches -name __pycache__ -prune -exec rm -rf {} +
