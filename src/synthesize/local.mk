libaf_synthesize_a_SOURCES = src/synthesize/synthesize.c src/synthesize/summary.c src/synthesize/pairing.c \
  src/synthesize/conditions.c src/synthesize/schemas.c src/synthesize/edits.c src/synthesize/actions/settings.c \
  src/synthesize/actions/replacements.c src/synthesize/actions/repairs.c src/synthesize/actions/leaves.c \
  src/synthesize/actions/values.c src/synthesize/actions/constraints.c src/synthesize/actions/targets.c \
  src/synthesize/actions/behaviour.c src/synthesize/actions/forms.c src/synthesize/actions/moves.c \
  src/synthesize/insert/blocks.c src/synthesize/insert/copies.c src/synthesize/insert/updates.c \
  src/synthesize/insert/frees.c src/synthesize/insert/specified.c src/synthesize/change/uses.c \
  src/synthesize/change/warnings.c src/synthesize/change/callees.c src/synthesize/change/results.c \
  src/synthesize/change/sizes.c src/synthesize/rewrite/declarations.c src/synthesize/rewrite/branches.c \
  src/synthesize/rewrite/hoists.c src/synthesize/rewrite/elses.c src/synthesize/rewrite/overflows.c \
  src/synthesize/change/conjuncts.c src/synthesize/change/offsets.c src/synthesize/change/stale.c \
  src/synthesize/rewrite/memory.c src/synthesize/rewrite/aliases.c src/synthesize/rewrite/handovers.c \
  src/synthesize/rewrite/clamps.c src/synthesize/guards/trials.c src/synthesize/guards/guards.c \
  src/synthesize/guards/search.c src/synthesize/guards/linear.c src/synthesize/guards/pairs.c \
  src/synthesize/guards/feedback.c src/synthesize/guards/guards-internal.h src/synthesize/layout/layout.c \
  src/synthesize/layout/clang-format.c src/synthesize/layout/layout-internal.h src/synthesize/layout.h \
  src/synthesize/synthesize.h src/synthesize/synthesize-internal.h src/synthesize/actions.def \
  src/synthesize/schemas.def
check_PROGRAMS += tests/synthesize/test-synthesize tests/synthesize/test-golden tests/synthesize/test-compile
tests_synthesize_test_synthesize_SOURCES = tests/synthesize/test-synthesize.c tests/synthesize/support.h
tests_synthesize_test_synthesize_LDADD = $(AF_LIBS)
tests_synthesize_test_golden_SOURCES = tests/synthesize/test-golden.c tests/synthesize/support.h
tests_synthesize_test_golden_LDADD = $(AF_LIBS)
tests_synthesize_test_compile_SOURCES = tests/synthesize/test-compile.c tests/synthesize/support.h
tests_synthesize_test_compile_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/synthesize/test-guards
tests_synthesize_test_guards_SOURCES = tests/synthesize/test-guards.c
tests_synthesize_test_guards_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/synthesize/test-layout
tests_synthesize_test_layout_SOURCES = tests/synthesize/test-layout.c tests/synthesize/support.h
tests_synthesize_test_layout_LDADD = $(AF_LIBS)
EXTRA_DIST += tests/golden/synthesize
