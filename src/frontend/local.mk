libaf_frontend_a_SOURCES = src/frontend/frontend.c src/frontend/frontend-places.c src/frontend/frontend-types.c \
  src/frontend/expressions/frontend-exprs.c src/frontend/expressions/frontend-operators.c \
  src/frontend/expressions/frontend-calls.c src/frontend/expressions/frontend-expansions.c \
  src/frontend/expressions/frontend-facts.c src/frontend/frontend-macros.c \
  src/frontend/frontend-parse.c src/frontend/frontend-stmts.c \
  src/frontend/statements/frontend-loops.c src/frontend/statements/frontend-jumps.c \
  src/frontend/statements/frontend-written-out.c \
  src/frontend/statements/frontend-declarations.c src/frontend/statements/frontend-extents.c \
  src/frontend/statements/frontend-cfg.c src/frontend/frontend-routines.c src/frontend/frontend-survey.c \
  src/frontend/frontend-headers.c src/frontend/frontend-public.c src/frontend/lent/frontend-inline.c \
  src/frontend/lent/frontend-lent.c \
  src/frontend/lent/frontend-elsewhere.c \
  src/frontend/hooks/frontend-hooks.c src/frontend/hooks/hooks.def src/frontend/frontend.h \
  src/frontend/frontend-internal.h src/frontend/frontend-stmts-internal.h \
  src/frontend/expressions/frontend-exprs-internal.h
check_PROGRAMS += tests/frontend/test-frontend tests/frontend/test-cfg tests/frontend/test-facts \
  tests/frontend/test-missing tests/frontend/test-lent
tests_frontend_test_lent_SOURCES = tests/frontend/test-lent.c
tests_frontend_test_lent_LDADD = $(AF_LIBS)
tests_frontend_test_missing_SOURCES = tests/frontend/test-missing.c
tests_frontend_test_missing_LDADD = $(AF_LIBS)
tests_frontend_test_facts_SOURCES = tests/frontend/test-facts.c
tests_frontend_test_facts_LDADD = $(AF_LIBS)
tests_frontend_test_cfg_SOURCES = tests/frontend/test-cfg.c
tests_frontend_test_cfg_LDADD = $(AF_LIBS)
tests_frontend_test_frontend_SOURCES = tests/frontend/test-frontend.c
tests_frontend_test_frontend_LDADD = $(AF_LIBS)
# The public header that makes the markers.
EXTRA_DIST += tests/contracts/data/torture.c
