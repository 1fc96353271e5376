# The verbs of this project. `make` alone builds MortalGate on a machine with Python and make only.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
unexport PYTHONDONTWRITEBYTECODE # tests start the program some hundred times: what Python makes of it is kept

.DEFAULT_GOAL := build
.PHONY: build all letter test lint types unit gates references bounds fuzz conformance mutants format bench same digests pythons turns base pictures reference fonts wheel clean help

build: $(READY) ## build MortalGate and its rulebook into build/mortalgate/a4/
	$(BIN)/pnp build mortalgate

all: $(READY) ## build every game with its books, on A4 and on Letter
	$(BIN)/pnp build
	$(BIN)/pnp build --paper letter

test: lint types unit ## lint, types and tests: what CI runs

lint: $(READY) ## style and common mistakes (ruff)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY) ## types (mypy, strict)
	$(BIN)/mypy

unit: $(READY) ## the tests
	$(BIN)/pytest -n auto --dist loadfile

gates: $(READY) ## the slow tests: whole games, pages in a browser, pictures as they were, every case of the corpus and of UAX 14
	$(BIN)/pytest -n auto --dist loadfile tests/gates

references: $(READY) ## renew the pictures that the gates compare with, and say what changed and by how much
	$(BIN)/python -m bench.references

bounds: $(READY) ## renew how far each case may differ from resvg; worse only with OPTIONS=--worse
	$(BIN)/python -m bench.conformance.bounds $(OPTIONS)

fuzz: $(READY) ## damage drawings, files, whole games and texts, and build them: make fuzz COUNT=1000 SEED=5
	$(BIN)/python -m bench.fuzz $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED))
	PNP_FUZZ=$(or $(COUNT),10000) $(BIN)/pytest tests/test_text_fuzz.py

conformance: $(READY) ## compare the painter with resvg: build/conformance/index.html
	$(BIN)/python -m bench.conformance

mutants: $(READY) ## change the program in 200 small ways: the tests must notice 85 % of them: make mutants SEED=7 COUNT=200
	$(BIN)/python -m bench.mutants $(if $(SEED),--seed "$(SEED)") $(if $(COUNT),--count "$(COUNT)") $(OPTIONS)

format: $(READY) ## lay the code out
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(READY) ## time cold builds and large decks, beside Typst and a script: medians, ratios, memory, bytes
	$(BIN)/python bench/box.py
	$(BIN)/python bench/watch.py
	$(BIN)/python bench/deck.py
	$(BIN)/python bench/art.py

same: base $(READY) ## compare all that is built with what a commit builds, bytes then pictures: make same BASE=main
	$(BIN)/python -m bench.same "$(BASE)" $(OPTIONS)

digests: $(READY) ## write the digests of all faces and documents anew, and print what changed
	$(BIN)/python -m bench.digests

pythons: $(READY) ## every Python of this machine prints the bytes that those digests say: make pythons ONLY=3.12
	$(BIN)/python -m bench.pythons $(ONLY)

turns: base $(READY) ## time a commit and the work tree by turns, CPU seconds and ratios: make turns BASE=main
	$(BIN)/python -m bench.turns "$(BASE)" $(OPTIONS)

# same and turns need a commit; said before anything is installed
base:
	@test -n "$(BASE)" || { echo "error: no commit to compare with" >&2; \
	  echo "    hint: make $(MAKECMDGOALS) BASE=<commit>, such as BASE=main or BASE=HEAD~3" >&2; exit 2; }

pictures: $(READY) ## make the README's pictures and the gallery from the built pages
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python docs/make_gallery.py

reference: $(READY) ## write docs/reference.md from the program
	$(BIN)/python docs/make_reference.py

fonts: $(READY) ## make the shipped fonts again from their npm packages (needs npm)
	$(BIN)/python fonts/make_fonts.py

wheel: $(READY) ## build the wheel into dist/
	$(BIN)/python -m build --wheel --no-isolation

clean: ## remove what was built
	rm -rf dist build/*/ .mypy_cache .ruff_cache .pytest_cache .hypothesis

help: ## list the verbs
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1|\2/' | column -t -s '|' 2>/dev/null \
	  || grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST)

# a virtual environment in the project, from the locked versions, made again when they change
$(READY): pyproject.toml requirements-dev.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	$(BIN)/python -m compileall -q pnp
	@touch $(READY)
