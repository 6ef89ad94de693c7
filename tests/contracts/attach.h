/* Modules of a few lines, for tables of tests. */
#pragma once

#include <check.h>

#include "contracts/contracts.h"
#include "frontend/frontend.h"
#include "util/tempdir.h"

/* The module of @prelude and @text, with its clauses; what is wrong with it fails the test. */
static inline AfModule *attach_text (const char *prelude, const char *text)
{
  g_autoptr (AfTempDir) dir = af_temp_dir_new (NULL);
  g_autofree char *path = g_build_filename (af_temp_dir_path (dir), "m.c", NULL);
  g_autofree char *all = g_strconcat (prelude, text, "\n", NULL);
  const char *top = g_getenv ("AUTOFIX_SRCDIR");
  g_autofree char *include_dir = g_build_filename (top ? top : ".", "contracts", NULL);
  const char *const sources[] = { path, NULL }, *const flags[] = { NULL };
  AfFrontendOptions options = { sources, flags, include_dir, NULL };
  g_autoptr (GError) error = NULL;
  ck_assert (g_file_set_contents (path, all, -1, NULL));
  g_autoptr (AfModule) module = af_frontend_load (&options, &error);
  ck_assert_msg (module && af_contracts_attach (module, &error), "%s", error ? error->message : "");
  return g_steal_pointer (&module);
}
