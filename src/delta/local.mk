libaf_delta_a_SOURCES = src/delta/changes.c src/delta/delta.c src/delta/items.c src/delta/lines.c src/delta/lists.c \
  src/delta/measure.c src/delta/names.c src/delta/needs.c src/delta/pairs.c src/delta/trees.c \
  src/delta/rules/includes.c src/delta/rules/inside.c src/delta/rules/order.c src/delta/rules/conditionals.c \
  src/delta/rules/rules.c src/delta/rules/signatures.c src/delta/delta.h \
  src/delta/delta-internal.h src/delta/rules/rules-internal.h src/delta/operations.def
EXTRA_DIST += src/delta/README.md
