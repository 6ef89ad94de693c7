libaf_testgen_a_SOURCES = \
  testgen/arguments.c testgen/check-source.c testgen/describe.c testgen/explore.c testgen/focus.c testgen/minimize.c \
  testgen/repertoire.c testgen/script.c testgen/units.c testgen/values.c \
  testgen/testgen.h testgen/testgen-internal.h
EXTRA_DIST += testgen/README.md
check_PROGRAMS += tests/testgen/test-script tests/testgen/test-minimize tests/testgen/test-describe
tests_testgen_test_script_SOURCES = tests/testgen/test-script.c tests/testgen/module.h
tests_testgen_test_script_LDADD = $(AF_LIBS)
tests_testgen_test_minimize_SOURCES = tests/testgen/test-minimize.c tests/testgen/module.h
tests_testgen_test_minimize_LDADD = $(AF_LIBS)
tests_testgen_test_describe_SOURCES = tests/testgen/test-describe.c tests/testgen/module.h
tests_testgen_test_describe_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/testgen/test-explore
tests_testgen_test_explore_SOURCES = tests/testgen/test-explore.c tests/testgen/chain.h
tests_testgen_test_explore_LDADD = $(AF_LIBS)
