# Foreign programs: woven and run they do what they did before.  None of it belongs to `make check`: it takes packages and time.
EXTRA_PROGRAMS = tests/foreign/weave-program
tests_foreign_weave_program_SOURCES = tests/foreign/weave-program.c
tests_foreign_weave_program_LDADD = $(AF_LIBS)
