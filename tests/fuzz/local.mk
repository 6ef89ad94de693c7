# The contract reader and the weaver under libFuzzer: FUZZ_SECONDS=600, FUZZ_OUT=where/inputs/are/kept.  Needs clang.
EXTRA_PROGRAMS += tests/fuzz/fuzz-weave
tests_fuzz_fuzz_weave_SOURCES = tests/fuzz/fuzz-weave.c tests/fuzz/mutate.c tests/fuzz/mutate.h
tests_fuzz_fuzz_weave_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests/fuzz
tests_fuzz_fuzz_weave_LDADD = libaf-weave.a libaf-contracts.a libaf-frontend.a libaf-model.a libaf-util.a $(SYSTEM_LIBS)
tests_fuzz_fuzz_weave_LDFLAGS = -fsanitize=fuzzer,address,undefined
EXTRA_DIST += tests/fuzz/fuzz.sh

.PHONY: fuzz
FUZZ_SECONDS = 600
FUZZ_OUT = fuzz.out
FUZZ_CFLAGS = -g -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
fuzz: distdir
	rm -rf $(distdir)/_fuzz && $(MKDIR_P) $(distdir)/_fuzz $(FUZZ_OUT)
	cd $(distdir)/_fuzz && ../configure --quiet CC=clang CFLAGS='$(FUZZ_CFLAGS)' \
	  && $(MAKE) $(AM_MAKEFLAGS) tests/fuzz/fuzz-weave
	cp $(distdir)/_fuzz/tests/fuzz/fuzz-weave $(FUZZ_OUT)/
	chmod -R u+w $(distdir) && rm -rf $(distdir)
	$(TREE) sh $(srcdir)/tests/fuzz/fuzz.sh '$(FUZZ_SECONDS)' '$(FUZZ_OUT)'
