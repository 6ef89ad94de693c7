# The project's rules and the end-to-end runs.
dist_check_SCRIPTS += tests/rules/layering.sh tests/rules/headers.sh tests/rules/exports.sh tests/rules/readme-map.sh \
  tests/rules/sizes.sh tests/rules/corpus.sh tests/rules/clang.sh
dist_check_SCRIPTS += tests/e2e/sorted-set.sh tests/e2e/bad-input.sh tests/e2e/determinism.sh tests/e2e/cage.sh tests/e2e/interrupt.sh tests/e2e/stages.sh
EXTRA_DIST += tests/e2e/lib.sh tests/e2e/proper.sh tests/e2e/table.sh

# The corpus as a table: found, valid, rank of the first fix that the oracle accepts.  SEEDS="1 2 3", FAULTS="ring/03".
.PHONY: table
SEEDS = 1
table: all
	@AUTOFIX_BUILDDIR='$(abs_top_builddir)' FAULTS='$(FAULTS)' sh $(srcdir)/tests/e2e/table.sh $(SEEDS)
