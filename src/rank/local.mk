libaf_rank_a_SOURCES = src/rank/conventions.c src/rank/features.c src/rank/natural.c src/rank/rank.c \
  src/rank/resorts.c src/rank/unrelated.c src/rank/uses.c src/rank/words.c \
  src/rank/rank.h src/rank/rank-internal.h src/rank/features.def src/rank/resorts.def
check_PROGRAMS += tests/rank/test-rank
tests_rank_test_rank_SOURCES = tests/rank/test-rank.c
tests_rank_test_rank_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/rank/test-resorts
tests_rank_test_resorts_SOURCES = tests/rank/test-resorts.c
tests_rank_test_resorts_LDADD = $(AF_LIBS)
