# `make` builds petrel, `make test` tests it, `make help` lists the other targets.

# One set of flags for everything built here, so that nothing is built twice: release mode, testable (with no measurable
# cost), and no imports that Package.swift does not declare. Large memory pages make the compiler about 7 % faster.
BUILD := GLIBC_TUNABLES=glibc.malloc.hugetlb=1 scripts/in-temporary-directory --lenient swift build -c release -Xswiftc -enable-testing --explicit-target-dependency-import-check error
# Many tests run in parallel because they spend most of their time waiting. More of them would exceed time limits, or the
# limit on inotify instances per user.
TEST := scripts/in-temporary-directory scripts/run-tests -c release -Xswiftc -enable-testing --skip-build --experimental-maximum-parallelization-width 24

PREFIX ?= /usr/local
SECONDS ?= 60
SWIFT_FILES := Package.swift Sources Tests
SLICES := slice-interruptions slice-mbsync slice-hostile slice-prompt slice-first-minutes

.DEFAULT_GOAL := build
.PHONY: help deps build build-bench run servers test-packages test run-tests build-tests slice-fuzz slices $(SLICES) check lint format docs fuzz crash mutate coverage bench trace build-static install uninstall deb tarball clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1 /p' Makefile | while read -r name what; do printf '  make %-9s%s\n' "$$name" "$$what"; done

deps: ## install missing packages with apt (scripts/deps --list explains them)
	@scripts/deps

build: deps ## build .build/release/petrel
	$(BUILD) --product petrel

build-bench: build
	$(BUILD) --product MessageBench
	$(BUILD) --product DraftAndContactBench
	$(BUILD) --product IndexBench
	$(BUILD) --product WireBench
	$(BUILD) --product FixedClockPrompt

run: build ## start the prompt on sample mail with private servers (OFFLINE=1: without)
	@scripts/run-sample

servers: ## run real mail servers on loopback until Ctrl-D, and print how to reach them
	@scripts/deps --servers || echo "servers: continuing without the missing packages"
	@scripts/servers/run-mail-servers --show

# The packages come first, because the checks need some of them.
test-packages: deps
	@scripts/deps --test || echo "test: continuing without the missing packages"

test: test-packages check ## run everything that CI runs: checks, all tests, short fuzzing and crash tests
	@scripts/deps --servers || echo "test: SKIPPED: tests that need a missing mail server"
	@$(MAKE) --no-print-directory --jobs=2 build-tests slice-fuzz
	@$(MAKE) --no-print-directory --jobs=2 --keep-going run-tests slices; code=$$?; cat .build/slices.log; exit $$code

run-tests:
	$(TEST)

build-tests:
	$(BUILD) --build-tests

# For minutes, the build runs only one compiler, because nothing else is ready. This uses the other processor then.
slice-fuzz:
	@nice -n 19 scripts/in-temporary-directory scripts/fuzz --build
	@nice -n 5 scripts/in-temporary-directory scripts/fuzz --slice

# Short random parts of the long suites. The tests wait more than they compute, so these run beside them, one at a time
# and with low priority. Their output comes after that of the tests.
slices:
	@MAKEFLAGS= nice -n 5 $(MAKE) --no-print-directory $(SLICES) >.build/slices.log 2>&1

slice-interruptions:
	@scripts/in-temporary-directory scripts/crash/interrupt-file-changes --self-test
	@scripts/in-temporary-directory scripts/crash/interrupt-file-changes --slice 300

slice-mbsync:
	@scripts/in-temporary-directory scripts/crash/sync-beside-mbsync --rounds 1 --steps 3

slice-hostile:
	@scripts/in-temporary-directory scripts/hostile/lying-servers --slice 40 starttls
	@scripts/in-temporary-directory scripts/hostile/damaged-files --slice 40

slice-prompt:
	@scripts/in-temporary-directory scripts/crash/random-prompt-sessions --self-test
	@scripts/in-temporary-directory scripts/crash/random-prompt-sessions --sessions 20

slice-first-minutes:
	@scripts/in-temporary-directory scripts/first-minutes --check

check: deps lint ## check format, lint, imports, packages, documentation and spelling; builds nothing
	@scripts/in-temporary-directory --lenient swift format lint --strict --recursive --parallel $(SWIFT_FILES)
	@scripts/checks/check-imports --self-test
	@scripts/checks/check-imports
	@scripts/checks/check-listed-packages --self-test
	@scripts/checks/check-listed-packages
	@scripts/checks/check-links --self-test
	@scripts/checks/check-links
	@scripts/checks/check-error-codes --self-test
	@scripts/checks/check-error-codes
	@scripts/checks/check-spelling --self-test
	@scripts/checks/check-spelling
	@scripts/make-screenshot --check
	@scripts/checks/compare-keystrokes --self-test
	@scripts/mutation/mutate --self-test
	@scripts/checks/compare-keystrokes --check
	@scripts/checks/trace-requirements --check

lint: deps ## check rules beyond those of swift-format
	@scripts/checks/lint --self-test
	@scripts/checks/lint

format: deps ## format all Swift files
	@swift format format --in-place --recursive --parallel $(SWIFT_FILES)

docs: build ## generate the command reference, the table in README.md and the screenshot
	@scripts/generate-docs

fuzz: deps ## run each fuzz target for SECONDS=60
	@scripts/fuzz $(SECONDS)

crash: build ## try to break every promise, in parts that continue after an interruption, and report it (takes hours)
	$(BUILD) --build-tests
	@scripts/deps --servers || echo "crash: SKIPPED: syncs with a missing mail server"
	@scripts/deps --crash || echo "crash: continuing without the missing packages"
	@scripts/deps --test || echo "crash: continuing without mbsync"
	@scripts/in-temporary-directory scripts/crash/interrupt-file-changes --self-test
	@scripts/crash/run-reliability-tests

mutate: deps ## break the code in small ways and check that tests notice, and report it (takes hours, can be interrupted)
	@scripts/mutation/mutate --jobs 2

coverage: deps ## measure which lines the tests reach, and report it
	@scripts/coverage

bench: ## run benchmarks, compared with GMime, notmuch, mu, mbsync and msmtp
	@scripts/deps --bench || echo "bench: continuing without the missing packages"
	@scripts/bench/run-all

trace: deps ## list the tests of each row of docs/requirements.md
	@scripts/checks/trace-requirements

# Only the Swift runtime is linked statically; the shared C libraries get their updates from the system.
build-static: deps
	swift build -c release --product petrel --static-swift-stdlib -Xlinker -s -Xlinker -z -Xlinker now --scratch-path .build/install

install: build-static ## install the program, manual pages, completions and units under PREFIX=/usr/local
	@scripts/packaging/install .build/install/release/petrel "$(PREFIX)" "$(DESTDIR)"

uninstall: ## remove what make install has installed under PREFIX
	@scripts/packaging/install --uninstall "$(PREFIX)" "$(DESTDIR)"

deb: build-static ## build a Debian package in .build/package
	@scripts/deps --package || echo "deb: continuing without the missing packages"
	@scripts/packaging/make-deb .build/install/release/petrel

tarball: build-static ## pack the program with its other files in .build/package
	@scripts/deps --package || echo "tarball: continuing without the missing packages"
	@scripts/packaging/make-tarball .build/install/release/petrel

clean: ## remove everything that was built
	rm -rf .build
