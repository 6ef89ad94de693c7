libaf_weave_a_SOURCES = src/weave/checks/checks.c src/weave/checks/guards.c src/weave/checks/arguments.c \
  src/weave/checks/operands.c src/weave/checks/expansions.c src/weave/checks/checks-internal.h \
  src/weave/declarator.c src/weave/groups.c \
  src/weave/left.c src/weave/marks.c src/weave/render.c src/weave/render-contracts.c src/weave/tail.c \
  src/weave/weave.c src/weave/watch.c src/weave/wrapper.c \
  src/weave/candidates/clones.c src/weave/candidates/guarded.c \
  src/weave/candidates/shapes.c src/weave/candidates/variants.c src/weave/program/program.c \
  src/weave/program/tails.c src/weave/program/switched.c \
  src/weave/tables/allocators.c src/weave/tables/callbacks.c src/weave/tables/driver.c \
  src/weave/tables/fields.c src/weave/tables/tables.c \
  src/weave/tables/factories.c \
  src/weave/driver.h src/weave/weave.h src/weave/weave-internal.h
EXTRA_DIST += src/weave/README.md tests/weave/fake-runtime.c tests/weave/subject-main.c \
  tests/golden/weave/contracts.d/input.c tests/golden/weave/contracts.d/expected \
  tests/golden/weave/values.d/input.c tests/golden/weave/values.d/expected
check_PROGRAMS += tests/weave/test-weave tests/weave/test-programs
tests_weave_test_programs_SOURCES = tests/weave/test-programs.c
tests_weave_test_programs_LDADD = $(AF_LIBS)
tests_weave_test_weave_SOURCES = tests/weave/test-weave.c
tests_weave_test_weave_LDADD = $(AF_LIBS)
