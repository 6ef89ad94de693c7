libaf_pipeline_a_SOURCES = src/pipeline/blocks.c src/pipeline/find.c src/pipeline/judge.c src/pipeline/options.c \
  src/pipeline/output.c src/pipeline/pipeline.c src/pipeline/progress.c src/pipeline/rejected.c \
  src/pipeline/repair/repair.c src/pipeline/repair/turns.c \
  src/pipeline/screen/early.c src/pipeline/screen/round.c src/pipeline/screen/screen.c \
  src/pipeline/run.c src/pipeline/infer/infer.c src/pipeline/infer/write.c src/pipeline/infer/caught.c \
  src/pipeline/infer/page.c src/pipeline/infer/infer-internal.h \
  src/pipeline/strength/fates.c src/pipeline/strength/mutants.c src/pipeline/strength/strength.c \
  src/pipeline/strength/text.c src/pipeline/strength/strength-internal.h \
  src/pipeline/silence/baseline.c src/pipeline/silence/comments.c src/pipeline/silence/silence.c \
  src/pipeline/against/against.c src/pipeline/against/against.h \
  src/pipeline/minimal/minimal.c src/pipeline/minimal/reduction.c src/pipeline/minimal/undo.c \
  src/pipeline/minimal/minimal.h src/pipeline/minimal/undo.h \
  src/pipeline/silence/silence.h src/pipeline/parts.def src/pipeline/pipeline.h src/pipeline/pipeline-internal.h
# What the report reads: a library of its own, which stands right of the report's.
libaf_finding_a_SOURCES = src/pipeline/finding/cause.c src/pipeline/finding/clusters.c src/pipeline/finding/finding.c \
  src/pipeline/finding/order.c src/pipeline/finding/parts.c \
  src/pipeline/finding/setters.c src/pipeline/finding/siblings.c src/pipeline/finding/finding.h
check_PROGRAMS += tests/finding/test-finding
tests_finding_test_finding_SOURCES = tests/finding/test-finding.c
tests_finding_test_finding_LDADD = $(AF_LIBS)
EXTRA_DIST += src/pipeline/README.md
