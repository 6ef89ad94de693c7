# Foreign programs: woven and run they do what they did before.  None of it belongs to `make check`: it takes packages and time.
EXTRA_PROGRAMS = tests/foreign/weave-program
tests_foreign_weave_program_SOURCES = tests/foreign/weave-program.c
tests_foreign_weave_program_LDADD = $(AF_LIBS)
EXTRA_DIST += tests/foreign/csmith.sh tests/foreign/csmith-one.sh tests/foreign/tracer.c tests/foreign/adoption.sh

# Random programs of csmith, plain and woven: CSMITH_N of them from seed CSMITH_SEED on; CSMITH_FILE keeps what is known, to go on another
# time, CSMITH_SECONDS bounds one run.
.PHONY: check-csmith
CSMITH_N = 300
CSMITH_SEED = 1
CSMITH_FILE =
CSMITH_SECONDS = 0
check-csmith: all tests/foreign/weave-program
	@AUTOFIX_SRCDIR='$(abs_top_srcdir)' AUTOFIX_BUILDDIR='$(abs_top_builddir)' CC='$(CC)' \
	  sh $(srcdir)/tests/foreign/csmith.sh $(CSMITH_N) $(CSMITH_SEED) '$(CSMITH_FILE)' $(CSMITH_SECONDS)

# Debian sources, read, woven and compiled: PACKAGES="zlib lua5.4", ADOPTION_DIR=where/sources/are/kept.
.PHONY: check-adoption
check-adoption: all tests/foreign/weave-program
	@AUTOFIX_SRCDIR='$(abs_top_srcdir)' AUTOFIX_BUILDDIR='$(abs_top_builddir)' CC='$(CC)' \
	  sh $(srcdir)/tests/foreign/adoption.sh $(PACKAGES)

# Debian's sources of some packages, built plain and through `autofix cc`, with their own tests: SUITES="zlib expat" for some of them.
EXTRA_DIST += tests/foreign/suites.sh tests/foreign/suites.lua tests/foreign/suites.sql tests/foreign/fetch.sh
.PHONY: check-suites
SUITES =
check-suites: all
	@AUTOFIX_SRCDIR='$(abs_top_srcdir)' AUTOFIX_BUILDDIR='$(abs_top_builddir)' CC='$(CC)' \
	  sh $(srcdir)/tests/foreign/suites.sh $(SUITES)
