libafrt_a_SOURCES = runtime/afrt.c runtime/afrt-sandbox.c runtime/afrt-child.c runtime/afrt-leak.c \
  runtime/values/afrt-blocks.c runtime/afrt-open.c runtime/afrt-load.c runtime/afrt-main.c \
  runtime/observe/afrt-inside.c \
  runtime/observe/afrt-observe.c runtime/observe/afrt-compare.c runtime/observe/afrt-tell.c runtime/afrt-run.c \
  runtime/afrt-trace.c runtime/afrt-wire.c runtime/program/afrt-program.c runtime/serve/afrt-serve.c \
  runtime/serve/afrt-children.c runtime/serve/afrt-libc.c runtime/serve/afrt-restore.c runtime/serve/afrt-wait.c \
  runtime/serve/afrt-watch.c runtime/serve/serve-internal.h runtime/afrt.h runtime/afrt-library.h \
  runtime/afrt-program.h runtime/afrt-child.h runtime/afrt-internal.h runtime/afrt-wire.h

# The runtime of woven programs goes into each woven object, as COMDAT groups: whoever links them needs nothing of ours.
AFRT_PROGRAM = runtime/program/afrt-program.c runtime/program/afrt-record.c runtime/program/afrt-lost.c \
  runtime/program/afrt-text.c
EXTRA_DIST += $(AFRT_PROGRAM) runtime/afrt-program.h runtime/afrt-counts.h runtime/program/afrt-kernel.h \
  runtime/program/afrt-record.h runtime/program/afrt-text.h runtime/program/comdat.awk
programobjectdir = $(pkglibdir)
programobject_DATA = afrt-program.o
CLEANFILES = afrt-program.o
afrt-program.o: $(AFRT_PROGRAM) runtime/afrt.h runtime/afrt-library.h runtime/afrt-program.h runtime/afrt-counts.h \
  runtime/program/afrt-kernel.h runtime/program/afrt-record.h \
  runtime/program/afrt-text.h runtime/program/comdat.awk
	$(AM_V_GEN)rm -rf $@.d && $(MKDIR_P) $@.d && for source in $(AFRT_PROGRAM); do \
	  name=`basename $$source .c` \
	  && $(CC) $(libafrt_a_CPPFLAGS) $(libafrt_a_CFLAGS) -g0 -ffunction-sections -fdata-sections \
	  -fno-asynchronous-unwind-tables \
	    -fno-stack-protector -U_FORTIFY_SOURCE -S -o $@.d/$$name.plain $(srcdir)/$$source \
	  && awk -v group=`echo $$name | tr - _` -f $(srcdir)/runtime/program/comdat.awk $@.d/$$name.plain > $@.d/$$name.s \
	  && $(CC) -c -o $@.d/$$name.o $@.d/$$name.s || exit 1; \
	done && ld -r -o $@ $@.d/*.o && rm -rf $@.d
check_PROGRAMS += tests/runtime/test-wire
tests_runtime_test_wire_SOURCES = tests/runtime/test-wire.c
tests_runtime_test_wire_LDADD = $(AF_LIBS)
