libaf_nightly_a_SOURCES = src/nightly/findings.c src/nightly/mail.c src/nightly/night.c src/nightly/settings.c \
  src/nightly/states.c src/nightly/steps.c src/nightly/summary.c src/nightly/summary-html.c src/nightly/unit.c \
  src/nightly/nightly.h src/nightly/nightly-internal.h
check_PROGRAMS += tests/nightly/test-nightly
tests_nightly_test_nightly_SOURCES = tests/nightly/test-nightly.c
tests_nightly_test_nightly_LDADD = $(AF_LIBS)
dist_check_SCRIPTS += tests/e2e/nights.sh
