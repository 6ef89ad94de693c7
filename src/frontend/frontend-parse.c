/* Parsing: which of the user's flags libclang gets, and the call.
 *
 * In:  a text that stands for a source.   Out: libclang's unit of it.
 *
 * Flags are filtered: libclang is to parse, so it gets what changes the meaning of the text and not, say, -fno-plt,
 * which another compiler may know and this one may not. */
#include "frontend/frontend-internal.h"

#include <string.h>

#include "util/error.h"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#ifndef LIBCLANG_RESOURCE_DIR
#define LIBCLANG_RESOURCE_DIR ""
#endif

typedef struct {
  const char *prefix;
  gboolean takes_next; /* when the flag is the prefix alone, its value is the next word */
} FlagRule;

static const FlagRule flag_rules[] = {
  { "-I", TRUE },
  { "-D", TRUE },
  { "-U", TRUE },
  { "-include", TRUE },
  { "-imacros", TRUE },
  { "-isystem", TRUE },
  { "-iquote", TRUE },
  { "-idirafter", TRUE },
  { "-isysroot", TRUE },
  { "--sysroot", TRUE },
  { "-std=", FALSE },
  { "-ansi", FALSE },
  { "-m32", FALSE },
  { "-m64", FALSE },
  { "-mx32", FALSE },
  { "-pthread", FALSE },
  { "-nostdinc", FALSE },
  { "-funsigned-char", FALSE },
  { "-fsigned-char", FALSE },
  { "-fshort-enums", FALSE },
  { "-fms-extensions", FALSE },
  { "-fgnu89-inline", FALSE },
  { "-fwrapv", FALSE },
};

static void add_user_flags (GPtrArray *args, const char *const *flags)
{
  for (guint i = 0; flags && flags[i]; i++) {
    for (guint r = 0; r < G_N_ELEMENTS (flag_rules); r++) {
      if (!g_str_has_prefix (flags[i], flag_rules[r].prefix))
        continue;
      g_ptr_array_add (args, g_strdup (flags[i]));
      if (flag_rules[r].takes_next && strcmp (flags[i], flag_rules[r].prefix) == 0 && flags[i + 1])
        g_ptr_array_add (args, g_strdup (flags[++i]));
      break;
    }
  }
}

/* Of the header that defines the failure hooks; it exists in memory alone. */
static char *hooks_path (const AfFrontendOptions *options)
{
  g_autofree char *path =
    g_build_filename (options->include_dir ? options->include_dir : "/", "autofix", "hooks-in-memory.h", NULL);
  return g_canonicalize_filename (path, NULL);
}

GPtrArray *af_compiler_args (const AfLoader *loader)
{
  const AfFrontendOptions *options = loader->options;
  GPtrArray *args = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (args, g_strdup ("-xc"));
  add_user_flags (args, options->flags);
  /* The subject is built with its asserts, so they have to be seen; a release build's flags would show another program.
   */
  if (!loader->as_built)
    g_ptr_array_add (args, g_strdup ("-UNDEBUG"));
  if (options->include_dir)
    g_ptr_array_add (args, g_strconcat ("-I", options->include_dir, NULL));
  g_ptr_array_add (args, g_strdup ("-DAUTOFIX_FRONTEND"));
  g_ptr_array_add (args, g_strdup ("-include"));
  g_ptr_array_add (args, hooks_path (options));
  /* With glibc, isspace (c) is then a call and no table look-up. */
  g_ptr_array_add (args, g_strdup ("-D__NO_CTYPE"));
  g_ptr_array_add (args, g_strdup ("-w"));
  g_ptr_array_add (args, g_strdup ("-ferror-limit=0"));
  if (*LIBCLANG_RESOURCE_DIR != '\0')
    g_ptr_array_add (args, g_strdup ("-resource-dir=" LIBCLANG_RESOURCE_DIR));
  return args;
}

CXTranslationUnit af_parse (CXIndex index, const AfUnit *unit, const char *text, const GPtrArray *args, unsigned more,
                            GError **error)
{
  const AfSource *source = unit->source;
  g_autofree char *path = hooks_path (unit->loader->options), *header = af_hooks_header (unit->loader);
  struct CXUnsavedFile files[] = { { source->path, text, strlen (text) }, { path, header, strlen (header) } };
  CXTranslationUnit tu = NULL;
  unsigned options = CXTranslationUnit_DetailedPreprocessingRecord | CXTranslationUnit_KeepGoing | more;
  const char *const *words = (const char *const *)args->pdata;
  enum CXErrorCode code =
    clang_parseTranslationUnit2 (index, source->path, words, (int)args->len, files, G_N_ELEMENTS (files), options, &tu);
  if (code != CXError_Success)
    af_error_at (error, AF_ERROR_SOURCE, source->path, 0, 0, "check the compiler flags",
                 "libclang cannot parse this file (code %d)", (int)code);
  return code == CXError_Success ? tu : NULL;
}
