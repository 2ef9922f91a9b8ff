# Everything starts here. `make run` serves the site, `make test` checks it all; both install what they need.
# PYTHON=/path/to/python3 chooses; else it is the newest supported one that starts.
ifndef PYTHON
PYTHON := $(or $(shell for python in python3.14 python3.13 python3.12 python3.11; do \
	$$python -c '' 2>/dev/null && echo $$python && break; done),python3)
endif
PY := .venv/bin/python
# What the programs say is UTF-8, also where the system's language is set to an older encoding that lacks some letters.
export PYTHONUTF8 = 1

.PHONY: help run backup restore test test-fast setup lint format messages bench fuzz faults audit lock release bundle wheels

# `make` alone serves the site, as it always did.
.DEFAULT_GOAL := run

help:
	@echo 'make run        serve the site with a demo club; PORT=8001 picks another port'
	@echo '                ROOM=1 opens it to the phones in the room'
	@echo 'make bundle     one archive that starts by a double click, without a network'
	@echo 'make wheels     the site and the referee as wheels in dist/, the referee compiled as well'
	@echo 'make backup     write everything into one file while the site runs; FILE=... says where'
	@echo 'make restore    bring the site of FILE=... back, here or on another machine'
	@echo 'make test       check everything on real parts'
	@echo 'make test-fast  the same without browsers and killed processes'
	@echo 'make lint       style, types, layers, migrations'
	@echo 'make format     write code and templates as the linters want them'
	@echo 'make messages   bring the catalogues of the languages up to date'
	@echo 'make bench      measure'
	@echo 'make fuzz       look for mistakes with random inputs, for FUZZ_MINUTES=10 minutes'
	@echo 'make faults     random faults under load for FAULT_MINUTES=30 minutes, and what must hold; REPORT=... writes it'
	@echo 'make audit      known vulnerabilities of the pinned packages, and a bill of materials'
	@echo 'make lock       pin the dependencies anew after a change of pyproject.toml'
	@echo 'make release    whether the version can be released'

run:
	@$(PYTHON) scripts/install.py base
	@exec $(PY) -m scripts.serve

# An archive for somebody without make: dist/kiebitz-VERSION-linux-x86_64.tar.gz. docs/club-room.md says more.
bundle: setup
	@$(PY) -m scripts.bundle

# The referee can be used without the site, and compiled by it: engine/README.md says more.
wheels: setup
	@$(PY) -m scripts.wheels

backup:
	@$(PYTHON) scripts/install.py base
	@$(PY) manage.py backup $(if $(FILE),"$(FILE)")

restore:
	@test -n "$(FILE)" || { echo 'Say which file: make restore FILE=/media/stick/site.zip' >&2; exit 1; }
	@$(PYTHON) scripts/install.py base
	@$(PY) manage.py restore "$(FILE)"

setup:
	@$(PYTHON) scripts/install.py dev

test: setup
	@$(PY) -m scripts.check everything

test-fast: setup
	@$(PY) -m scripts.check fast

lint: setup
	@$(PY) -m scripts.check lint

# Every message of the site into the catalogues of locale/, for those who translate. docs/translating.md says more.
messages: setup
	@$(PY) -m scripts.catalogues update

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

# Attackers in any order, odd bodies for the API, damaged files for all readers. docs/security.md says more.
fuzz: setup
	@$(PY) -m scripts.fuzz

# Kill, stop and wipe parts of a site under load. docs/faults.md says more.
faults: setup
	@$(PY) -m scripts.faults $(if $(REPORT),--report "$(REPORT)")

# Exit code 3: the package index tells nothing about vulnerabilities from here.
audit: setup
	@$(PY) -m scripts.audit

# After a change of pyproject.toml: pin the dependencies anew, without naming the host they come from.
lock: setup
	@$(PY) -m scripts.lock

# Whether the version in pyproject.toml can be released, and what to type then.
release: setup
	@$(PY) -m scripts.release
