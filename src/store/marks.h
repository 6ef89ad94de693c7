/* What people said of faults and fixes: verdicts. */
#pragma once

#include "store/store.h"

typedef enum {
  AF_MARK_NONE,           /* nothing was said, or it was withdrawn */
  AF_MARK_FIXED,          /* a person repaired it, or took the fix */
  AF_MARK_INVALID,        /* no fault; or the fix is wrong */
  AF_MARK_WONTFIX,        /* a fault that stays; or a fix that nobody wants */
  AF_MARK_CONTRACT_WRONG, /* the contract is at fault, not the code */
  AF_MARK_DUP             /* the same as another fault */
} AfMark;

/* "fixed", "invalid", "wontfix", "contract-wrong", "dup"; "open" for none. */
const char *af_mark_name (AfMark verdict);
/* AF_MARK_NONE when there is no such verdict. */
AfMark af_mark_parse (const char *name);

/* Whether a fault ("F-...") was ever seen, or a fix ("X-...") ever offered. */
gboolean af_store_knows (AfStore *store, const char *id);
/* Remembers the verdict, AF_MARK_NONE withdraws the one before; @other is the fault that a duplicate repeats, else
 * null.  A fix that is invalid or wontfix is rejected: its patch is never offered again for the fault.  AF_ERROR_USAGE
 * when the ID is not known. */
gboolean af_store_mark (AfStore *store, const char *id, AfMark verdict, const char *other, GError **error);
/* The verdict on a fault or a fix; @other (nullable) is set to a text owned by the caller. */
AfMark af_store_verdict (AfStore *store, const char *id, char **other);

/* What a patch does, wherever it does it and however it is laid out: a hash of its removed and added text without
 * blanks.  @patch is a unified diff, with or without a message; owned by the caller. */
char *af_store_patch_key (const char *patch);
/* Keys of the patches of the fault that were rejected: a set of char *, empty when there are none; owned by the caller.
 */
GHashTable *af_store_rejected (AfStore *store, const char *fault);
