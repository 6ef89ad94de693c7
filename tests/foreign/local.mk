# Foreign programs: woven and run they do what they did before.  None of it belongs to `make check`: it takes packages
# and time. UPDATE_README=1 puts what a target prints into tests/foreign/README.md.
EXTRA_PROGRAMS = tests/foreign/weave-program
tests_foreign_weave_program_SOURCES = tests/foreign/weave-program.c
tests_foreign_weave_program_LDADD = $(AF_LIBS)
EXTRA_DIST += tests/foreign/README.md tests/foreign/publish.sh tests/foreign/fetch.sh

# Random programs of csmith, plain and woven: CSMITH_N of them from seed CSMITH_SEED on; CSMITH_FILE keeps what is
# known, to go on another time, CSMITH_SECONDS bounds one run, CSMITH_JOBS are made side by side.
EXTRA_DIST += tests/foreign/csmith.sh tests/foreign/csmith-one.sh tests/foreign/tracer.c
.PHONY: check-csmith
CSMITH_N = 300
CSMITH_SEED = 1
CSMITH_FILE =
CSMITH_SECONDS = 0
check-csmith: all tests/foreign/weave-program
	@$(TREE) sh $(srcdir)/tests/foreign/csmith.sh $(CSMITH_N) $(CSMITH_SEED) '$(CSMITH_FILE)' \
	  $(CSMITH_SECONDS)

# Debian's sources of some packages, built plain and through `autofix cc`, with their own tests: PACKAGES="zlib expat"
# for some of them, ADOPTION_DIR=where/sources/are/kept, ADOPTION_FILE=what/is/known, to go on another time.
EXTRA_DIST += tests/foreign/adoption.sh tests/foreign/adoption.lua tests/foreign/adoption.sql
.PHONY: check-adoption
check-adoption: all
	@$(TREE) sh $(srcdir)/tests/foreign/adoption.sh $(PACKAGES)

# Debian's sources of any packages, PACKAGES="cmocka tre", with their own build systems and tests, plain and woven;
# SUITES_DIR keeps what was built, what tests said and which faults were recorded.
EXTRA_DIST += tests/foreign/suites.sh
.PHONY: check-suites
check-suites: all
	@$(TREE) sh $(srcdir)/tests/foreign/suites.sh $(PACKAGES)

# Debian's sources with a fix of debian/patches taken out, repaired by the tests of the package.
EXTRA_DIST += tests/foreign/packages-tests.sh
.PHONY: check-packages-tests
check-packages-tests: all
	@$(TREE) sh $(srcdir)/tests/foreign/packages-tests.sh $(PACKAGES)

# The same and other sources, read, woven with checks and with probes, and compiled; not run.
EXTRA_DIST += tests/foreign/weaving.sh
.PHONY: check-weaving
check-weaving: all tests/foreign/weave-program
	@$(TREE) sh $(srcdir)/tests/foreign/weaving.sh $(PACKAGES)

# What a repair weaves, for made-up faults in packages and in random programs, compiled: nothing but candidates may be
# left out.  REPAIRS_CSMITH random programs, PACKAGES as above.  Without arguments the program is a test of `make
# check`.
check_PROGRAMS += tests/foreign/weave-repairs
EXTRA_DIST += tests/foreign/repairs.sh
.PHONY: check-repairs
REPAIRS_CSMITH = 20
check-repairs: all tests/foreign/weave-repairs
	@$(TREE) sh $(srcdir)/tests/foreign/repairs.sh $(REPAIRS_CSMITH) $(PACKAGES)

tests_foreign_weave_repairs_SOURCES = tests/foreign/weave-repairs.c
tests_foreign_weave_repairs_LDADD = $(AF_LIBS)
