libafrt_a_SOURCES = runtime/afrt.c runtime/afrt-cage.c runtime/afrt-child.c runtime/afrt-leak.c runtime/afrt-main.c \
  runtime/afrt-observe.c runtime/afrt-run.c runtime/afrt-serve.c runtime/afrt-trace.c runtime/afrt-wire.c \
  runtime/program/afrt-program.c \
  runtime/afrt.h runtime/afrt-program.h runtime/afrt-child.h runtime/afrt-internal.h runtime/afrt-wire.h
libafrt_program_a_SOURCES = runtime/program/afrt-program.c runtime/program/afrt-record.c runtime/program/afrt-text.c \
  runtime/afrt-program.h runtime/afrt-counts.h runtime/program/afrt-record.h runtime/program/afrt-text.h
check_PROGRAMS += tests/runtime/test-wire
tests_runtime_test_wire_SOURCES = tests/runtime/test-wire.c
tests_runtime_test_wire_LDADD = $(AF_LIBS)
