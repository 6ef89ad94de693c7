libaf_patterns_a_SOURCES = src/patterns/pattern.c src/patterns/text.c src/patterns/concrete.c src/patterns/unify.c \
  src/patterns/cluster.c src/patterns/names.c src/patterns/likelihood.c src/patterns/file.c \
  src/patterns/file.h src/patterns/pattern.h src/patterns/cluster.h \
  src/patterns/names.def
check_PROGRAMS += tests/patterns/test-patterns
tests_patterns_test_patterns_SOURCES = tests/patterns/test-patterns.c
tests_patterns_test_patterns_LDADD = $(AF_LIBS)
