# The project's rules and the end-to-end runs.
dist_check_SCRIPTS += tests/rules/layering.sh tests/rules/headers.sh tests/rules/exports.sh tests/rules/readme-map.sh \
  tests/rules/sizes.sh tests/rules/format.sh tests/rules/corpus.sh tests/rules/clang.sh tests/rules/docs.sh \
  tests/rules/tables.sh tests/rules/operators.sh tests/rules/copied.sh
dist_check_SCRIPTS += tests/e2e/contracts.sh tests/e2e/lint.sh tests/e2e/infer.sh tests/e2e/infer-header.sh \
  tests/e2e/chains.sh \
  tests/e2e/strength.sh \
  tests/e2e/suspect.sh tests/e2e/data-left.sh \
  tests/e2e/earlier.sh tests/e2e/kept.sh \
  tests/e2e/assumed.sh tests/e2e/layout.sh tests/e2e/builds.sh tests/e2e/correct.sh \
  tests/e2e/clock.sh tests/e2e/foreign-results.sh tests/e2e/values.sh tests/e2e/files.sh tests/e2e/resort.sh \
  tests/e2e/constructors.sh tests/e2e/public.sh tests/e2e/one-file.sh tests/e2e/tests.sh tests/e2e/list.sh \
  tests/e2e/patterns.sh tests/e2e/bad-tests.sh tests/e2e/choice.sh tests/e2e/culprit.sh tests/e2e/culprit-marks.sh \
  tests/e2e/silence.sh tests/e2e/editors.sh tests/e2e/causes.sh tests/e2e/shrink.sh tests/e2e/dictionary.sh \
  tests/e2e/learn.sh tests/e2e/texts.sh tests/e2e/pieces.sh tests/e2e/slips.sh tests/e2e/compared.sh \
  tests/e2e/given.sh tests/e2e/needs.sh tests/e2e/noise.sh tests/e2e/handles.sh tests/e2e/allocators.sh \
  tests/e2e/arrays.sh tests/e2e/pairs.sh tests/e2e/declarators.sh tests/e2e/threads.sh tests/e2e/misuse.sh \
  tests/e2e/elements.sh \
  tests/e2e/elsewhere.sh \
  tests/e2e/names.sh tests/bench/debian.sh
dist_check_SCRIPTS += tests/e2e/sorted-set.sh tests/e2e/bad-input.sh tests/e2e/determinism.sh tests/e2e/sandbox.sh \
  tests/e2e/interrupt.sh tests/e2e/stages.sh tests/e2e/check-source.sh
EXTRA_DIST += tests/foreign/libraries.sh tests/e2e/lib.sh tests/e2e/proper.sh
EXTRA_DIST += tests/slurm/slurm.sh tests/slurm/cluster.sh
EXTRA_DIST += docs/recording.sh docs/picture.sh
EXTRA_DIST += docs/editors.md docs/tutorial.md docs/contracts.md docs/confidence.md docs/troubleshooting.md
# The walk-throughs: each follows its page in a copy of the tree.
dist_check_SCRIPTS += tests/walks/self-test.sh tests/walks/operator.sh
# What takes long and fails rarely: make check-long, every night.
LONG_TESTS = tests/walks/fix-schema.sh tests/walks/implicit-contract.sh tests/walks/test-value.sh \
  tests/walks/output-format.sh tests/bench/programs.sh tests/bench/history.sh tests/bench/speed.sh \
  tests/bench/real.sh tests/bench/waits.sh tests/e2e/shared-night.sh tests/e2e/endless.sh \
  tests/e2e/judge.sh tests/e2e/siblings.sh tests/e2e/one-cause.sh tests/e2e/alive.sh \
  tests/e2e/against.sh tests/e2e/deep.sh tests/bench/test-bench.sh \
  tests/e2e/peers.sh tests/e2e/shared-runs.sh tests/e2e/two-mistakes.sh tests/e2e/two-places.sh tests/e2e/tutorial.sh \
  tests/e2e/macro-calls.sh
EXTRA_DIST += $(LONG_TESTS)
.PHONY: check-long
check-long: all
	@$(AM_TESTS_ENVIRONMENT) failed=; for test in $(LONG_TESTS); do \
	  echo "$$test"; sh $(srcdir)/$$test || [ $$? = 77 ] || failed="$$failed $$test"; done; \
	  test -z "$$failed" || { echo "failed:$$failed" >&2; exit 1; }
EXTRA_DIST += tests/walks/README.md tests/walks/follow.py docs/walks/operator.md docs/walks/fix-schema.md \
  docs/walks/implicit-contract.md docs/walks/test-value.md docs/walks/output-format.md
# Correct functions, in all of which no fault may be found; correct.sh alone takes a slice of them.
EXTRA_DIST += tests/correct
.PHONY: check-correct
check-correct: all
	@$(TREE) sh $(srcdir)/tests/e2e/correct.sh $(srcdir)/tests/correct/*.c
