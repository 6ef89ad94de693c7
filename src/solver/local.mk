libaf_solver_a_SOURCES = src/solver/solver.c src/solver/translate.c src/solver/atoms.c src/solver/linear.c src/solver/solutions.c src/solver/extremes.c \
  src/solver/solver.h src/solver/solver-internal.h
check_PROGRAMS += tests/solver/test-solver
tests_solver_test_solver_SOURCES = tests/solver/test-solver.c
tests_solver_test_solver_LDADD = $(AF_LIBS)
