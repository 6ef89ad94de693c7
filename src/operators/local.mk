libaf_operators_a_SOURCES = src/operators/operators.c src/operators/maker.c src/operators/style.c \
  src/operators/context/scope.c src/operators/context/blocks.c src/operators/context/conditions.c \
  src/operators/context/uses.c src/operators/context/warnings.c src/operators/context/occurrences.c \
  src/operators/context/exits.c src/operators/context/joins.c \
  src/operators/context/module.c src/operators/context/names.c \
  src/operators/actions/settings.c src/operators/actions/replacements.c src/operators/actions/values.c \
  src/operators/actions/constraints.c src/operators/actions/behaviour.c src/operators/actions/leaves.c \
  src/operators/actions/angelic.c src/operators/change/expressions.c src/operators/change/forms.c \
  src/operators/change/callees.c src/operators/change/results.c src/operators/change/sizes.c \
  src/operators/change/casts.c src/operators/change/offsets.c src/operators/change/stale.c \
  src/operators/texts/texts.c src/operators/texts/formats.c \
  src/operators/change/conjuncts.c src/operators/change/lookahead.c src/operators/insert/copies.c \
  src/operators/demands/established.c \
  src/operators/insert/frees.c src/operators/demands/specified.c src/operators/insert/updates.c \
  src/operators/insert/elses.c src/operators/insert/overflows.c src/operators/insert/clamps.c \
  src/operators/insert/aliases.c src/operators/insert/handovers.c src/operators/insert/memory.c \
  src/operators/links/links.c src/operators/rewrite/declarations.c src/operators/rewrite/branches.c \
  src/operators/rewrite/loops.c src/operators/rewrite/saves.c src/operators/rewrite/hoists.c \
  src/operators/rewrite/moves.c \
  src/operators/learnt/patterns.c src/operators/learnt/patterns.h src/operators/operators.h \
  src/operators/operators-internal.h src/operators/table.h src/operators/operators.def
