# Every target works on a system with nothing but Python, git and make, and makes what it needs.
.DEFAULT_GOAL := help
.PHONY: help setup venv demo pictures tour test check soak bench lock clean

# For scripts/setup and scripts/lock: make setup PYTHON=python3.13
PYTHON ?= python3
export PYTHON

BIN := .venv/bin
# One more than there are cores: tests that drive a browser mostly wait.
WORKERS = $(shell expr $$(nproc) + 1)

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

setup: venv ## make .venv with the locked packages and the companion command; bring what tests need beside
	@scripts/system

venv:
	@scripts/setup

demo: venv ## try it without hardware: a virtual table in the browser, with the real program behind it
	@$(BIN)/companion demo

pictures: setup ## the pictures of the README, made anew by the program
	@$(BIN)/python -m tests.end_to_end.demo_pictures

tour: setup ## the guided tour in pictures (build/tour), held to those that were looked at; WRITE=1 keeps these
	@$(BIN)/python -m tests.end_to_end.demo_tour $(if $(WRITE),--write)

# A slip that check finds does not hide what the tests say: both run, and pytest's summary closes.
test: setup ## everything: check, then all tests with the coverage gate on the rules
	@checked=0; $(MAKE) --no-print-directory check || checked=1; \
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -rfEs --cov --cov-report=term && exit $$checked

check: venv ## the fast part: lint, format, types, who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

# Hours. Each line fails by itself, and prints the seed that shows it again; in the end the whole fails with it.
soak: setup ## the long campaigns: whole games, mistakes, kills, torn files, and properties looked at far and wide
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
	run env HYPOTHESIS_PROFILE=soak $(BIN)/pytest -n $(WORKERS) --dist worksteal tests/rules tests/table; \
	exit $$failed

bench: venv ## measure on this machine: the rules beside python-chess, from a movement to 50 phones, memory and idle CPU
	@$(BIN)/companion bench rules
	@$(BIN)/companion bench latency
	@$(BIN)/companion bench footprint

lock: setup ## move the locked requirements to the newest versions that fit
	@scripts/lock

clean: ## remove all that is generated, .venv too
	rm -rf .venv .lock-venv build dist firmware/build hardware/build .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache \
		.pytest_cache .ruff_cache
	find . -name .git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +
