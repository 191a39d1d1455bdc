# The front door. Everything CI does is one of these targets.
BUILD ?= build
JOBS ?= $(shell nproc)
PYTHON := .deps/python/bin/python
PRESET ?= release
# How far the compiler optimizes what a sanitizer looks at. With -O0 it takes a third of the time, and the tests twice: for samples.
SANITIZED ?= -O1
FUZZ_SECONDS ?= 60
FUZZ_RUNS ?= 10000000
ARROW_CASES ?= 2000
PREFIX ?= /usr/local

# Tests have every file that is verified judged by both readers, and note it here.
readers = $(abspath $(BUILD))/readers$(1).log
compared = @awk '{ rows += $$1 } END { printf "both readers of the verifier agree on %d files with %d rows\n", NR, rows }' $(call readers,$(1))

# What tests left out, and why: unit tests say it on the line between two of googletest's, whole programs on one of their own.
skipped = @sed -n '/^skipped: /p; /: Skipped$$/{n;h}; /^\[  SKIPPED \] .* ms)$$/{s/.*] \(.*\) (.*/skipped: \1: /;G;s/\n//p}' $(BUILD)/Testing/Temporary/LastTest.log

.PHONY: all tests check nightly build-profile coverage test test-asan test-asan-sample test-tsan wheel test-python test-spark test-server test-server-asan test-server-tsan lint format fuzz fuzz-long fuzz-arrow bench attacks soak report-gallery test-studio test-studio-asan docs wheels test-wheels packages test-packages images test-images test-orchestrators install clean

# The programs.
all: $(BUILD)/CMakeCache.txt
	cmake --build $(BUILD) -j $(JOBS)

# The programs and what tests them.
tests: $(BUILD)/CMakeCache.txt
	cmake --build $(BUILD) -j $(JOBS) --target all tests

$(BUILD)/CMakeCache.txt: CMakeLists.txt CMakePresets.json cmake/rooms.cmake src/gauze/CMakeLists.txt
	cmake --preset $(PRESET) -B $(BUILD)

# What to run after every change: format, includes, unit tests and text cases, in two minutes. Random tests draw a quarter of what they draw in CI.
check: tests
	tools/lint $(BUILD) $(JOBS) --format
	GAUZE_FEWER_ROUNDS=4 RC_PARAMS=max_success=25 ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS) -L quick
	$(skipped)

test: tests
	: >$(call readers)
	ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS) $(CTEST_FLAGS)
	$(skipped)
	$(call compared)

# The same tests under the address and undefined-behaviour sanitizers, less those that only make much of the same. The fuzzers are in the same folder.
test-asan:
	$(MAKE) test BUILD=build-asan PRESET=asan CTEST_FLAGS="-LE bulk $(CTEST_FLAGS)"

# What CI takes of these: rooms that read what others have written, without DuckDB, which takes the compiler six minutes; the program as a whole takes it half an hour.
sample := base_test|vault_test|bundle_test|table_test|taxonomy_test|policy_test|labels_test|encode_test
test-asan-sample:
	cmake --preset asan -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="$(SANITIZED) -g1"
	cmake --build build-asan -j $(JOBS) --target $(subst |, ,$(sample))
	ctest --test-dir build-asan --output-on-failure -j $(JOBS) -R '^($(sample))$$'

# Rooms of the kernel that use threads, without DuckDB, under the thread sanitizer; after `cmake --preset tsan -DGAUZE_TESTS=` all rooms.
test-tsan:
	$(MAKE) test BUILD=build-tsan PRESET=tsan

# The Python package, for the Python of .deps, from the rooms of the programs. `pip wheel .` alone compiles everything.
wheel: all
	CMAKE_BUILD_PARALLEL_LEVEL=$(JOBS) $(PYTHON) -m pip wheel -q . --no-deps --no-build-isolation --disable-pip-version-check -w dist \
	  -C cmake.define.GAUZE_ROOMS_FROM=$(abspath $(BUILD))

# The package as somebody would have it: the wheel in an environment of its own, beside what the tests compare it with.
test-python: wheel
	: >$(call readers,-python)
	GAUZE_BOTH_READERS=$(call readers,-python) tools/test_wheel dist $(BUILD)/gauze python/tests $(PYTEST_FLAGS)
	$(call compared,-python)

# The same on a cluster: a master and two workers, processes of their own on this machine.
test-spark: wheel
	: >$(call readers,-spark)
	GAUZE_BOTH_READERS=$(call readers,-spark) tools/test_wheel dist $(BUILD)/gauze python/tests_spark $(PYTEST_FLAGS)
	$(call compared,-spark)

# The trusted server with a PostgreSQL and an nginx of its own, on loopback. GAUZE_SOAK=1 for the counts that the docs name.
test-server: tests
	: >$(call readers,-server)
	cd tests/server && GAUZE_BOTH_READERS=$(call readers,-server) GAUZE_SOAK=$(GAUZE_SOAK) GAUZE_BUILD=$(abspath $(BUILD)) \
	  $(abspath $(PYTHON)) -m pytest -q -rs -p no:cacheprovider $(PYTEST_FLAGS)
	$(call compared,-server)

# The same with a gauzed under a sanitizer, which ends at the first finding: what needs the program `gauze` is left out, and how much memory
# it takes. Not part of CI.
test-server-asan test-server-tsan: test-server-%:
	cmake --preset $* -B build-$*-server -DGAUZE_SERVER=ON -DGAUZE_ENGINE=OFF -DGAUZE_FUZZ=OFF
	cmake --build build-$*-server -j $(JOBS) --target gauzed make_vault
	cd tests/server && TSAN_OPTIONS=halt_on_error=1:suppressions=$(CURDIR)/tools/tsan.supp GAUZE_BUILD=$(CURDIR)/build-$*-server \
	  $(abspath $(PYTHON)) -m pytest -q -rs -p no:cacheprovider $(or $(PYTEST_FLAGS),test_answers.py test_load.py test_kills.py test_limits.py test_keys.py test_faults.py test_refusals.py test_depth.py -k "not memory_stays")

# LINT_SINCE=main: clang-tidy, which is slow, only over what changed since. The build folders are for their commands only.
lint:
	cmake --preset lint --log-level=WARNING
	cmake --preset lint --log-level=WARNING -B build-lint-together -DGAUZE_TOGETHER=ON -DGAUZE_BATCH=12
	tools/lint build-lint $(JOBS) $(LINT_SINCE)

# What a build's time goes into, header by header and template by template. PROFILE_FLAGS=-DGAUZE_TOGETHER=OFF for files one by one.
build-profile:
	cmake --preset profile $(PROFILE_FLAGS)
	cmake --build build-profile -j $(JOBS) --target all tests
	tools/build_profile build-profile

# Which lines unit tests, text cases and the tests of the server reach, room by room; the table goes to docs/evidence/. Needs Debian's llvm-19; not part of CI.
coverage:
	$(MAKE) tests BUILD=build-coverage PRESET=coverage
	cmake -E rm -rf build-coverage/profiles
	LLVM_PROFILE_FILE=$(CURDIR)/build-coverage/profiles/%8m.profraw ctest --test-dir build-coverage --output-on-failure -j $(JOBS) -L quick
	LLVM_PROFILE_FILE=$(CURDIR)/build-coverage/profiles/%8m.profraw $(MAKE) test-server BUILD=build-coverage PRESET=coverage
	tools/coverage build-coverage docs/evidence/coverage.md

format:
	git ls-files -co --exclude-standard '*.h' '*.cc' | xargs clang-format-19 -i

# FUZZ_SECONDS for each fuzzer, or those of FUZZERS, under the address and undefined-behaviour sanitizers.
fuzz:
	cmake --preset asan -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="$(SANITIZED) -g1"
	cmake --build build-asan -j $(JOBS) --target $(or $(FUZZERS),fuzzers)
	tools/fuzz build-asan $(FUZZ_SECONDS) -1 $(JOBS) $(FUZZERS)

# FUZZ_RUNS executions of each, without the address sanitizer, which costs most of the speed.
fuzz-long:
	cmake --preset asan -B build-fuzz-long -DGAUZE_SANITIZE=fuzzer-no-link,undefined -DGAUZE_ENGINE=OFF
	cmake --build build-fuzz-long -j $(JOBS) --target $(or $(FUZZERS),fuzzers)
	tools/fuzz build-fuzz-long 0 $(FUZZ_RUNS) $(JOBS) $(FUZZERS)

# ARROW_CASES random schemas and batches at the Arrow boundary of the Python package, under the address and undefined-behaviour sanitizers. Python
# itself leaks at its end, and is not looked at. GCC's runtime can be loaded before Python, clang's is inside the program. Memory comes from the
# system: in the pools of Arrow and Python, nobody sees where a buffer ends. It isn't noted who asked for it, which costs a sixth of the time: a case that
# fails is found again by its number. What was freed is kept from use for 8 MB, which stay in the cache: with 256 MB, as by default, a case takes a quarter longer.
fuzz-arrow:
	cmake --preset asan -B build-arrow -DCMAKE_CXX_COMPILER=c++ -DGAUZE_SANITIZE=address,undefined -DGAUZE_FUZZ=OFF -DGAUZE_PYTHON=ON -DPython_EXECUTABLE=$(abspath $(PYTHON))
	cmake --build build-arrow -j $(JOBS) --target _gauze
	PYTHONPATH=build-arrow/python GAUZE_FUZZ_CASES=$(ARROW_CASES) ARROW_DEFAULT_MEMORY_POOL=system PYTHONMALLOC=malloc LD_PRELOAD="$$(c++ -print-file-name=libasan.so) $$(c++ -print-file-name=libstdc++.so)" \
	  ASAN_OPTIONS=detect_leaks=0:malloc_context_size=0:quarantine_size_mb=8:thread_local_quarantine_size_kb=128 $(PYTHON) -m pytest -q -s -p no:cacheprovider python/tests/test_fuzz.py

# Everything at full size, or BENCH_FLAGS="--task copy", BENCH_FLAGS=--quick. Takes more than half an hour and 30 GB of disk.
bench: all
	$(PYTHON) bench/bench.py --gauze $(BUILD)/gauze --out docs/benchmarks $(BENCH_FLAGS)

# The experiments of a paper, in docs/experiments/: experiments-qs, experiments-risk, experiments-freeform,
# experiments-continuing and experiments-personal take a quarter to half an hour each.
# EXPERIMENT_FLAGS=--quick for a try.
experiments-%: all
	$(PYTHON) bench/experiment.py $* --gauze $(BUILD)/gauze $(EXPERIMENT_FLAGS)

# Attacks on our releases of Adult and on other tools', in docs/attacks-compared.md. A quarter of an hour; ATTACK_FLAGS=--quick for a try.
attacks: all
	$(PYTHON) bench/attacks.py --gauze $(BUILD)/gauze $(ATTACK_FLAGS)

# The long forms of the tests; results go to docs/evidence/.
soak: tests wheel
	$(PYTHON) tests/soak.py --gauze $(BUILD)/gauze --out docs/evidence

# What is too slow for every change; results go to docs/evidence/nightly.md. NIGHTLY_FLAGS='--only "Spark"' for one line of it.
nightly: tests wheel
	$(PYTHON) tests/soak.py --plan nightly --gauze $(BUILD)/gauze --out docs/evidence $(NIGHTLY_FLAGS)

# Reports of all examples in a real browser: needs Debian's chromium, Node, and the data of the examples; not part of CI. The packages that it
# needs are pinned and go to .deps. GALLERY_FLAGS=--keep leaves pages and PDFs where they are.
report-gallery: all
	cmake -E copy tests/gallery/package.json .deps/gallery/package.json
	npm install --prefix .deps/gallery --no-audit --no-fund --silent
	$(PYTHON) -m pip install -q --disable-pip-version-check --require-hashes -r tests/gallery/requirements.txt
	$(PYTHON) tests/gallery/gallery.py --gauze $(BUILD)/gauze $(GALLERY_FLAGS)

# The studio in a real browser: journeys by mouse and by keyboard, axe-core on every screen, widths, undo. Needs Debian's chromium and Node 20; the npm packages
# are pinned and go to .deps, and the tests run beside them. STUDIO_FLAGS=clinic for one of them; GAUZE_PICTURES=DIRECTORY keeps a picture of every screen.
# GAUZE_SOAK=1 adds the journey with a million patients, where the real tables are (GAUZE_DATA).
test-studio: all
	cmake -E copy_directory tests/studio .deps/studio
	npm ci --prefix .deps/studio --no-audit --no-fund --silent
	cd .deps/studio && GAUZE_SOAK=$(GAUZE_SOAK) GAUZE_DATA=$(abspath $(or $(GAUZE_DATA),../shared/data)) GAUZE_PROGRAM=$(abspath $(BUILD))/gauze GAUZE_EXAMPLES=$(abspath examples) npx playwright test $(STUDIO_FLAGS)

# Hostile requests to a studio under the address and undefined-behaviour sanitizers, which print what they find, and the test fails. The program takes the compiler
# half an hour; not part of CI. HOSTILE=10000 for the count that the docs name.
test-studio-asan:
	cmake --preset asan
	cmake --build build-asan -j $(JOBS) --target gauze
	$(PYTHON) tests/studio_hostile.py --gauze build-asan/gauze --count $(or $(HOSTILE),1000)

docs:
	.deps/python/bin/mkdocs build --strict --quiet --site-dir site

# Wheels with manylinux tags, for several Pythons: PYTHONS="python3.10 python3.11 python3.12", or their paths. From 3.12 on one serves all later ones.
PYTHONS ?= python3.10 python3.11 python3.12
wheels: all
	CMAKE_BUILD_PARALLEL_LEVEL=$(JOBS) tools/wheels $(BUILD) dist/wheels $(PYTHONS)

# Each in an empty environment; TEST_PYTHONS may name later ones, WHEELS_FLAGS=--full has the package's own tests run in each. Not part of CI.
TEST_PYTHONS ?= $(PYTHONS)
test-wheels: wheels
	$(PYTHON) tests/wheels.py dist/wheels $(TEST_PYTHONS) $(WHEELS_FLAGS)

# Debian packages and a tarball for other Linuxes, in dist/, from the build that is there. Needs Debian's debhelper and lintian. The Python module is linked once more, with
# Debian's libraries; it has the same objects as the wheel's.
packages: all wheel
	cmake --preset release --log-level=WARNING -B $(BUILD)-python -DGAUZE_PYTHON=ON -DGAUZE_SERVER=OFF -DGAUZE_ROOMS_FROM=$(abspath $(BUILD)) -DPython_EXECUTABLE=$(abspath $(PYTHON))
	cmake --build $(BUILD)-python -j $(JOBS) --target _gauze
	tools/packages $(BUILD) dist
	lintian --allow-root --fail-on error dist/*.deb

# The packages in a fresh minimal Debian made by mmdebstrap: installed, used as the README says, removed, with nothing left. Needs root; not part of CI.
test-packages: packages
	$(PYTHON) tests/packages.py --dist dist

# OCI images from the packages in dist/, with buildah and mmdebstrap; and both run by crun, not as root and read-only. Needs root; not part of CI.
images:
	tools/images dist

test-images: images
	$(PYTHON) tests/images.py --dist dist

# What docs/orchestrators.md shows, with the real Dagster, Airflow and dbt, each in an environment of its own. Needs PyPI; not part of CI.
test-orchestrators: all wheel
	$(PYTHON) tests/orchestrators.py --gauze $(BUILD)/gauze --dist dist

install: all
	cmake --install $(BUILD) --prefix $(PREFIX)

clean:
	cmake -E rm -rf build build-asan build-tsan build-asan-server build-tsan-server build-arrow build-fuzz-long build-lint build-lint-together build-profile build-coverage build-dev build-wheel build-python $(wildcard build-cp3*) dist site
