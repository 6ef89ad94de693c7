/* The table of patterns, as providers for the room of operators. */
#include "suite/patterns/patterns.h"

static const AfOperator rows[] = {
  { "text", 1, AF_SLIP, "wrong text in an output", "a literal → what is expected in its place" },
  { "format", 2, AF_SLIP, "wrong format, line end forgotten", "%s → the whole line, with or without line end, ..." },
  { "piece", 1, AF_SLIP, "wrong text between values, values missing", "\"%d*%d\" → \"%dx%d\" as is expected" },
  { "array-size", 3, AF_SLIP, "array too small", "T a[n] → T a[n + 1], a[n + 2], a[n * 10]" },
  { "case", 1, AF_SLIP, "a case of many forgotten", "x == a || x == b → ... || x == c, c seen in failing tests" },
  { "relations", 3, AF_SLIP, "equality forgotten in a condition", "< → <=, > → >= in a condition; and back" },
  { "relations-everywhere", 0, AF_SLIP, "equality forgotten throughout", "the same in all conditions of the routine" },
  { "term", 4, AF_PLAIN, "a term forgotten in a comparison", "a < b → a + v < b or a - v < b, v in scope" },
  { "print", 3, AF_PLAIN, "an output forgotten", "printf of what is expected and missing" },
};

/* Beside the families of operators.def, the natural ones early. */
static const AfFamily changes = { .meaning = "patterns that tests give", .place = 900, .start = 0, .step = 0.25 };
static const AfFamily terms = { .meaning = "terms of comparisons", .place = 2000, .start = 4, .step = 0.5 };
static const AfFamily prints = {
  .meaning = "outputs that tests expect", .drafting = AF_INSERTED, .place = 4700, .start = 1, .step = 0.5
};

GPtrArray *af_patterns_providers (const AfPatternContext *context)
{
  static void (*const functions[]) (AfMaker * maker) = { af_pattern_texts,
                                                         af_pattern_formats,
                                                         af_pattern_pieces,
                                                         af_pattern_sizes,
                                                         af_pattern_cases,
                                                         af_pattern_relations,
                                                         af_pattern_relations_everywhere,
                                                         NULL,
                                                         af_pattern_prints };
  GPtrArray *providers = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    AfProvider *provider = g_new0 (AfProvider, 1);
    provider->row = &rows[i];
    provider->family = functions[i] == af_pattern_prints ? &prints : functions[i] ? &changes : &terms;
    provider->shape = functions[i] ? AF_SHAPE_ONCE : AF_SHAPE_READ;
    if (functions[i])
      provider->function.once = functions[i];
    else
      provider->function.read = af_pattern_terms;
    provider->data = context;
    g_ptr_array_add (providers, provider);
  }
  return providers;
}
