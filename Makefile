# Everything that a developer or CI does with this repository.

GO ?= go
BIN := bin/ctxchain

# The x/tools that gopls 0.23.0 is built with. ctxchain has to compile with it,
# so that a gopls can hold it.
GOPLS_TOOLS := v0.47.1-0.20260707181000-a299dadba899

# How long each fuzz target runs.
FUZZTIME ?= 60s

# Go files that gofmt is to like. Test data may be wrong on purpose.
GOFILES = $(shell git ls-files --cached --others --exclude-standard -- '*.go' ':!:*/testdata/*')

.DEFAULT_GOAL := help

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Equal sources give equal binaries: go vet knows a tool by its content, and
# shares results between machines by that.
.PHONY: build
build: ## build bin/ctxchain
	$(GO) build -trimpath -buildvcs=false -o $(BIN) ./cmd/ctxchain

# The shop's chains are broken on purpose: exit status 1 is what is right.
.PHONY: demo
demo: build ## analyze the demo shop, whose deadline chains are broken
	@cd analyzers/testdata/shop && { $(CURDIR)/$(BIN) ./...; status=$$?; }; \
	case $$status in \
	1) echo; echo "These are the places where the shop breaks its deadline chain." ;; \
	0) echo "demo: no findings in the shop" >&2; exit 1 ;; \
	*) echo "demo: the shop could not be analyzed" >&2; exit 1 ;; \
	esac

.PHONY: test
test: lint checkfmt ## run the quick tests (a few minutes)
	$(GO) test -timeout 10m ./...

.PHONY: test-e2e
test-e2e: demo selfcheck check-gopls-tools checkgenerate test-browser test-editor test-gopls test-vscode test-schema check-golangci ## run the tests that take long, or need the network

.PHONY: test-browser
test-browser: ## open a report in Chromium, which has to be installed
	$(GO) test -tags e2e -run '^TestBrowser$$' -timeout 20m ./cmd/ctxchain

.PHONY: test-editor
test-editor: ## drive ctxchain lsp with Neovim, which has to be installed
	$(GO) test -count=1 -tags e2e -run '^TestEditor' -timeout 20m ./cmd/ctxchain

.PHONY: test-gopls
test-gopls: ## build a gopls with the checks (downloads it), and drive it with Neovim
	$(GO) test -count=1 -tags e2e -run '^TestGopls' -timeout 40m ./cmd/ctxchain

.PHONY: test-vscode
test-vscode: ## type-check and pack the VS Code extension (downloads what it is built with)
	@rm -rf .tmp/vscode .tmp/ctxchain.vsix && mkdir -p .tmp
	cp -R docs/vscode .tmp && rm -rf .tmp/vscode/out && cp LICENSE .tmp/vscode
	cd .tmp/vscode && npm ci --ignore-scripts && npm exec --no -- vsce package --out ../ctxchain.vsix
	@for file in out/extension.js node_modules/vscode-languageclient/package.json; do \
		grep -qaF "extension/$$file" .tmp/ctxchain.vsix || { echo ".tmp/ctxchain.vsix lacks $$file" >&2; exit 1; }; \
	done

.PHONY: test-schema
test-schema: ## hold SARIF against the official schema (downloads it)
	$(GO) test -tags e2e -run '^TestSARIFSchema$$' ./cmd/ctxchain/internal/formats

.PHONY: check-tables
check-tables: ## check the tables against the real libraries (downloads them)
	cd analyzers/internal/ctxapi/check && $(GO) test -timeout 60m ./...

.PHONY: check-gopls-tools
check-gopls-tools: ## compile the checks with the x/tools that gopls has
	@mkdir -p .tmp
	cp go.mod .tmp/gopls.mod && cp go.sum .tmp/gopls.sum
	$(GO) mod edit -replace=golang.org/x/tools=golang.org/x/tools@$(GOPLS_TOOLS) .tmp/gopls.mod
	$(GO) build -mod=mod -modfile=.tmp/gopls.mod ./analyzers/... ./plugin/gopls

# Nothing of golangci-lint is in a fresh build cache: it takes minutes to compile.
.PHONY: check-golangci
check-golangci: ## build a golangci-lint with the plugin, compare, and apply fixes
	cd plugin/e2e && $(GO) vet ./... && $(GO) test -count=1 -timeout 40m ./...

.PHONY: tidy
tidy: ## tidy go.mod of all modules, after a change to that of ctxchain
	$(GO) mod tidy
	cd plugin/e2e && $(GO) mod tidy
	cd analyzers/internal/ctxapi/check && $(GO) mod tidy

.PHONY: selfcheck
selfcheck: build ## run ctxchain on this repository
	$(BIN) ./...

.PHONY: std
std: ## analyze the whole standard library, twice, and compare (takes long)
	$(GO) test -count=1 -v -tags std -run '^TestStd' -timeout 60m ./analyzers/internal/ctxflow

.PHONY: std-part
std-part: ## analyze a part of the standard library, twice, and compare
	$(GO) test -count=1 -v -run '^TestStdPart$$' -timeout 10m ./analyzers/internal/ctxflow

# Which code a program runs through isn't always the same, so that to look for
# the smallest with the same coverage, a minute for each, takes all the time.
.PHONY: fuzz
fuzz: ## run each fuzz target for FUZZTIME
	@set -e; for pkg in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
			echo "fuzz $$pkg $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$pkg; \
		done; \
	done

.PHONY: generate
generate: ## make what is made from the sources
	$(GO) generate ./analyzers/... ./cmd/...

# A changed file may be somebody's work: what counts is that generating changes
# nothing more.
.PHONY: checkgenerate
checkgenerate: ## fail if generate changes anything
	@mkdir -p .tmp
	@git status --porcelain >.tmp/before && git diff >>.tmp/before
	@$(MAKE) --no-print-directory generate
	@git status --porcelain >.tmp/after && git diff >>.tmp/after
	@diff .tmp/before .tmp/after || { echo "generated files are out of date: run make generate" >&2; exit 1; }

.PHONY: fmt
fmt: ## format the Go files
	gofmt -w $(GOFILES)

.PHONY: checkfmt
checkfmt: ## fail if a Go file isn't formatted
	@out=$$(gofmt -l $(GOFILES)); \
	if [ -n "$$out" ]; then echo "not formatted, run make fmt:"; echo "$$out"; exit 1; fi >&2

.PHONY: lint
lint: ## run go vet
	$(GO) vet ./...
