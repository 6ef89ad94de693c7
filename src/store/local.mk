libaf_store_a_SOURCES = src/store/layout.c src/store/marks.c src/store/nights.c src/store/plans.c src/store/store.c \
  src/store/marks.h src/store/nights.h src/store/store.h src/store/store-internal.h
check_PROGRAMS += tests/store/test-store
tests_store_test_store_SOURCES = tests/store/test-store.c
tests_store_test_store_LDADD = $(AF_LIBS)
