/* Texts for tests: how they are made, how they change, and where they end. */
#pragma once

#include "model/test.h"
#include "testgen/repertoire-internal.h"
#include "util/random.h"

#define AF_MAX_WORDS 4

/* Values that one script uses again and again, so that equal keys and substrings happen. */
typedef struct {
  AfRandom *random;
  const AfRepertoire *repertoire;
  char *words[AF_MAX_WORDS];
  guint series;           /* not 0: the present call is the n-th of a row whose keys all differ */
  guint first;            /* of the row: where its keys begin */
  gboolean wild;          /* all numbers of the present call are far out: overflows take more than one */
  const GPtrArray *texts; /* of GBytes: came to new places; parts of them go into others; null: none, not owned */
  const GArray *compared; /* of AfComparison: what the test that is varied compared; null: nothing, not owned */
} AfValues;

/* --- sentences.c: strings in the language that the module seems to read --- */

/* The characters of the module's character literals and of strings of marks, each once; owned by the caller. */
char *af_sentence_letters (const AfModule *module);
/* Whether there are enough of them to join words by. */
gboolean af_sentence_has (const AfRepertoire *repertoire);
/* Owned by the caller. */
char *af_sentence (AfValues *values);
/* A letter, a word of the module or of the script, a number; owned by the caller. */
char *af_sentence_token (AfValues *values);
/* A number as digits, often at the edge of a type or near a constant of the module; owned by the caller. */
char *af_sentence_number (AfValues *values);
/* Brackets or quotes that the module's text compares with; false: there are none. */
gboolean af_sentence_pair (AfValues *values, char *open, char *close);
/* A length near one of the module's constants, or any, below about @most. */
guint af_sentence_length (const AfRepertoire *repertoire, AfRandom *random, guint most);

/* --- mutate.c: texts that change a little --- */

/* Another text, of any bytes, that has much of these; owned by the caller. */
GString *af_text_mutate (AfValues *values, gconstpointer bytes, gsize size);
/* What a call says is the length of a text of @size bytes: now and then only a part of it counts. */
gint64 af_text_length (AfValues *values, gsize size);
/* Changes argument @index of a call of @callable, and its length with it; false, with nothing changed: it is no text.
 */
gboolean af_text_vary (AfValues *values, const AfCallable *callable, AfArg *args, guint index);
/* Whether it takes text: a string, a counted buffer of characters, a stream. */
gboolean af_param_is_text (const AfParam *param);
/* Whether a target takes text. */
gboolean af_text_is_read (const AfRepertoire *repertoire);
/* Appends the texts of @test to @texts (of GBytes), of which the oldest go. */
void af_text_collect (const AfRepertoire *repertoire, const AfTest *test, GPtrArray *texts);

/* --- operands.c: what was compared takes the place of what it was compared with --- */

/* Puts the one operand of a comparison where the text has the other one; false, with nothing changed: it has none. */
gboolean af_operand_in_text (AfValues *values, GString *text);
/* The number with which @value was compared, or its neighbour; false: with none. */
gboolean af_operand_of_number (AfValues *values, gint64 value, gint64 *other);

/* --- texts that nothing comes after --- */

/* Whether text @index, of a guessed length, has no zero after it. */
gboolean af_args_are_exact (const AfCallable *callable, const AfArg *args, guint index);
/* Counts the calls with such texts, and those that fail since they ran beyond the end. */
void af_ends_note (const AfRepertoire *repertoire, const AfTest *script, const AfOutcome *outcome);
/* Between rounds: which routines read the zero, and are given it from then on. */
void af_ends_judge (const AfRepertoire *repertoire);
/* Takes those of @sightings (of AfSighting) away that only texts without the zero have shown in such a routine. */
void af_ends_forgive (const AfRepertoire *repertoire, GPtrArray *sightings);
/* Whether the last call of @test has such a text. */
gboolean af_test_is_exact (const AfRepertoire *repertoire, const AfTest *test);
