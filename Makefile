# Every target works on a system that has only Python, git and make, and makes everything else that it needs.
.DEFAULT_GOAL := help
.PHONY: help setup venv demo generated pictures tour test check soak bench lock clean

# For scripts/setup and scripts/lock: make setup PYTHON=python3.13
PYTHON ?= python3
export PYTHON

BIN := .venv/bin
# One more than there are cores, because tests that drive a browser mostly wait.
WORKERS = $(shell expr $$(nproc) + 1)

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

setup: venv ## make .venv with the locked packages and the companion command; install what the tests need
	@scripts/system

venv:
	@scripts/setup

demo: venv ## try it without hardware: a virtual table in the browser, with the real program behind it
	@$(BIN)/companion demo

# Each file is written beside the old one first, so that a failure leaves the old one as it is.
generated: venv ## write the generated files again: the style sheet of chips, the pages of commands and choices
	@$(BIN)/python -m companion.faces.chip_styles
	@$(BIN)/python -m companion.cli.reference > build-commands.md && mv build-commands.md docs/commands.md
	@$(BIN)/python -m companion.cli.choices_page > build-choices.md && mv build-choices.md docs/choices.md

pictures: setup ## take the pictures of the README again, and one of every screen (build/screens), to be looked at
	@$(BIN)/python -m tests.end_to_end.demo_pictures
	@$(BIN)/python -m tests.end_to_end.all_screens

tour: setup ## take pictures of the guided tour (build/tour), and compare them with the kept ones; WRITE=1 keeps these
	@$(BIN)/python -m tests.end_to_end.demo_tour $(if $(WRITE),--write)

# A problem found by check must not hide the results of the tests: both run, and pytest's summary comes last.
test: setup ## run check, then all tests with the coverage gate on the rules
	@checked=0; $(MAKE) --no-print-directory check || checked=1; \
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -rfEs --cov --cov-report=term && exit $$checked

check: venv ## run the fast checks: lint, format, types, who may import whom, known weaknesses of packages
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	@$(BIN)/python scripts/audit

# Takes hours. If one line fails, the others still run. A failure prints the seed that repeats it, and fails the whole.
soak: setup ## run the long campaigns: whole games, mistakes, kills, torn files, and many examples of each property
	@failed=0; \
	run() { echo "$$*"; "$$@" || { echo "Failed: $$*"; failed=1; }; }; \
	run $(BIN)/companion rehearse games --games 1000 --kit cells --noise heavy; \
	run $(BIN)/companion rehearse games --games 50 --kit cells --noise heavy --late 20; \
	run $(BIN)/companion rehearse games --games 1000 --kit taps --noise heavy; \
	run $(BIN)/companion rehearse games --games 50 --kit cells --noise heavy --mistakes all; \
	run $(BIN)/companion rehearse table --movements 10000 --kit cells --noise heavy; \
	run $(BIN)/companion rehearse table --movements 10000 --kit taps --noise heavy; \
	run $(BIN)/companion rehearse kills --count 200; \
	run $(BIN)/python -m tests.ledger.torn --count 2000; \
	run $(BIN)/python -m tests.referee.torn --count 2000; \
	run $(BIN)/python -m tests.end_to_end.demo_duel --count 10; \
	run env FORGED_TAGS=10000 $(BIN)/pytest -s tests/attacks/test_tags.py; \
	run env HYPOTHESIS_PROFILE=soak $(BIN)/pytest -o faulthandler_timeout=0 -n $(WORKERS) --dist worksteal tests/rules tests/table; \
	exit $$failed

bench: venv ## measure on this machine: rules beside python-chess, from a movement to 50 phones, memory and idle CPU
	@$(BIN)/companion bench rules
	@$(BIN)/companion bench latency
	@$(BIN)/companion bench footprint

lock: setup ## update the locked requirements to the newest versions that fit
	@scripts/lock

clean: ## remove everything that is generated, .venv too
	rm -rf .venv .lock-venv build dist firmware/build hardware/build .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache \
		.pytest_cache .ruff_cache
	find . -name .git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +
