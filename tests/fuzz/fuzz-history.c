/* history.sqlite: a file of anybody's, asked, added to, and taken to today's layout. */
#include "store/marks.h"
#include "store/nights.h"
#include "store/store.h"
#include "target.h"

static void ask (AfStore *store)
{
  GError *error = NULL;
  g_autofree char *other = NULL, *digest = NULL;
  g_auto (AfArrival) arrival = { 0 };
  af_store_knows (store, "F-000001");
  af_store_sightings (store, "F-000001");
  af_store_verdict (store, "X-000001-1", &other);
  g_hash_table_unref (af_store_rejected (store, "F-000001"));
  GPtrArray *history = af_store_history (store, "m", &error);
  if (history)
    g_ptr_array_unref (history);
  fuzz_drop (error);
  digest = af_store_repaired_digest (store, "m");
  af_store_arrival (store, 2, "m", "F-000001", &arrival);
  af_store_nights_cut (store, 2);
}

static void add (AfStore *store)
{
  GError *error = NULL;
  af_store_mark (store, "F-000001", AF_MARK_DUP, "F-000002", &error);
  fuzz_drop (error);
  error = NULL;
  if (af_store_begin_run (store, "m", 1, "0", &error) > 0)
    af_store_end_run (store, &error);
  fuzz_drop (error);
  error = NULL;
  gint64 night = af_store_begin_night (store, 1, "0", "head", &error);
  if (night > 0)
    af_store_drop_night (store, night);
  fuzz_drop (error);
}

int LLVMFuzzerTestOneInput (const guint8 *data, size_t size)
{
  GError *error = NULL;
  fuzz_put ("history.sqlite", data, size);
  g_autoptr (AfStore) store = af_store_open_live ("history.sqlite", &error);
  fuzz_drop (error);
  if (store) {
    ask (store);
    add (store);
  }
  return 0;
}
