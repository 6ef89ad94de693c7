libaf_edits_a_SOURCES = src/edits/tokens.c src/edits/functions.c src/edits/tree.c src/edits/parse.c \
  src/edits/parse-types.c src/edits/parse-expressions.c src/edits/match.c src/edits/script.c src/edits/form.c \
  src/edits/normal.c src/edits/tokens.h src/edits/tree.h src/edits/edits.h src/edits/parse-internal.h \
  src/edits/grammar.def src/edits/forms.def
check_PROGRAMS += tests/edits/test-edits
tests_edits_test_edits_SOURCES = tests/edits/test-edits.c
tests_edits_test_edits_LDADD = $(AF_LIBS)
