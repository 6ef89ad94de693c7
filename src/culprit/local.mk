libaf_culprit_a_SOURCES = src/culprit/culprit.c src/culprit/ddmin.c src/culprit/oracle.c src/culprit/place.c \
  src/culprit/report.c src/culprit/stages.c src/culprit/versions.c src/culprit/delta/delta.c \
  src/culprit/delta/includes.c src/culprit/delta/items.c src/culprit/delta/lines.c src/culprit/delta/lists.c \
  src/culprit/delta/measure.c src/culprit/delta/names.c src/culprit/delta/rules.c src/culprit/delta/signatures.c \
  src/culprit/delta/trees.c src/culprit/culprit.h src/culprit/culprit-internal.h src/culprit/delta/delta.h \
  src/culprit/delta/delta-internal.h src/culprit/delta/rules-internal.h src/culprit/delta/operations.def
EXTRA_DIST += src/culprit/README.md
check_PROGRAMS += tests/culprit/test-culprit
tests_culprit_test_culprit_SOURCES = tests/culprit/test-culprit.c
tests_culprit_test_culprit_LDADD = $(AF_LIBS)
