# `make` builds petrel, `make test` tests it, `make help` lists the other targets.

# One set of flags for everything built here, so that nothing is built twice: release mode, testable (with no measurable
# cost), and no imports that Package.swift does not declare.
BUILD := scripts/in-temporary-directory --lenient swift build -c release -Xswiftc -enable-testing --explicit-target-dependency-import-check error
# Many tests run in parallel because they spend most of their time waiting. More of them would exceed time limits, or the
# limit on inotify instances per user.
TEST := scripts/in-temporary-directory scripts/run-tests -c release -Xswiftc -enable-testing --skip-build --experimental-maximum-parallelization-width 24

PREFIX ?= /usr/local
SECONDS ?= 60
SWIFT_FILES := Package.swift Sources Tests

.DEFAULT_GOAL := build
.PHONY: help deps build build-bench run servers test-packages test check lint format docs fuzz crash bench trace install clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1 /p' Makefile | while read -r name what; do printf '  make %-9s%s\n' "$$name" "$$what"; done

deps: ## install missing packages with apt (scripts/deps --list explains them)
	@scripts/deps

build: deps ## build .build/release/petrel
	$(BUILD) --product petrel

build-bench: build
	$(BUILD) --product MessageBench
	$(BUILD) --product StoreBench
	$(BUILD) --product IndexBench
	$(BUILD) --product WireBench
	$(BUILD) --product PromptProbe

run: build ## start the prompt on sample mail with private servers (OFFLINE=1: without)
	@scripts/run-sample

servers: ## run real mail servers on loopback until Ctrl-D, and print how to reach them
	@scripts/deps --servers || echo "servers: continuing without the missing packages"
	@scripts/servers/servers --show

# The packages come first, because the checks need some of them.
test-packages: deps
	@scripts/deps --test || echo "test: continuing without the missing packages"

test: test-packages check ## run everything that CI runs: checks, all tests, short fuzzing and crash tests
	@scripts/deps --servers || echo "test: SKIPPED: tests that need a missing mail server"
	$(BUILD) --build-tests
	@scripts/in-temporary-directory scripts/fuzz --slice
	@scripts/in-temporary-directory scripts/crash/crash --self-test
	@scripts/in-temporary-directory scripts/crash/crash --slice 300
	$(TEST)

check: deps lint ## check format, lint, imports, packages, documentation and spelling; builds nothing
	@scripts/in-temporary-directory --lenient swift format lint --strict --recursive --parallel $(SWIFT_FILES)
	@scripts/checks/check-imports --self-test
	@scripts/checks/check-imports
	@scripts/checks/check-listed-packages --self-test
	@scripts/checks/check-listed-packages
	@scripts/checks/check-links --self-test
	@scripts/checks/check-links
	@scripts/checks/check-spelling --self-test
	@scripts/checks/check-spelling
	@scripts/make-screenshot --check
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

crash: build ## kill petrel, cut the power and fill the disk at every write (takes hours)
	$(BUILD) --build-tests
	PETREL_CRASH_STATES=60 $(TEST) --filter "StoreCrashTests|StoreTraceTests|ContactDirectoryTests"
	@scripts/deps --servers || echo "crash: SKIPPED: syncs with a missing mail server"
	PETREL_SYNC_CASES=all PETREL_SYNC_CUTS=1 PETREL_SYNC_PROXY_CUTS=170 PETREL_TRACES=10000 PETREL_REAL_TRACES=200 \
		$(TEST) --filter "SyncTests"
	PETREL_SYNC_SEEDS=200000 $(TEST) --filter "ConvergenceTests"
	PETREL_DELIVERY_CUTS=all $(TEST) --filter "DeliveryTests"
	@scripts/deps --crash || echo "crash: continuing without the missing packages"
	@scripts/in-temporary-directory scripts/crash/crash --self-test
	@scripts/crash/crash
	@scripts/crash/crash --powercut
	@scripts/crash/crash --full
	@scripts/crash/exactly-once
	@scripts/crash/stop-after-every-input-line
	@scripts/crash/watch-kills
	@scripts/crash/watch-many
	PETREL_WATCH_HOURS=24 $(TEST) --filter "LongWatchTests"

bench: ## run benchmarks, compared with GMime, notmuch, mu, mbsync and msmtp
	@scripts/deps --bench || echo "bench: continuing without the missing packages"
	@scripts/bench/run

trace: deps ## list the tests of each row of docs/requirements.md
	@scripts/checks/trace-requirements

install: deps ## install the program, manual page and completions under PREFIX=/usr/local
	swift build -c release --product petrel --static-swift-stdlib -Xlinker -s --scratch-path .build/install
	install -D -m 755 .build/install/release/petrel "$(DESTDIR)$(PREFIX)/bin/petrel"
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1" "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" \
		"$(DESTDIR)$(PREFIX)/share/zsh/site-functions" "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	.build/install/release/petrel help --format man > "$(DESTDIR)$(PREFIX)/share/man/man1/petrel.1"
	.build/install/release/petrel completions bash > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/petrel"
	.build/install/release/petrel completions zsh > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_petrel"
	.build/install/release/petrel completions fish > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/petrel.fish"

clean: ## remove everything that was built
	rm -rf .build
