libaf_nightly_a_SOURCES = src/nightly/findings.c src/nightly/mail.c src/nightly/night.c src/nightly/settings.c \
  src/nightly/states.c src/nightly/steps.c src/nightly/summary.c src/nightly/summary-html.c src/nightly/unit.c \
  src/nightly/cause/blame.c src/nightly/cause/narrow.c src/nightly/plan/conf.c src/nightly/plan/merge.c \
  src/nightly/plan/plan.c src/nightly/plan/submit.c src/nightly/plan/tree.c src/nightly/plan/work.c \
  src/nightly/plan/plan-internal.h src/nightly/nightly.h src/nightly/nightly-internal.h
check_PROGRAMS += tests/nightly/test-nightly tests/nightly/test-night \
  tests/nightly/test-summary tests/nightly/test-settings tests/nightly/test-shared
tests_nightly_test_shared_SOURCES = tests/nightly/test-shared.c tests/nightly/project.h
tests_nightly_test_shared_LDADD = $(AF_LIBS)
tests_nightly_test_nightly_SOURCES = tests/nightly/test-nightly.c tests/nightly/project.h
tests_nightly_test_nightly_LDADD = $(AF_LIBS)
tests_nightly_test_night_SOURCES = tests/nightly/test-night.c tests/nightly/project.h
tests_nightly_test_night_LDADD = $(AF_LIBS)
tests_nightly_test_summary_SOURCES = tests/nightly/test-summary.c tests/nightly/project.h
tests_nightly_test_summary_LDADD = $(AF_LIBS)
tests_nightly_test_settings_SOURCES = tests/nightly/test-settings.c tests/nightly/project.h
tests_nightly_test_settings_LDADD = $(AF_LIBS)
EXTRA_DIST += tests/nightly/summary.txt tests/nightly/summary.html
dist_check_SCRIPTS += tests/e2e/nights.sh tests/e2e/slurm-jobs.sh
