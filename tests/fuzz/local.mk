# Targets of libFuzzer: the contract reader and the weaver, and what reads files that others may have written.
# Needs clang.
# FUZZ_SECONDS=60 for each, FUZZ_OUT=where/inputs/are/kept, FUZZ_TARGETS="results patch" for some of them.
FUZZ_TARGETS = weave config results corpus history compile-commands patch
FUZZ_LINKING = -fsanitize=fuzzer,address,undefined
FUZZ_INCLUDING = $(AM_CPPFLAGS) -I$(top_srcdir)/tests/fuzz
FUZZ_LIBS = $(ROOM_LIBS) $(SYSTEM_LIBS)
EXTRA_PROGRAMS += tests/fuzz/fuzz-weave tests/fuzz/fuzz-config tests/fuzz/fuzz-results tests/fuzz/fuzz-corpus \
  tests/fuzz/fuzz-history tests/fuzz/fuzz-compile-commands tests/fuzz/fuzz-patch
tests_fuzz_fuzz_weave_SOURCES = tests/fuzz/fuzz-weave.c tests/fuzz/mutate.c tests/fuzz/mutate.h
tests_fuzz_fuzz_weave_CPPFLAGS = $(FUZZ_INCLUDING)
tests_fuzz_fuzz_weave_LDADD = libaf-weave.a libaf-contracts.a libaf-frontend.a libaf-model.a libaf-util.a $(SYSTEM_LIBS)
tests_fuzz_fuzz_weave_LDFLAGS = $(FUZZ_LINKING)
FUZZ_FILE = tests/fuzz/target.c tests/fuzz/target.h
tests_fuzz_fuzz_config_SOURCES = tests/fuzz/fuzz-config.c $(FUZZ_FILE)
tests_fuzz_fuzz_config_CPPFLAGS = $(FUZZ_INCLUDING)
tests_fuzz_fuzz_config_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_config_LDFLAGS = $(FUZZ_LINKING)
tests_fuzz_fuzz_results_SOURCES = tests/fuzz/fuzz-results.c tests/fuzz/json-mutate.c $(FUZZ_FILE)
tests_fuzz_fuzz_results_CPPFLAGS = $(FUZZ_INCLUDING)
tests_fuzz_fuzz_results_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_results_LDFLAGS = $(FUZZ_LINKING)
tests_fuzz_fuzz_corpus_SOURCES = tests/fuzz/fuzz-corpus.c tests/fuzz/json-mutate.c $(FUZZ_FILE)
tests_fuzz_fuzz_corpus_CPPFLAGS = $(FUZZ_INCLUDING)
tests_fuzz_fuzz_corpus_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_corpus_LDFLAGS = $(FUZZ_LINKING)
tests_fuzz_fuzz_history_SOURCES = tests/fuzz/fuzz-history.c $(FUZZ_FILE)
tests_fuzz_fuzz_history_CPPFLAGS = $(FUZZ_INCLUDING)
tests_fuzz_fuzz_history_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_history_LDFLAGS = $(FUZZ_LINKING)
tests_fuzz_fuzz_compile_commands_SOURCES = tests/fuzz/fuzz-compile-commands.c tests/fuzz/json-mutate.c $(FUZZ_FILE)
tests_fuzz_fuzz_compile_commands_CPPFLAGS = $(FUZZ_INCLUDING)
tests_fuzz_fuzz_compile_commands_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_compile_commands_LDFLAGS = $(FUZZ_LINKING)
tests_fuzz_fuzz_patch_SOURCES = tests/fuzz/fuzz-patch.c $(FUZZ_FILE)
tests_fuzz_fuzz_patch_CPPFLAGS = $(FUZZ_INCLUDING)
tests_fuzz_fuzz_patch_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_patch_LDFLAGS = $(FUZZ_LINKING)
EXTRA_DIST += tests/fuzz/fuzz.sh tests/fuzz/seeds.sh

.PHONY: check-fuzz
FUZZ_SECONDS = 600
FUZZ_OUT = fuzz.out
FUZZ_COMPILING = -g -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined \
  -fno-omit-frame-pointer
check-fuzz: distdir all
	rm -rf $(distdir)/_fuzz && $(MKDIR_P) $(distdir)/_fuzz $(FUZZ_OUT)
	cd $(distdir)/_fuzz && ../configure --quiet CC=clang CFLAGS='$(FUZZ_COMPILING)' \
	  && $(MAKE) $(AM_MAKEFLAGS) `for t in $(FUZZ_TARGETS); do echo tests/fuzz/fuzz-$$t; done`
	for t in $(FUZZ_TARGETS); do cp $(distdir)/_fuzz/tests/fuzz/fuzz-$$t $(FUZZ_OUT)/ || exit 1; done
	chmod -R u+w $(distdir) && rm -rf $(distdir)
	$(TREE) sh $(srcdir)/tests/fuzz/fuzz.sh '$(FUZZ_SECONDS)' '$(FUZZ_OUT)' $(FUZZ_TARGETS)
