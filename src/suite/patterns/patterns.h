/* Patterns that tests give: ways to repair which need an expected output, or values seen in failing tests. */
#pragma once

#include "operators/operators.h"
#include "suite/suite-internal.h"

/* What the patterns work with; borrowed. */
typedef struct {
  const AfSuite *suite;
  const AfVersion *version;
  guint fault; /* of the version's faults */
} AfPatternContext;

/* For AfSynthesizeOptions.providers: array of AfProvider, whose rows live as long as the program; @context must live as
 * long as the array. */
GPtrArray *af_patterns_providers (const AfPatternContext *context);

/* texts.c: literals that are printed become, or are joined by, what is expected in their place. */
void af_pattern_texts (AfMaker *maker);
void af_pattern_prints (AfMaker *maker);
/* pieces.c: what a format prints between its values; what it has no values for. */
void af_pattern_pieces (AfMaker *maker);
/* pieces.c: local arrays with more room. */
void af_pattern_sizes (AfMaker *maker);
/* formats.c: line ends and conversions of formats. */
void af_pattern_formats (AfMaker *maker);
/* cases.c: a value that failing tests have and a list of cases lacks. */
void af_pattern_cases (AfMaker *maker);
/* relations.c: all comparisons of a condition, or of all conditions of the routine, take in equality, or do not. */
void af_pattern_relations (AfMaker *maker);
void af_pattern_relations_everywhere (AfMaker *maker);
/* terms.c: a term is added to or subtracted from what is compared. */
void af_pattern_terms (AfMaker *maker, const AfOccurrence *occurrence);

/* What one failing test printed, and what is expected; cut at NUL. */
typedef struct {
  char *actual, *expected; /* owned */
  gsize parting;           /* where they begin to differ */
} AfOutputs;

/* Of the tests that fail with the version and have an output: array of AfOutputs, owned by the caller. */
GArray *af_pattern_outputs (const AfPatternContext *context);

/* A literal in a call that prints or reads by a format. */
typedef struct {
  const AfExpr *call, *literal;
  char *text;        /* what stands between its quotes, without escapes; owned */
  gboolean is_print; /* of printf and its like; else of scanf and its like */
} AfFormatLiteral;

/* The literals of formats in the location's text: array of AfFormatLiteral. */
GArray *af_pattern_literals (const AfLocation *location);
/* @text as a literal of C in quotes; owned by the caller. */
char *af_pattern_quoted (const char *text);
/* The literal with @text instead. */
void af_pattern_replace (AfMaker *maker, const AfFormatLiteral *literal, const char *text);
