libaf_natural_a_SOURCES = src/natural/roles.c src/natural/surroundings.c src/natural/spots.c src/natural/features.c \
  src/natural/values.c src/natural/guards.c src/natural/model.c src/natural/natural.h src/natural/natural-internal.h \
  src/natural/roles.def src/natural/weights.def
check_PROGRAMS += tests/natural/test-natural
tests_natural_test_natural_SOURCES = tests/natural/test-natural.c
tests_natural_test_natural_LDADD = $(AF_LIBS)
