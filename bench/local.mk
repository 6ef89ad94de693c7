noinst_LIBRARIES += libaf-bench.a
libaf_bench_a_SOURCES = bench/batch.c bench/check.c bench/corpus.c bench/oracle.c bench/reading.c bench/records.c \
  bench/session.c bench/shared/shared.c bench/shared/shared.h bench/tool.c bench/why.c \
  bench/figures/compare.c bench/figures/html.c bench/figures/json.c bench/figures/scenario.c \
  bench/figures/series.c bench/figures/statistics.c bench/figures/tally.c bench/figures/text.c \
  bench/rank/gather.c bench/rank/train.c bench/rank/ranking.h bench/text/calls.c bench/text/patch.c \
  bench/text/tokens.c bench/bench.h bench/corpus.h \
  bench/reading.h bench/records.h bench/session.h bench/taxonomy.def bench/figures/figures.h \
  bench/figures/statistics.h bench/text/text.h
noinst_PROGRAMS += bench/autofix-bench
bench_autofix_bench_SOURCES = bench/main.c
BENCH_LIBS = libaf-bench.a libaf-plan.a libaf-util.a $(JSON_LIBS) $(GLIB_LIBS) -lm -lpthread
bench_autofix_bench_LDADD = $(BENCH_LIBS)
EXTRA_DIST += bench/README.md

# How many planted faults of the corpus are repaired properly; make bench BENCH_ARGS="--seeds 5 --only ring/03".
.PHONY: bench bench-localize check-corpus
BENCH_ARGS = --seeds 1
bench: all
	bench/autofix-bench --corpus $(srcdir)/examples/corpus $(BENCH_ARGS)
# The same of modules that the tool was not developed on.
.PHONY: bench-unseen
bench-unseen: all
	bench/autofix-bench --corpus $(srcdir)/examples/unseen --output bench.unseen $(BENCH_ARGS)
# Where the places of the reference repairs rank, without repairing anything.
bench-localize: all
	bench/autofix-bench --corpus $(srcdir)/examples/corpus --localize --output bench.localize $(BENCH_ARGS)
# The paper's protocol: SEEDS sessions per fault for each amount of testing, and its tables by testing time.  What is
# interrupted goes on.
.PHONY: bench-times
TIMES = 1 2 4 8
bench-times: all
	@for n in $(TIMES); do \
	  bench/autofix-bench --corpus $(srcdir)/examples/corpus --output bench.times/$$n --pass=--effort=$$n $(BENCH_ARGS) \
	    > bench.times.log || { cat bench.times.log; exit 1; }; \
	done; rm -f bench.times.log; bench/autofix-bench --series $(TIMES:%=bench.times/%/bench.json)
# What each part of validation and ranking is worth, on every sixth fault.
.PHONY: bench-parts
bench-parts: all
	srcdir=$(srcdir) $(srcdir)/bench/parts.sh
EXTRA_DIST += bench/parts.sh
# How many are found, and how fast, with five seeds; then what testing does to the correct modules.  Half an hour.
noinst_LIBRARIES += libaf-found.a
libaf_found_a_SOURCES = bench/found/desk.c bench/found/text.c bench/found/found.h
noinst_PROGRAMS += bench/autofix-bench-found
bench_autofix_bench_found_SOURCES = bench/found/main.c
bench_autofix_bench_found_LDADD = libaf-found.a libaf-bench.a $(ROOM_LIBS) $(SYSTEM_LIBS)
.PHONY: bench-found
FOUND_ARGS = --seeds 5
bench-found: all
	bench/autofix-bench-found --corpus $(srcdir)/examples/corpus $(FOUND_ARGS)
# How small `autofix culprit` gets a change with a planted fault among edits that change nothing; needs git and python3.
.PHONY: bench-culprit
CULPRIT_ARGS =
bench-culprit: all
	python3 $(srcdir)/bench/culprit/measure.py src/autofix $(srcdir)/examples/corpus $(srcdir)/contracts $(CULPRIT_ARGS)
EXTRA_DIST += bench/culprit/measure.py
# How long a person waits for `autofix run`, and what the time goes into; needs python3.
.PHONY: bench-waits
WAITS_ARGS =
bench-waits: all
	python3 $(srcdir)/bench/waits/measure.py src/autofix $(srcdir)/examples/unseen $(WAITS_ARGS)
EXTRA_DIST += bench/waits/measure.py
# Planning and merging nights of thousands of modules: time, memory, growth.
noinst_PROGRAMS += bench/autofix-bench-scale
bench_autofix_bench_scale_SOURCES = bench/scale/main.c bench/scale/nodes.c bench/scale/real.c bench/scale/scale.h
bench_autofix_bench_scale_LDADD = $(BENCH_LIBS)
.PHONY: bench-scale
SCALE_ARGS =
bench-scale: all
	bench/autofix-bench-scale --corpus $(srcdir)/examples/corpus --output bench.scale $(SCALE_ARGS)
# Real mistakes in libraries of others, in the folder REAL (bench/README.md, Real mistakes).
noinst_LIBRARIES += libaf-real.a
libaf_real_a_SOURCES = bench/real/batch.c bench/real/case.c bench/real/rules.c bench/real/session.c bench/real/text.c \
  bench/real/verdicts.c bench/real/real.h
noinst_PROGRAMS += bench/autofix-bench-real
bench_autofix_bench_real_SOURCES = bench/real/main.c
bench_autofix_bench_real_LDADD = libaf-real.a $(BENCH_LIBS)
.PHONY: bench-real
REAL_ARGS =
bench-real: all
	@test -n "$(REAL)" || { echo "make bench-real REAL=DIR: a folder of cases (bench/README.md)" >&2; exit 1; }
	bench/autofix-bench-real $(REAL_ARGS) $(REAL)
# Fixes of debian/patches taken out of Debian's sources, which are fetched into the folder REAL, or bench.debian.
EXTRA_DIST += bench/real/debian.sh bench/real/debian
.PHONY: bench-debian
bench-debian: all
	@status=0; \
	AUTOFIX_SRCDIR=$(srcdir) sh $(srcdir)/bench/real/debian.sh $(or $(REAL),bench.debian) $(CASES) || status=$$?; \
	bench/autofix-bench-real $(addprefix --only=,$(CASES)) $(REAL_ARGS) $(or $(REAL),bench.debian) && exit $$status
# Small programs with tests, in the layouts of IntroClass and Codeflaws, in the folder PROGRAMS (bench/README.md,
# Programs with tests).
noinst_LIBRARIES += libaf-programs.a
libaf_programs_a_SOURCES = bench/programs/layouts.c bench/programs/rules.c bench/programs/session.c \
  bench/programs/table.c bench/programs/programs.h
noinst_PROGRAMS += bench/autofix-bench-programs
bench_autofix_bench_programs_SOURCES = bench/programs/main.c
bench_autofix_bench_programs_LDADD = libaf-programs.a $(BENCH_LIBS)
check_PROGRAMS += tests/bench/test-programs
tests_bench_test_programs_SOURCES = tests/bench/test-programs.c
tests_bench_test_programs_LDADD = libaf-programs.a $(BENCH_LIBS) $(CHECK_LIBS)
.PHONY: bench-programs
PROGRAMS_ARGS =
bench-programs: all
	@test -n "$(PROGRAMS)" \
	  || { echo "make bench-programs PROGRAMS=DIR: a folder of programs (bench/README.md)" >&2; exit 1; }
	bench/autofix-bench-programs $(PROGRAMS_ARGS) $(PROGRAMS)
# What the project asks of itself every night: three seeds find each fault within 20 seconds, and one finds none in the
# correct modules.  hash_map/04 shows in routines that have no call in common with the planted one.
.PHONY: nightly-self
nightly-self: all
	bench/autofix-bench-found --corpus $(srcdir)/examples/corpus --output bench.nightly --seeds 3 \
	  --require --except hash_map/04
# Fits the ranking to the oracle's rulings in bench.out (make bench BENCH_ARGS="--seeds 1 --survivors 24").
.PHONY: rank-train
rank-train: all
	bench/autofix-bench rank-train $(srcdir)/src/rank/features.def bench.out
# The form of the corpus: correct modules pass their oracles and violate no contract, planted faults compile and fail
# them.
check-corpus: all
	bench/autofix-bench --check --corpus $(srcdir)/examples/corpus

check_PROGRAMS += tests/bench/test-text tests/bench/test-corpus tests/bench/test-records tests/bench/test-figures
tests_bench_test_text_SOURCES = tests/bench/test-text.c
tests_bench_test_text_LDADD = $(BENCH_LIBS) $(CHECK_LIBS)
tests_bench_test_corpus_SOURCES = tests/bench/test-corpus.c
tests_bench_test_corpus_LDADD = $(BENCH_LIBS) $(CHECK_LIBS)
tests_bench_test_records_SOURCES = tests/bench/test-records.c
tests_bench_test_records_LDADD = $(BENCH_LIBS) $(CHECK_LIBS)
tests_bench_test_figures_SOURCES = tests/bench/test-figures.c
tests_bench_test_figures_LDADD = $(BENCH_LIBS) $(CHECK_LIBS)
check_PROGRAMS += tests/bench/test-real
tests_bench_test_real_SOURCES = tests/bench/test-real.c
tests_bench_test_real_LDADD = libaf-real.a $(BENCH_LIBS) $(CHECK_LIBS)
dist_check_SCRIPTS += tests/bench/found.sh tests/bench/infer.sh
# Whether our operators make the fixes that people made in the repositories of the folder HISTORIES.
noinst_LIBRARIES += libaf-history.a
libaf_history_a_SOURCES = bench/history/case.c bench/history/shape.c bench/history/parts.c \
  bench/history/text.c bench/history/history.h
noinst_PROGRAMS += bench/autofix-bench-history
bench_autofix_bench_history_SOURCES = bench/history/main.c
bench_autofix_bench_history_LDADD = libaf-history.a $(ROOM_LIBS) $(SYSTEM_LIBS)
.PHONY: bench-history
HISTORY_ARGS =
bench-history: all
	@test -n "$(HISTORIES)" || { echo "make bench-history HISTORIES=DIR: a folder of git repositories" >&2; exit 1; }
	bench/autofix-bench-history $(HISTORY_ARGS) "$(HISTORIES)"
# How good the contracts are that `autofix infer` proposes: bench/README.md, Inference.
noinst_PROGRAMS += bench/autofix-bench-infer
bench_autofix_bench_infer_SOURCES = bench/infer/main.c bench/infer/desk.c bench/infer/drop.c bench/infer/verdicts.c \
  bench/infer/right.c bench/infer/oracle.c bench/infer/plain.c bench/infer/bare.c bench/infer/timing.c \
  bench/infer/desk.h
bench_autofix_bench_infer_LDADD = $(ROOM_LIBS) $(SYSTEM_LIBS)
.PHONY: bench-infer
INFER_ARGS = --rows --sample 4
INFER_MODULES = $(srcdir)/examples/corpus/*/oracle.c $(srcdir)/examples/unseen/*/oracle.c
bench-infer: all
	bench/autofix-bench-infer $(INFER_ARGS) `dirname $(INFER_MODULES)`
