# A short front for CMake: see CMakePresets.json for the builds behind it.

PREFIX ?= /usr/local
DESTDIR ?=
MINUTES ?= 15
TARGETS ?=
JOBS ?= $(shell nproc)
SHARED ?= ../shared
# Not empty: warnings are errors in the release build too. The other builds
# always take them so.
WERROR ?=

GENERATOR := $(if $(shell command -v ninja),-G Ninja)
export CMAKE_BUILD_PARALLEL_LEVEL = $(JOBS)
# One more than there are processors: some tests wait most of their time.
export CTEST_PARALLEL_LEVEL = $(shell expr $(JOBS) + 1)

# A build folder keeps the generator it was made with, and what it did not
# find: RECONFIGURE makes it look again, for packages that came later. Twice,
# because where the compiler has changed the first forgets all other settings.
preset = cmake --preset $(1) $(2) $(if $(WERROR),-DTABIA_WERROR=ON) \
	$(if $(wildcard build/$(1)/CMakeCache.txt),,$(GENERATOR)) \
	>build/configure-$(1).log 2>&1
configure = { test -z "$(RECONFIGURE)" && \
	ls build/$(1)/build.ninja build/$(1)/Makefile 2>/dev/null | grep -q .; } || \
	{ $(call preset,$(1),$(2)) && $(call preset,$(1),$(2)); } || \
	{ cat build/configure-$(1).log; exit 1; }
build = @mkdir -p build && { $(call configure,$(1),$(2)); } && \
	cmake --build --preset $(1)

.PHONY: all debug asan tsan clang demo test test-faults pairs bench \
	bench-short bench-check bench-record bench-parts fuzz \
	fuzz-keep coverage msan perft oracle format docs install uninstall \
	test-ports test-builds deb clean

all:
	$(call build,release)

debug asan clang:
	$(call build,$@)

demo:
	@tools/setup.sh build page
	@$(MAKE) --no-print-directory all
	@tools/demo.sh build/tabia

# Golden commands and fuzz seeds run under sanitizers; ALL=1 runs them in the
# release build as well.
test:
	@tools/setup.sh build test browser
	@$(MAKE) --no-print-directory RECONFIGURE=1 asan
	@$(MAKE) --no-print-directory RECONFIGURE=1 all
	ctest --preset asan
	ctest --preset release $(if $(ALL),,-LE 'cli|fuzz')
	@tools/skipped.sh build/asan build/release

# Kills and errors at every system call that writes; SHARE=1/10 takes every
# tenth of them.
SHARE ?= 1/1
test-faults: all
	@tools/setup.sh faults
	@tests/faults.py build/tabia . --share $(SHARE) $(CASES) || [ $$? -eq 77 ]

pairs: all
	@build/release/tests/test_every_pair --formats | \
		xargs -n 1 -P $(JOBS) build/release/tests/test_every_pair

# One table of what a person waits for, beside peers: ROWS="find games" measures
# only rows with these words. bench-check compares the ratios with the recorded
# ones, bench-record records them, bench-parts runs every part of tabia-bench.
ROWS ?=
GAMES := build/bench/games.pgn
table = @tools/setup.sh bench browser; \
	bench/unpack.sh $(SHARED)/data/pgn/twic_60mb.pgn.zst $(GAMES); \
	PATH=$$PATH:/usr/games bench/table.py build/tabia build/tabia-bench \
	--games $(GAMES) --json build/bench/table.json $(ROWS:%=--rows %)
bench: all
	$(table)

bench-short: all
	$(table) --quick --rows games --rows find

bench-check: all
	$(table) --check bench/recorded.json

bench-record: all
	$(table) --record bench/recorded.json

bench-parts: all
	@tools/setup.sh bench
	@bench/run.sh build/tabia-bench $(SHARED)

# All that uses more than one thread.
PARALLEL := 'base_pool|test_build|serve_edition|pgn_reader|pgn_games|cli/(build|games|perft)|$\
	cli/evaluate|build/(kill|cluster)|serve/(api|edit|files|games|holes|lichess|live|load|trust)'
tsan:
	@tools/setup.sh build test
	$(call build,tsan)
	ctest --preset tsan -R $(PARALLEL)

# Without the unit tests that call libraries which MemorySanitizer does not see
# into: jansson, libmicrohttpd, zlib; and one that calls fstatat().
UNSEEN := 'io_commit|book_share|test_build|evals|ctg_write|json|obk_write|$\
	every_pair|tipuzzle|pgn_(damage|reader|games)|serve|store_merge|conversions'
msan:
	@tools/setup.sh build test
	$(call build,msan)
	ctest --preset msan -L unit -E $(UNSEEN)

# The tests that need no browser; FILES="src/base/buf.c" lists what they miss.
coverage:
	@tools/setup.sh build test
	$(call build,coverage)
	@find build/coverage -name '*.gcda' -delete
	@status=0; \
	GCOV_ERROR_FILE=/dev/null ctest --preset coverage \
		-L 'unit|cli|uci|serve|example' || status=$$?; \
	tools/coverage.py build/coverage . $(FILES) && exit $$status

fuzz:
	@tools/setup.sh build test
	$(call build,fuzz)
	@tools/fuzz.sh build/fuzz/fuzz $(MINUTES) $(TARGETS)

fuzz-keep:
	@tools/fuzz.sh --keep build/fuzz/fuzz $(TARGETS)

perft: all
	@build/release/tests/perft_suite 5 $(SHARED)/data/perft/standard.epd \
		4 $(SHARED)/data/perft/fischer.epd

oracle: all
	@tools/setup.sh oracle
	@tools/oracle/run.sh build/release/tests/oracle_dump build/tabia

# Other processors, C libraries and shells, each as far as it runs here.
test-ports: all
	@tools/setup.sh build ports
	@tests/ports.sh build/ports
	@tests/check_completion.sh build/tabia

# Builds without a library or a network, and the same bytes from two folders.
test-builds:
	@tools/setup.sh build page
	@tests/builds.sh build/builds

format:
	@tools/sources.sh | xargs clang-format -i

docs: all
	@tools/docs.sh --update build/tabia
	@tools/http_types.py

install: all
	@DESTDIR="$(DESTDIR)" cmake --install build/release --prefix "$(PREFIX)"

uninstall: all
	@DESTDIR="$(DESTDIR)" tools/uninstall.sh build/release "$(PREFIX)"

# With the flags that Debian builds its own packages with.
DEB_FLAGS = "-DCMAKE_C_FLAGS=$$($(BUILDFLAGS) --get CFLAGS) \
	$$($(BUILDFLAGS) --get CPPFLAGS)" \
	"-DCMAKE_EXE_LINKER_FLAGS=$$($(BUILDFLAGS) --get LDFLAGS)" \
	"-DCMAKE_SHARED_LINKER_FLAGS=$$($(BUILDFLAGS) --get LDFLAGS)"
BUILDFLAGS = DEB_BUILD_MAINT_OPTIONS=hardening=+all dpkg-buildflags
deb:
	@tools/setup.sh build deb
	$(call build,deb,$(DEB_FLAGS))
	@cd build/deb && rm -f *.deb && cpack >cpack.log || { cat cpack.log; exit 1; }
	@tests/check_deb.sh . build/deb/*.deb
	@tests/check_hardening.sh build/deb build/deb/tabia build/deb/libtabia.so
	@ls build/deb/*.deb

clean:
	rm -rf build
