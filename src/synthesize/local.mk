libaf_synthesize_a_SOURCES = src/synthesize/synthesize.c src/synthesize/static.c src/synthesize/summary.c \
  src/synthesize/pairing.c src/synthesize/schemas.c src/synthesize/place.c src/synthesize/guards/guards.c \
  src/synthesize/guards/search.c src/synthesize/guards/linear.c src/synthesize/guards/pairs.c \
  src/synthesize/guards/beyond.c \
  src/synthesize/guards/places.c src/synthesize/guards/repeats.c src/synthesize/guards/guards-internal.h \
  src/synthesize/layout/layout.c src/synthesize/layout/clang-format.c \
  src/synthesize/layout/layout-internal.h src/synthesize/layout.h src/synthesize/synthesize.h \
  src/synthesize/synthesize-internal.h
check_PROGRAMS += tests/synthesize/test-synthesize tests/synthesize/test-golden tests/synthesize/test-compile
tests_synthesize_test_synthesize_SOURCES = tests/synthesize/test-synthesize.c tests/synthesize/support.h
tests_synthesize_test_synthesize_LDADD = $(AF_LIBS)
tests_synthesize_test_golden_SOURCES = tests/synthesize/test-golden.c tests/synthesize/support.h
tests_synthesize_test_golden_LDADD = $(AF_LIBS)
tests_synthesize_test_compile_SOURCES = tests/synthesize/test-compile.c tests/synthesize/support.h
tests_synthesize_test_compile_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/synthesize/test-guards
tests_synthesize_test_guards_SOURCES = tests/synthesize/test-guards.c
tests_synthesize_test_guards_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/synthesize/test-providers
tests_synthesize_test_providers_SOURCES = tests/synthesize/test-providers.c tests/synthesize/support.h
tests_synthesize_test_providers_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/synthesize/test-layout
tests_synthesize_test_layout_SOURCES = tests/synthesize/test-layout.c tests/synthesize/support.h
tests_synthesize_test_layout_LDADD = $(AF_LIBS)
EXTRA_DIST += tests/golden/synthesize
check_PROGRAMS += tests/synthesize/test-static
tests_synthesize_test_static_SOURCES = tests/synthesize/test-static.c tests/synthesize/support.h
tests_synthesize_test_static_LDADD = $(AF_LIBS)
