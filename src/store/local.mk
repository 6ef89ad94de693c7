libaf_store_a_SOURCES = src/store/store.c src/store/store.h
check_PROGRAMS += tests/store/test-store
tests_store_test_store_SOURCES = tests/store/test-store.c
tests_store_test_store_LDADD = $(AF_LIBS)
