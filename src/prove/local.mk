libaf_prove_a_SOURCES = src/prove/prove.c src/prove/paths.c src/prove/terms.c src/prove/memory/memory.c \
  src/prove/memory/pointers.c src/prove/expressions.c src/prove/truth.c src/prove/calls.c src/prove/memory/literals.c \
  src/prove/memory/library.c src/prove/witness.c src/prove/prove.h src/prove/prove-internal.h
check_PROGRAMS += tests/prove/test-prove
tests_prove_test_prove_SOURCES = tests/prove/test-prove.c
tests_prove_test_prove_LDADD = $(AF_LIBS)
