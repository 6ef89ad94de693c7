libaf_patterns_a_SOURCES = src/patterns/pattern.c src/patterns/text.c src/patterns/concrete.c src/patterns/unify.c \
  src/patterns/cluster.c src/patterns/names.c src/patterns/likelihood.c src/patterns/file.c src/patterns/file.h \
  src/patterns/place/match.c src/patterns/place/place.c src/patterns/place/pieces.c \
  src/patterns/place/match.h src/patterns/place/place.h src/patterns/place/place-internal.h \
  src/patterns/pattern.h src/patterns/cluster.h src/patterns/names.def
check_PROGRAMS += tests/patterns/test-patterns
tests_patterns_test_patterns_SOURCES = tests/patterns/test-patterns.c
tests_patterns_test_patterns_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/patterns/test-place
tests_patterns_test_place_SOURCES = tests/patterns/test-place.c
tests_patterns_test_place_LDADD = $(AF_LIBS)
