libaf_util_a_SOURCES = src/util/config.c src/util/error.c src/util/events.c src/util/interrupt.c src/util/jobs.c \
  src/util/json.c src/util/paths.c src/util/process.c src/util/random.c src/util/tempdir.c src/util/files/read.c \
  src/util/files/dictionary.c src/util/files/dictionary.h \
  src/util/files/replace.c src/util/ddmin/ddmin.c src/util/ddmin/ddmin.h \
  src/util/files/read.h src/util/files/replace.h src/util/limits/limit.c src/util/limits/limit.h src/util/config.h \
  src/util/error.h src/util/events.h src/util/interrupt.h src/util/jobs.h src/util/json.h src/util/paths.h \
  src/util/process.h src/util/random.h src/util/tempdir.h

check_PROGRAMS += tests/util/test-json tests/util/test-util tests/util/test-process tests/util/test-ddmin
tests_util_test_ddmin_SOURCES = tests/util/test-ddmin.c
tests_util_test_ddmin_LDADD = $(AF_LIBS)
tests_util_test_json_SOURCES = tests/util/test-json.c
tests_util_test_json_LDADD = $(AF_LIBS)
tests_util_test_util_SOURCES = tests/util/test-util.c
tests_util_test_util_LDADD = $(AF_LIBS)
tests_util_test_process_SOURCES = tests/util/test-process.c
tests_util_test_process_LDADD = $(AF_LIBS)
