# Everything runs in a virtual environment of its own, .venv; nothing else is touched.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml CMakeLists.txt README.md $(shell find src -type f ! -name '*.pyc')
CORE := $(sort $(shell find src/core -name '*.?pp' -o -name '*.inc'))
CORES := $(shell getconf _NPROCESSORS_ONLN)
CONFIGURE = $(BIN)/cmake -G Ninja -S . -DCMAKE_BUILD_TYPE=Release -DPython_EXECUTABLE=$(abspath $(BIN)/python) \
	-DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja)

.PHONY: demo test test-all lint sanitize package soak bench-core bench-paper bench-search bench-ablation bench-scaling bench-tables bench-mixed bench-laws bench-coverage bench-development bench-dial bench-needless bench-scores bench-path bench-ratios bench-experiments bench-large bench-invariance docs pictures clean

demo: $(VENV)/.installed
	$(BIN)/nldt demo

# A file's tests share what they make, so that they stay together. Files start in the order of tests/conftest.py.
PYTEST = $(BIN)/python -m pytest -n $(CORES) --dist loadfile --no-loadscope-reorder
test: $(VENV)/.installed-test
	$(PYTEST) -m "not slow and not soak"

# Those that drive browsers, compilers and clusters, or kill again and again, too.
test-all: $(VENV)/.installed-test
	$(PYTEST) -m "not soak"

# The core's tests, and a fuzz of its entry points, with every access to memory and every operation checked. The core
# is built beside the sources that call it; Python itself is not checked, so that the checkers are loaded first.
CHECKED := build/sanitize
CHECKERS = $(foreach name,asan ubsan stdc++,$(shell $(CXX) -print-file-name=lib$(name).so))
sanitize: $(VENV)/.installed-test $(VENV)/.installed-lint
	$(CONFIGURE) -B $(CHECKED) -DNLDT_SANITIZE=ON
	$(BIN)/cmake --build $(CHECKED) --parallel $(CORES)
	rm -rf $(CHECKED)/site && mkdir -p $(CHECKED)/site
	cp -r src/nldt $(CHECKED)/site/
	rm -f $(CHECKED)/site/nldt/_core*.so
	cp $(CHECKED)/_core*.so $(CHECKED)/site/nldt/
	LD_PRELOAD="$(CHECKERS)" ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
		PYTHONMALLOC=malloc PYTHONPATH=$(CHECKED)/site SOAK_QUESTIONS=5000 \
		$(PYTEST) -m "not slow" tests/core tests/solve tests/soak/test_core_questions.py

# An sdist, and the wheel that it gives, tried in an empty environment; and the lowest versions allowed.
package: $(BIN)/python
	.ci/package

# What takes long: 100,000 damaged model files, 200,000 questions to the core, 200 fits in one process.
soak: $(VENV)/.installed-test
	$(BIN)/python -m pytest -s -m soak tests/soak

# For C++: the format and the checks of clang-format and clang-tidy 14, and no warning of the compiler. The checks look
# at kernels once, not once for each instruction set. -fno-caret-diagnostics keeps clang-tidy from counting the warnings
# of other people's headers; what it finds here is shown all the same.
lint: $(VENV)/.installed-dev $(VENV)/.installed-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/mypy
	clang-format --dry-run --Werror $(CORE)
	$(CONFIGURE) -B build/warnings -DNLDT_WERROR=ON
	$(BIN)/cmake --build build/warnings --parallel $(CORES)
	$(CONFIGURE) -B build/checks -DNLDT_WIDE_SETS=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
	printf '%s\n' $(filter %.cpp,$(CORE)) | xargs -n 1 -P $(CORES) \
		clang-tidy --quiet --extra-arg=-fno-caret-diagnostics -p build/checks

# Throughput of the lower level beside the same objective in NumPy.
bench-core: $(VENV)/.installed
	$(BIN)/python benchmarks/core_throughput.py

# DS1 to DS4 in the paper's mode beside the published table.
bench-paper: $(VENV)/.installed
	$(BIN)/python benchmarks/paper_table_1.py

# The default search: accuracy, length and time, beside what is wanted.
bench-search: $(VENV)/.installed
	$(BIN)/python benchmarks/search_quality.py

# Each idea of the default search left out in turn.
bench-ablation: $(VENV)/.installed-test
	$(BIN)/python benchmarks/search_ablation.py --output docs/results/search-ablation.md

# Fit time over rows and features, memory, time limit.
bench-scaling: $(VENV)/.installed-test
	$(BIN)/python benchmarks/scaling.py --output docs/results/scaling.md

# Five real, noisy tables beside pruned CART.
bench-tables: $(VENV)/.installed-test
	$(BIN)/python benchmarks/noisy_tables.py --output docs/results/noisy_tables.md

# Ten tables of numbers, categories and gaps as they are, beside CART and gradient boosting.
bench-mixed: $(VENV)/.installed-test
	$(BIN)/python benchmarks/raw_tables.py --output docs/results/raw_tables.md

# Known laws of physics, medicine and engineering, found again among useless columns.
bench-laws: $(VENV)/.installed
	$(BIN)/python benchmarks/laws.py --jobs $(CORES) --output docs/results/laws.md

# Whether 90 % intervals of cross-validated accuracies cover what is true: four tables, many training parts.
bench-coverage: $(VENV)/.installed-test
	$(BIN)/python benchmarks/coverage.py --output docs/results/coverage.md

# Other orders of columns, other names of classes: whether any answer changes.
bench-invariance: $(VENV)/.installed-test
	$(BIN)/python benchmarks/invariance.py --output docs/results/invariance.md

# More rows than memory; the table takes 4.1 GB below LARGE, and is kept there.
LARGE ?= build/large
bench-large: $(VENV)/.installed-test
	$(BIN)/python benchmarks/large.py --folder "$(LARGE)" --output docs/results/large.md

# A folder of tables with what other methods reached on them: make bench-development TABLES=folder [PRICES=0.5,1,2]
PRICES ?= 1
bench-development: $(VENV)/.installed-test
	@test -n "$(TABLES)" || { echo "TABLES=folder is needed: CSV files and peers.csv"; exit 2; }
	$(BIN)/python benchmarks/development_tables.py "$(TABLES)" --prices $(PRICES) --jobs $(CORES) \
		--output docs/results/development_tables.md

# Of the same tables: whether price moves length and fit one way and limits are kept; and whether a term could go.
bench-dial bench-needless: $(VENV)/.installed-test
	@test -n "$(TABLES)" || { echo "TABLES=folder is needed: CSV files and peers.csv"; exit 2; }
	$(BIN)/python benchmarks/$(@:bench-%=%).py "$(TABLES)" --output docs/results/$(@:bench-%=%).md

# Probabilities beside those of logistic regression and CART: make bench-scores TABLES=folder
bench-scores: $(VENV)/.installed-test
	@test -n "$(TABLES)" || { echo "TABLES=folder is needed: CSV files and peers.csv"; exit 2; }
	$(BIN)/python benchmarks/scores.py "$(TABLES)" --output docs/results/scores.md

# A length chosen by cross-validation, on such a folder: make bench-path TABLES=folder [ONLY="--only glass1 tae"]
bench-path: $(VENV)/.installed-test
	@test -n "$(TABLES)" || { echo "TABLES=folder is needed: CSV files and peers.csv"; exit 2; }
	$(BIN)/python benchmarks/length_path.py "$(TABLES)" $(ONLY) --separate --jobs $(CORES) --output docs/results/path.md

# The default search beside the paper's, beside CART, and the lower levels alone.
bench-ratios: $(VENV)/.installed
	$(BIN)/python benchmarks/ratios.py --output docs/results/search_ratios.md

# Every experiment of the paper: half an hour. The summary becomes docs/results/README.md, with reasons written by hand.
bench-experiments: $(VENV)/.installed-test
	$(BIN)/nldt bench all --no-svg --output docs/results

# The site: all examples are executed (what they gave is kept in build/docs-execution); a warning is an error.
docs: $(VENV)/.installed-test
	$(BIN)/python -m sphinx -E -W --keep-going -b html docs build/site
	@echo "build/site/index.html"

# The picture of the README.
pictures: $(VENV)/.installed-test
	$(BIN)/python docs/tools/report_picture.py

clean:
	rm -rf $(VENV) build

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(BIN)/python $(SOURCES)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check .
	@touch $@

# By its name alone this one would ask for versions of three years ago.
RIVAL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps 'fasterrisk>=0.1.10'

$(VENV)/.installed-test: $(BIN)/python $(SOURCES)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check '.[test]'
	$(RIVAL)
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-dev: $(BIN)/python $(SOURCES)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check '.[dev]'
	$(RIVAL)
	@touch $@ $(VENV)/.installed $(VENV)/.installed-test

# What the build of a package gets for itself, for `lint` to build with.
$(VENV)/.installed-lint: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check cmake ninja nanobind
	@touch $@
