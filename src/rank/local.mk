libaf_rank_a_SOURCES = src/rank/features.c src/rank/rank.c src/rank/rank.h src/rank/rank-internal.h \
  src/rank/features.def
check_PROGRAMS += tests/rank/test-rank
tests_rank_test_rank_SOURCES = tests/rank/test-rank.c
tests_rank_test_rank_LDADD = $(AF_LIBS)
