libaf_report_a_SOURCES = src/report/diff.c src/report/evidence.c src/report/files.c src/report/finding.c src/report/full.c \
  src/report/patch.c src/report/text.c \
  src/report/formats/junit.c src/report/formats/replacements.c src/report/formats/sarif.c src/report/formats/formats.h \
  src/report/stored/fixes.c src/report/stored/read.c src/report/stored/records.c src/report/stored/shape.c src/report/stored/shape.def \
  src/report/stored/suspicion.c src/report/stored/tests.c src/report/stored/write.c \
  src/report/replay.h src/report/report.h src/report/report-internal.h src/report/stored.h
check_PROGRAMS += tests/report/test-report
tests_report_test_report_SOURCES = tests/report/test-report.c
tests_report_test_report_LDADD = $(AF_LIBS)
dist_check_SCRIPTS += tests/report/formats.sh
dist_pkgdata_DATA = src/report/results.schema.json
EXTRA_DIST += tests/report/junit.rng tests/report/module.sh tests/report/sarif-schema-2.1.0.json tests/report/schema.py
