libaf_report_a_SOURCES = src/report/diff.c src/report/evidence.c src/report/files.c src/report/full.c \
  src/report/heat.c src/report/patch.c src/report/text.c src/report/formats/formats.c src/report/formats/formats.def \
  src/report/formats/junit.c src/report/formats/lines.c \
  src/report/formats/markup.c src/report/formats/markup.h src/report/formats/replacements.c \
  src/report/formats/sarif.c src/report/formats/formats.h src/report/html/behaviour.c src/report/html/embedded.c \
  src/report/html/fault.c src/report/html/fixes.c src/report/html/page.c src/report/html/sides.c \
  src/report/html/source.c src/report/html/terms.c src/report/html/terms.def src/report/html/html.h \
  src/report/stored/assumed.c src/report/stored/behaviour.c src/report/stored/fixes.c \
  src/report/stored/kept.c src/report/stored/read.c src/report/stored/records.c src/report/stored/shape.c \
  src/report/stored/shape.def src/report/stored/suspicion.c src/report/stored/tests.c src/report/stored/write.c \
  src/report/kept.h src/report/replay.h src/report/report.h src/report/report-internal.h src/report/stored.h
# The page's style sheet and script, as strings of C.
AF_PAGE_PARTS = src/report/html/style.inc src/report/html/script.inc
src/report/html/embedded.$(OBJEXT): $(AF_PAGE_PARTS)
src/report/html/style.inc: src/report/html/style.css
src/report/html/script.inc: src/report/html/script.js
$(AF_PAGE_PARTS):
	$(AM_V_GEN)$(MKDIR_P) src/report/html && sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/"/' -e 's/$$/\\n"/' $< > $@
CLEANFILES += $(AF_PAGE_PARTS)
EXTRA_DIST += src/report/html/style.css src/report/html/script.js
check_PROGRAMS += tests/report/test-report
tests_report_test_report_SOURCES = tests/report/test-report.c
tests_report_test_report_LDADD = $(AF_LIBS)
dist_check_SCRIPTS += tests/report/formats.sh tests/report/terminal.sh
dist_pkgdata_DATA = src/report/results.schema.json
EXTRA_DIST += tests/report/html.sh tests/report/probe.js
EXTRA_DIST += tests/report/junit.rng tests/report/module.sh tests/report/sarif-schema-2.1.0.json tests/report/schema.py
