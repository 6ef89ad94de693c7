libaf_commands_a_SOURCES = src/commands/cc.c src/commands/commands.c src/commands/compile-commands.c \
  src/commands/config.c src/commands/lint.c src/commands/learn.c src/commands/option-values.c \
  src/commands/options.c src/commands/run.c src/commands/results/apply.c src/commands/results/judge.c \
  src/commands/results/replay.c src/commands/results/report.c src/commands/results/show.c \
  src/commands/results/trust.c src/commands/nights/mark.c src/commands/nights/nightly.c \
  src/commands/nights/shared.c src/commands/commands.def src/commands/commands.h \
  src/commands/commands-internal.h src/commands/infer.c src/commands/editor/lsp.c src/commands/suites/culprit.c \
  src/commands/suites/tests.c \
  src/commands/contracts/macros.c src/commands/contracts/strength.c \
  src/commands/options.def src/commands/options-internal.h
check_PROGRAMS += tests/commands/test-options
tests_commands_test_options_SOURCES = tests/commands/test-options.c
tests_commands_test_options_LDADD = $(AF_LIBS)
dist_check_SCRIPTS += tests/commands/test-commands.sh
