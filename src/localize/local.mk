libaf_localize_a_SOURCES = src/localize/localize.c src/localize/options.c src/localize/extensions.def \
  src/localize/predicates/expressions.c src/localize/predicates/predicates.c src/localize/predicates/predicates.def \
  src/localize/predicates/implications.c src/localize/predicates/background.c src/localize/predicates/prune.c \
  src/localize/columns.c src/localize/snapshots.c src/localize/invariants/conjunctions.c \
  src/localize/score.c src/localize/profile.c src/localize/distance.c src/localize/views.c src/localize/writers.c \
  src/localize/table/table.c src/localize/table/rows.c \
  src/localize/localize.h src/localize/states.h src/localize/localize-internal.h
check_PROGRAMS += tests/localize/test-scores tests/localize/test-predicates tests/localize/test-columns \
  tests/localize/test-prune tests/localize/test-chain tests/localize/test-analysis
tests_localize_test_scores_SOURCES = tests/localize/test-scores.c tests/localize/subject.h
tests_localize_test_scores_LDADD = $(AF_LIBS)
tests_localize_test_predicates_SOURCES = tests/localize/test-predicates.c tests/localize/subject.h
tests_localize_test_predicates_LDADD = $(AF_LIBS)
tests_localize_test_columns_SOURCES = tests/localize/test-columns.c tests/localize/subject.h
tests_localize_test_columns_LDADD = $(AF_LIBS)
tests_localize_test_prune_SOURCES = tests/localize/test-prune.c tests/localize/subject.h
tests_localize_test_prune_LDADD = $(AF_LIBS)
tests_localize_test_chain_SOURCES = tests/localize/test-chain.c tests/localize/subject.h
tests_localize_test_chain_LDADD = $(AF_LIBS)
tests_localize_test_analysis_SOURCES = tests/localize/test-analysis.c tests/localize/subject.h
tests_localize_test_analysis_LDADD = $(AF_LIBS)
