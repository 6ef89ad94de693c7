libaf_testgen_a_SOURCES = testgen/testgen.h testgen/behaviour.h testgen/enumerate.h testgen/testgen-internal.h \
  testgen/texts-internal.h testgen/repertoire-internal.h testgen/values/arguments.c testgen/values/items.c \
  testgen/values/kinds.c testgen/values/pairs.c testgen/values/rows.c testgen/values/kinds.def \
  testgen/values/reading.c \
  testgen/values/repertoire.c \
  testgen/values/owners.c testgen/values/preconditions.c testgen/sizes/capacity.c testgen/sizes/counting.c \
  testgen/sizes/spare.c testgen/sizes/bytes.c testgen/sizes/output.c \
  testgen/sizes/handed.c testgen/sizes/noted.c testgen/texts/mutate.c testgen/texts/operands.c \
  testgen/texts/sentences.c \
  testgen/values/values.c testgen/search/coverage.c testgen/search/distance.c testgen/search/enumerate.c \
  testgen/search/explore.c \
  testgen/search/focus.c testgen/search/deep.c testgen/texts/arrays.c testgen/texts/ends.c testgen/search/schedule.c \
  testgen/forgiven/gaps.c \
  testgen/forgiven/extremes.c testgen/forgiven/hollow.c testgen/forgiven/outside.c testgen/forgiven/settled.c \
  testgen/forgiven/unsized.c \
  testgen/setup/set-up.c testgen/setup/linked.c testgen/setup/create.c \
  testgen/search/script.c testgen/search/units.c testgen/search/vary.c testgen/result/behaviour.c \
  testgen/result/check-callback.c testgen/result/check-clause.c testgen/result/check-source.c \
  testgen/result/describe.c testgen/result/difference.c testgen/result/endless.c testgen/result/minimize.c \
  testgen/result/simpler.c testgen/result/settle.c
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
check_PROGRAMS += tests/testgen/test-enumerate
tests_testgen_test_enumerate_SOURCES = tests/testgen/test-enumerate.c tests/testgen/module.h tests/testgen/chain.h
tests_testgen_test_enumerate_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/testgen/test-preconditions
tests_testgen_test_preconditions_SOURCES = tests/testgen/test-preconditions.c tests/testgen/module.h
tests_testgen_test_preconditions_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/testgen/test-afresh
tests_testgen_test_afresh_SOURCES = tests/testgen/test-afresh.c tests/testgen/chain.h
tests_testgen_test_afresh_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/testgen/test-inside
tests_testgen_test_inside_SOURCES = tests/testgen/test-inside.c tests/testgen/chain.h
tests_testgen_test_inside_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/testgen/test-counting
tests_testgen_test_counting_SOURCES = tests/testgen/test-counting.c
tests_testgen_test_counting_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/testgen/test-linked
tests_testgen_test_linked_SOURCES = tests/testgen/test-linked.c tests/testgen/chain.h
tests_testgen_test_linked_LDADD = $(AF_LIBS)
