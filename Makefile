# Everything starts here. `make run` serves the site, `make test` checks it all; both install what they need.
PYTHON ?= python3.11
PY := .venv/bin/python
# What the programs say is UTF-8, also where the system's language is set to an older encoding that lacks some letters.
export PYTHONUTF8 = 1

.PHONY: run test test-fast setup lint format bench lock

run:
	@$(PYTHON) scripts/install.py base
	@exec $(PY) -m scripts.serve

setup:
	@$(PYTHON) scripts/install.py dev

test: setup
	@$(PY) -m scripts.check everything

test-fast: setup
	@$(PY) -m scripts.check fast

lint: setup
	@$(PY) -m scripts.check lint

format: setup
	@$(PY) -m ruff check --fix-only --quiet .
	@$(PY) -m ruff format .
	@.venv/bin/djangofmt check --fix --quiet templates
	@.venv/bin/djangofmt --quiet templates
	@.venv/bin/oxlint --fix --quiet static
	@DEBUG=1 $(PY) manage.py board_styles

bench:
	@$(PYTHON) scripts/install.py bench
	@$(PY) -m bench.harness

# After a change of pyproject.toml: pin the dependencies anew, without naming the host they come from.
lock: setup
	@$(PY) -m scripts.lock
