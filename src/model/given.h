/* Values that the user gives for a parameter or a field, with a distribution (--values).
 *
 *     date_new.month=1..12*8, 0, 13          eight of ten are a month
 *     mode=OPEN*3, CLOSED                    of every routine that has such a parameter
 *     parse.text="", "1.5", "-.e"*2 */
#pragma once

#include "model/type.h"

typedef enum {
  AF_GIVEN_WHOLE, /* low to high, both whole numbers, as good as each other */
  AF_GIVEN_REAL,  /* low to high, one of them with a point or an exponent */
  AF_GIVEN_TEXT,  /* text, without its quotes */
  AF_GIVEN_NAME   /* text: a constant of the parameter's enumeration */
} AfGivenKind;

typedef struct {
  AfGivenKind kind;
  gint64 first, last; /* WHOLE */
  double low, high;   /* WHOLE, REAL */
  char *text;         /* TEXT, NAME; else null */
  guint weight;       /* 1 to AF_GIVEN_MOST_WEIGHT */
} AfGivenItem;

#define AF_GIVEN_MOST_WEIGHT 1000000u

typedef struct {
  char *owner;   /* the routine, or the record of a field, without `struct`; null: any */
  char *name;    /* of the parameter or field */
  char *source;  /* as the user wrote it */
  GArray *items; /* of AfGivenItem, at least one */
  guint weights; /* their sum */
} AfGiven;

/* Reads `[OWNER.]NAME=ITEM, ...`; null with AF_ERROR_USAGE.  Ranges are `LOW..HIGH`, weights `*N`, numbers those of C,
 * whole ones also 'c'; in quotes stand \\ and \" for these two. */
AfGiven *af_given_read (const char *text, GError **error);
void af_given_free (AfGiven *given);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AfGiven, af_given_free)

/* Whether it is for this parameter or field: @owner is the name of a routine or the spelling of a record. */
gboolean af_given_is_for (const AfGiven *given, const char *owner, const char *name);
/* Whether all its items are values of @type; @text: of a text.  What is none is @wrong, not owned. */
gboolean af_given_fits (const AfGiven *given, const AfType *type, gboolean text, const AfGivenItem **wrong);
/* The item that number @at, below given->weights, falls on. */
const AfGivenItem *af_given_item (const AfGiven *given, guint at);
