# `make help` lists the commands. Everything else is in npm scripts, which run on the Node that npm installs.
NODE := node_modules/.bin/node
# npm writes this file at the end of every install.
INSTALLED := node_modules/.package-lock.json

.DEFAULT_GOAL := help
.PHONY: help install demo demo-reset test test-full test-node test-upgrade release unit integration e2e journeys format-check lint typecheck fmt screens generate images chart unused bench kind-up kind-test kind-down bench-operator bench-ledger bench-ledger-scale bench-ledger-fleet bench-metrics bench-web openapi

help: ## List the commands
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{ printf "  %-14s %s\n", $$1, $$2 }'

install: $(INSTALLED) ## Install the packages of package-lock.json

$(INSTALLED): package-lock.json
	@node scripts/install.mjs

demo: install ## Start everything on this machine; PORT and GPULEASE_HOME can be set
	@$(NODE) local/src/demo/main.ts

demo-reset: install ## Remove the data of the demo
	@$(NODE) local/src/demo/reset.ts

kind-up: install ## Start everything in a cluster in Docker, with the real KubeVirt; needs docker, kind, kubectl and helm
	@$(NODE) kind/src/up.ts

kind-test: install ## Test that cluster, with faults and packets; exits with 77 if there is none
	@$(NODE) kind/src/test.ts

kind-down: install ## Remove that cluster and its data
	@$(NODE) kind/src/down.ts

test: ## Format, lint, types, dead code, unit, integration and browser tests; installs what it needs
	@node scripts/test.mjs

test-full: ## Also ten minutes of random kills (CHAOS_SEED repeats a run), 300 Workloads in one apply, both images twice, `make openapi` and `make test-node`
	@node scripts/test.mjs --full

test-upgrade: install ## Upgrade the last release to this commit and roll back, under load; needs Go. FROM sets another release
	@npm run --silent test:upgrade

release: install ## Commit and tag a release of the committed files, VERSION=0.2.0; pushes nothing
	@VERSION=$(VERSION) $(NODE) scripts/release.mjs

test-node: install ## Test the packaged chart on a real node, with faults and packets; needs root on Linux. RELEASE=dist uses dist/
	@npm run --silent test:node

unit: install ## Unit tests
	@npm run --silent test:unit

integration: install ## Tests against a real API server and a real PostgreSQL
	@npm run --silent test:integration

e2e: install ## Browser tests of the whole product
	@npm run --silent test:e2e

journeys: install ## Long browser journeys, 50 minutes: a sick GPU, a lost node, planned maintenance, automatic stops, graphs
	@JOURNEYS=1 npm run --silent test:e2e -- journeys/

openapi: install ## Test the portal against its OpenAPI document with Schemathesis; needs Python 3. OPENAPI_SEED repeats a run
	@npm run --silent test:openapi

format-check: install ## Check the format
	@npm run --silent format:check

lint: install ## Check the code with ESLint
	@npm run --silent lint

typecheck: install ## Check the types
	@npm run --silent typecheck

fmt: install ## Format all files
	@npm run --silent format

screens: install ## Take the screenshots of docs/screens and of the home page from the running demo
	@$(NODE) e2e/screens/main.ts

generate: install ## Regenerate the generated files: CRDs, rendered chart, OpenAPI, reference
	@npm run --silent generate

images: install ## Build both images of this commit as OCI archives in dist/, without Docker; needs Debian 12
	@$(NODE) charts/src/bin/images.ts

chart: install ## Package the chart of this commit in dist/, with the digests of `make images`
	@$(NODE) charts/src/bin/chart.ts

unused: install ## Find unused code and packages
	@npm run --silent unused

bench: install ## Run all benchmarks and print the results
	@$(NODE) bench/main.ts

bench-ledger: install ## Benchmark the ledger against pgbench's simple-update
	@$(NODE) bench/ledger/main.ts

bench-ledger-scale: install ## Benchmark the ledger with a long history. USERS=1000000 ENTRIES=20000000: with as many
	@$(NODE) bench/ledger/scale/main.ts $(or $(USERS),20000) $(or $(ENTRIES),2000000)

bench-ledger-fleet: install ## Benchmark a customer with many machines. MACHINES=3000 TERMS=100: by the hour, and reserved for a year
	@$(NODE) bench/ledger/fleet/main.ts $(or $(MACHINES),3000) $(or $(TERMS),100)

bench-metrics: install ## Benchmark the gauges of 10,000 machines, and what it costs to measure those of the demo. MACHINES=1000: of as many
	@$(NODE) bench/metrics/main.ts

bench-web: install ## Benchmark the pages on a slow phone
	@$(NODE) bench/web/main.ts

bench-operator: install ## Benchmark the operator against a peer on controller-runtime; needs Go. SIZE=10000: with as many machines
	@$(NODE) bench/operator/main.ts
