libaf_model_a_SOURCES = src/model/expr.c src/model/expr-print.c src/model/expr-algebra.c src/model/type.c \
  src/model/text.c src/model/routine.c src/model/module/module.c src/model/module/given.c src/model/module/made.c \
  src/model/module/clause.c src/model/module/written-out.c \
  src/model/module/directives.c src/model/module/verify.c src/model/module/dump.c \
  src/model/test.c src/model/corpus.c src/model/fault.c src/model/repair.c \
  src/model/expr.h src/model/expr-internal.h src/model/type.h \
  src/model/source.h src/model/edit.h src/model/written-out.h \
  src/model/clause.h src/model/routine.h src/model/module.h \
  src/model/given.h src/model/directives.h src/model/test.h \
  src/model/fault.h src/model/snapshot.h src/model/candidate.h src/model/schemas.def

check_PROGRAMS += tests/model/test-expr tests/model/test-print tests/model/test-text tests/model/test-module \
  tests/model/test-test tests/model/test-given
tests_model_test_given_SOURCES = tests/model/test-given.c
tests_model_test_given_LDADD = $(AF_LIBS)
tests_model_test_expr_SOURCES = tests/model/test-expr.c
tests_model_test_expr_LDADD = $(AF_LIBS)
tests_model_test_print_SOURCES = tests/model/test-print.c
tests_model_test_print_LDADD = $(AF_LIBS)
tests_model_test_text_SOURCES = tests/model/test-text.c
tests_model_test_text_LDADD = $(AF_LIBS)
tests_model_test_module_SOURCES = tests/model/test-module.c
tests_model_test_module_LDADD = $(AF_LIBS)
tests_model_test_test_SOURCES = tests/model/test-test.c
tests_model_test_test_LDADD = $(AF_LIBS)
