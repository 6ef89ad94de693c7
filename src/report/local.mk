libaf_report_a_SOURCES = src/report/diff.c src/report/files.c src/report/finding.c src/report/json.c src/report/json-test.c \
  src/report/records.c src/report/text.c \
  src/report/replay.h src/report/report.h src/report/report-internal.h
check_PROGRAMS += tests/report/test-report
tests_report_test_report_SOURCES = tests/report/test-report.c
tests_report_test_report_LDADD = $(AF_LIBS)
