libaf_learn_a_SOURCES = src/learn/walk.c src/learn/change.c src/learn/pair.c src/learn/file.c src/learn/pairs.c \
  src/learn/patterns.c src/learn/model/files.c src/learn/model/scene.c src/learn/model/standins.c \
  src/learn/model/words.c src/learn/model/fit.c src/learn/model/gather.c src/learn/model/kept.c \
  src/learn/model/model.c src/learn/model/scene.h src/learn/model/fit.h src/learn/model/gather.h \
  src/learn/model/kept.h \
  src/learn/learn.h src/learn/learn-internal.h src/learn/refusals.def \
  src/learn/model/drops.def
check_PROGRAMS += tests/learn/test-learn tests/learn/test-kept
tests_learn_test_learn_SOURCES = tests/learn/test-learn.c
tests_learn_test_learn_LDADD = $(AF_LIBS)
tests_learn_test_kept_SOURCES = tests/learn/test-kept.c
tests_learn_test_kept_LDADD = $(AF_LIBS)
