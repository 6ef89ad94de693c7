libaf_culprit_a_SOURCES = src/culprit/bisect.c src/culprit/culprit.c src/culprit/oracle.c src/culprit/place.c \
  src/culprit/report.c src/culprit/stages.c src/culprit/switched.c src/culprit/versions.c src/culprit/culprit.h \
  src/culprit/culprit-internal.h
EXTRA_DIST += src/culprit/README.md
check_PROGRAMS += tests/culprit/test-culprit
tests_culprit_test_culprit_SOURCES = tests/culprit/test-culprit.c
tests_culprit_test_culprit_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/culprit/test-rules
tests_culprit_test_rules_SOURCES = tests/culprit/test-rules.c
tests_culprit_test_rules_LDADD = $(AF_LIBS)
