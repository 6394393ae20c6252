# petrel. `make` builds it, `make test` proves it, `make help` lists the rest.

# One set of flags for all that is built here, so that nothing is built twice: release, with tests able to look
# inside (which costs no speed that can be measured), and no import that Package.swift does not name.
BUILD := swift build -c release -Xswiftc -enable-testing --explicit-target-dependency-import-check error
# Tests side by side: enough for those that wait, and not so many that a limit of time, or of the places where a user's
# programs can watch directories, is reached because of the others.
TEST := scripts/run-tests -c release -Xswiftc -enable-testing --skip-build --experimental-maximum-parallelization-width 24

PREFIX ?= /usr/local
SECONDS ?= 60
SWIFT_FILES := Package.swift Sources Tests

.DEFAULT_GOAL := build
.PHONY: help deps build build-bench run servers test check lint format fuzz crash bench trace install clean

help: ## list these targets
	@sed -n 's/^\([a-z]*\):.*## /\1 /p' Makefile | while read -r name what; do printf '  make %-9s%s\n' "$$name" "$$what"; done

deps: ## install what is missing, with apt (scripts/deps --list says what and why)
	@scripts/deps

build: deps ## build .build/release/petrel
	$(BUILD) --product petrel

build-bench: build
	$(BUILD) --product MessageBench
	$(BUILD) --product StoreBench
	$(BUILD) --product IndexBench
	$(BUILD) --product WireBench
	$(BUILD) --product PromptProbe

run: build ## write and read at the prompt, on sample mail that private servers have (OFFLINE=1: with no server)
	@scripts/run

servers: ## run real mail servers on loopback, and say how to reach them, until Ctrl-D
	@scripts/deps --servers || echo "servers: goes on without what is missing"
	@scripts/servers --show

test: deps check ## everything that CI runs: checks, slices of fuzzing and of crashing, all tests
	@scripts/deps --test || echo "test: goes on without what is missing"
	@scripts/deps --servers || echo "test: SKIPPED are the tests that need a real mail server which is missing"
	$(BUILD) --build-tests
	@scripts/fuzz --slice
	@scripts/crash --self-test
	@scripts/crash --slice 300
	$(TEST)

check: deps lint ## format, lint, imports, dependencies; builds nothing
	@swift format lint --strict --recursive --parallel $(SWIFT_FILES)
	@scripts/check-imports --self-test
	@scripts/check-imports
	@scripts/check-deps --self-test
	@scripts/check-deps
	@scripts/trace --check

lint: deps ## the rules of the house that swift-format does not know
	@scripts/lint --self-test
	@scripts/lint

format: deps ## lay out all Swift files as .swift-format says
	@swift format format --in-place --recursive --parallel $(SWIFT_FILES)

fuzz: deps ## each fuzzing target for SECONDS=60
	@scripts/fuzz $(SECONDS)

crash: build ## petrel stopped, cut off and refused at every change that it makes on the disk
	$(BUILD) --build-tests
	PETREL_CRASH_STATES=60 $(TEST) --filter "StoreCrashTests|StoreTraceTests|ContactDirectoryTests"
	@scripts/deps --servers || echo "crash: SKIPPED are the syncs with a real mail server which is missing"
	PETREL_SYNC_CASES=all PETREL_SYNC_CUTS=1 PETREL_SYNC_PROXY_CUTS=170 PETREL_TRACES=10000 PETREL_REAL_TRACES=200 \
		$(TEST) --filter "SyncTests"
	PETREL_SYNC_SEEDS=200000 $(TEST) --filter "ConvergenceTests"
	PETREL_DELIVERY_CUTS=all $(TEST) --filter "DeliveryTests"
	@scripts/deps --crash || echo "crash: goes on without what is missing"
	@scripts/crash --self-test
	@scripts/crash
	@scripts/crash --powercut
	@scripts/crash --full
	@scripts/once
	@scripts/stops

bench: ## parsing beside GMime, the index beside notmuch and mu, hostile and large messages
	@scripts/deps --bench || echo "bench: goes on without what is missing"
	@scripts/bench/run

trace: deps ## which tests hold which rows of docs/requirements.md
	@scripts/trace

install: deps ## install petrel under PREFIX=/usr/local (DESTDIR is honoured); needs no Swift where it runs
	swift build -c release --product petrel --static-swift-stdlib -Xlinker -s --scratch-path .build/install
	install -D -m 755 .build/install/release/petrel "$(DESTDIR)$(PREFIX)/bin/petrel"

clean: ## remove all that was built
	rm -rf .build
