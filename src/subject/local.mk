# afrt-wire.c is compiled for both sides of the wire: here for ours, in runtime/local.mk for the subject's.
libaf_subject_a_SOURCES = src/subject/build.c src/subject/compile.c src/subject/diagnose.c src/subject/encode.c \
  src/subject/link.c src/subject/needs.c src/subject/position.c src/subject/sandbox.c \
  src/subject/subject.c src/subject/versions.c runtime/afrt-wire.c \
  src/subject/calls.def src/subject/subject.h src/subject/subject-internal.h runtime/afrt-wire.h
check_PROGRAMS += tests/subject/test-subject tests/subject/test-build
tests_subject_test_subject_SOURCES = tests/subject/test-subject.c
tests_subject_test_subject_LDADD = $(AF_LIBS)
tests_subject_test_build_SOURCES = tests/subject/test-build.c
tests_subject_test_build_LDADD = $(AF_LIBS)
EXTRA_DIST += tests/subject/data/rogue.c
