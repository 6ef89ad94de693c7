libaf_cc_a_SOURCES = src/cc/arguments.c src/cc/cc.c src/cc/object.c src/cc/pass.c src/cc/place.c src/cc/process.c \
  src/cc/report.c src/cc/response.c src/cc/unit.c src/cc/cc.h src/cc/cc-internal.h
bin_PROGRAMS += src/autofix-cc
src_autofix_cc_SOURCES = src/cc/launch.c
src_autofix_cc_LDADD = libaf-cc.a libaf-util.a $(GLIB_LIBS)
EXTRA_DIST += src/cc/README.md
check_PROGRAMS += tests/cc/test-cc
tests_cc_test_cc_SOURCES = tests/cc/test-cc.c
tests_cc_test_cc_LDADD = $(AF_LIBS)
dist_check_SCRIPTS += tests/e2e/cc.sh
