libaf_prove_a_SOURCES = src/prove/prove.c src/prove/paths.c src/prove/terms.c src/prove/memory/memory.c \
  src/prove/memory/pointers.c src/prove/expressions.c src/prove/truth.c src/prove/calls.c src/prove/memory/literals.c \
  src/prove/memory/library.c src/prove/witness.c src/prove/prove.h src/prove/prove-internal.h
check_PROGRAMS += tests/prove/test-prove tests/prove/test-constructs tests/prove/test-claims tests/prove/test-running \
  tests/prove/test-limits
tests_prove_test_prove_SOURCES = tests/prove/test-prove.c tests/prove/routines.h
tests_prove_test_prove_LDADD = $(AF_LIBS)
tests_prove_test_constructs_SOURCES = tests/prove/test-constructs.c tests/prove/routines.h
tests_prove_test_constructs_LDADD = $(AF_LIBS)
tests_prove_test_claims_SOURCES = tests/prove/test-claims.c tests/prove/routines.h
tests_prove_test_claims_LDADD = $(AF_LIBS)
tests_prove_test_running_SOURCES = tests/prove/test-running.c tests/prove/routines.h
tests_prove_test_running_LDADD = $(AF_LIBS)
tests_prove_test_limits_SOURCES = tests/prove/test-limits.c tests/prove/routines.h
tests_prove_test_limits_LDADD = $(AF_LIBS)
