/* What the files of this room share. */
#pragma once

#include <sqlite3.h>

#include "store/store.h"

struct AfStore {
  sqlite3 *db;
  char *path;
  gboolean is_whole; /* a transaction around all others is open */
};

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

/* AF_ERROR_IO with what SQLite says; returns false. */
gboolean af_store_trouble (AfStore *store, GError **error);
gboolean af_store_execute (AfStore *store, const char *sql, GError **error);
/* A transaction, unless one is open around it. */
gboolean af_store_begin (AfStore *store, GError **error);
gboolean af_store_commit (AfStore *store, GError **error);

/* Values for the parameters of a statement: the numbers from parameter 1 on, after them the texts (null is NULL). */
typedef struct {
  const gint64 *numbers;
  guint n_numbers;
  const char *const *texts;
  guint n_texts;
} AfBound;

#define AF_BOUND(numbers, texts) (&(AfBound){ numbers, G_N_ELEMENTS (numbers), texts, G_N_ELEMENTS (texts) })
#define AF_BOUND_NUMBERS(numbers) (&(AfBound){ numbers, G_N_ELEMENTS (numbers), NULL, 0 })
#define AF_BOUND_TEXTS(texts) (&(AfBound){ NULL, 0, texts, G_N_ELEMENTS (texts) })
/* Of one value, which must be a variable. */
#define AF_BOUND_NUMBER(number) (&(AfBound){ &(number), 1, NULL, 0 })
#define AF_BOUND_TEXT(text) (&(AfBound){ NULL, 0, &(text), 1 })

/* Null on error. */
sqlite3_stmt *af_store_prepare (AfStore *store, const char *sql, const AfBound *values, GError **error);
/* The same, and steps it: for what gives no rows. */
gboolean af_store_change (AfStore *store, const char *sql, const AfBound *values, GError **error);
/* Text of a column, "" for NULL; owned by the caller. */
char *af_store_text (sqlite3_stmt *row, int column);

/* --- layout.c --- */

/* Makes the tables of a new file, and brings those of an older one up to date, in one transaction. */
gboolean af_store_prepare_layout (AfStore *store, GError **error);
