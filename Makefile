# Two commands do everything on a fresh machine with Python 3.11 or newer, make and npm: `make run` and `make test`.

PYTHON ?= python3
VENV ?= .venv
RELEASE ?= 2.1.235
BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.PHONY: run test check lint types fast golden bench clean

run: $(VENV)/.installed
	@$(BIN)/extractor run $(RELEASE); status=$$?; \
	if [ $$status -eq 2 ]; then \
	  echo "release $(RELEASE) cannot be read here; doing the same on the sample that ships with the project, in .run/"; \
	  $(BIN)/extractor run sample --root .run; \
	else exit $$status; fi

test: lint types check
	$(BIN)/python -m pytest $(PYTEST)

fast: $(VENV)/.tested
	$(BIN)/python -m pytest -m "not release and not node and not program and not browser" $(PYTEST)

lint: $(VENV)/.tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(VENV)/.tested
	$(BIN)/mypy

check: $(VENV)/.installed
	$(BIN)/extractor check

golden: $(VENV)/.tested
	$(BIN)/python -m pytest --refresh-golden $(PYTEST)

bench: $(VENV)/.tested
	$(BIN)/python benchmarks/run.py

clean:
	rm -rf $(VENV) .run build dist *.egg-info

$(VENV)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; set PYTHON=")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) -e .
	@touch $@

$(VENV)/.tested: $(VENV)/.installed
	$(PIP) -e '.[test]'
	@touch $@
