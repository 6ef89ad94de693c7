libaf_pipeline_a_SOURCES = src/pipeline-parts.def src/pipeline.c src/pipeline-judge.c src/pipeline-options.c \
  src/pipeline-output.c src/pipeline-progress.c src/pipeline-rejected.c src/pipeline-repair.c src/pipeline-round.c \
  src/pipeline-run.c src/pipeline.h src/pipeline-internal.h
src_autofix_SOURCES = src/main.c
