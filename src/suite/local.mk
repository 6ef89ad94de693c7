libaf_suite_a_SOURCES = src/suite/baseline.c src/suite/differ.c src/suite/finish.c src/suite/inputs.c \
  src/suite/minimal.c src/suite/special.c src/suite/suite.c src/suite/version.c src/suite/patterns/cases.c \
  src/suite/patterns/formats.c src/suite/patterns/pieces.c \
  src/suite/patterns/patterns.c src/suite/patterns/relations.c src/suite/patterns/terms.c src/suite/patterns/texts.c \
  src/suite/origins/automake.c src/suite/origins/ctest.c src/suite/origins/origins.c src/suite/origins/tap.c \
  src/suite/origins/origins.h src/suite/peers/ae.c src/suite/peers/breed.c src/suite/peers/coevolution.c \
  src/suite/peers/distance.c src/suite/peers/equal.c src/suite/peers/ga.c src/suite/peers/patch.c \
  src/suite/peers/peers.c src/suite/peers/statements.c src/suite/peers/trial.c src/suite/peers/peers.h \
  src/suite/origins/check.c src/suite/origins/command.c src/suite/origins/meson.c \
  src/suite/process/group.c src/suite/process/launch.c \
  src/suite/process/warden.c src/suite/process/project.c src/suite/search/locate.c src/suite/search/screen.c \
  src/suite/search/acts.c src/suite/search/deed.c src/suite/search/deed.h src/suite/search/group.c \
  src/suite/search/group.h src/suite/search/search.c src/suite/search/share.c \
  src/suite/search/share.h src/suite/search/watch.c src/suite/tests/list.c src/suite/tests/verdict.c \
  src/suite/patterns/patterns.h src/suite/process/group.h src/suite/process/launch.h \
  src/suite/process/warden.h src/suite/process/project.h src/suite/tests/list.h \
  src/suite/suite-internal.h src/suite/suite.h
EXTRA_DIST += src/suite/README.md
check_PROGRAMS += tests/suite/test-lists tests/suite/test-peers tests/suite/test-distance tests/suite/test-launch \
  tests/suite/test-deeds
tests_suite_test_deeds_SOURCES = tests/suite/test-deeds.c
tests_suite_test_deeds_LDADD = $(AF_LIBS)
tests_suite_test_distance_SOURCES = tests/suite/test-distance.c
tests_suite_test_distance_LDADD = $(AF_LIBS)
tests_suite_test_launch_SOURCES = tests/suite/test-launch.c
tests_suite_test_launch_LDADD = $(AF_LIBS)
tests_suite_test_peers_SOURCES = tests/suite/test-peers.c
tests_suite_test_peers_LDADD = $(AF_LIBS)
tests_suite_test_lists_SOURCES = tests/suite/test-lists.c
tests_suite_test_lists_LDADD = $(AF_LIBS)
