libaf_infer_a_SOURCES = src/infer/infer.c src/infer/implied.c src/infer/attack.c src/infer/proved.c \
  src/infer/text.c src/infer/readable.c src/infer/header.c src/infer/queries.c src/infer/transfer.c \
  src/infer/observe/kinships.c src/infer/observe/terms.c src/infer/observe/tables.c \
  src/infer/observe/running.c src/infer/observe/news.c src/infer/observe/helpers.c \
  src/infer/observe/wholes.c src/infer/observe/chains.c \
  src/infer/observe/algebra.c src/infer/observe/asked.c src/infer/kept.c \
  src/infer/templates/relations.c src/infer/templates/confidence.c src/infer/templates/search.c \
  src/infer/templates/after.c src/infer/sift/worth.c src/infer/sift/needed.c \
  src/infer/templates/between.c src/infer/templates/before.c \
  src/infer/templates/together.c src/infer/sift/lifted.c src/infer/sift/pending.c src/infer/templates/algebra.c \
  src/infer/templates/lines.c src/infer/templates/values.c \
  src/infer/templates/shapes.def src/infer/infer.h src/infer/kept.h src/infer/infer-internal.h
check_PROGRAMS += tests/infer/test-infer
tests_infer_test_infer_SOURCES = tests/infer/test-infer.c
tests_infer_test_infer_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/infer/test-sift
tests_infer_test_sift_SOURCES = tests/infer/test-sift.c
tests_infer_test_sift_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/infer/test-attack
tests_infer_test_attack_SOURCES = tests/infer/test-attack.c tests/testgen/chain.h
tests_infer_test_attack_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/infer/test-proved
tests_infer_test_proved_SOURCES = tests/infer/test-proved.c tests/testgen/chain.h
tests_infer_test_proved_LDADD = $(AF_LIBS)
check_PROGRAMS += tests/infer/test-shapes
tests_infer_test_shapes_SOURCES = tests/infer/test-shapes.c tests/infer/calls.def tests/infer/objects.def \
  tests/testgen/chain.h
tests_infer_test_shapes_LDADD = $(AF_LIBS)
EXTRA_DIST += src/infer/README.md
