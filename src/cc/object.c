/* Comparing two object files.
 *
 * In:  the woven object, and the one that the real compiler makes of the same source.
 * Out: whether a program can be linked from the one wherever it can be from the other.
 *
 * Checks keep code alive that the optimiser would have thrown away, and with it a call of a function that nobody has
 * defined (some projects do that on purpose: `if (sizeof (int) > 8) cannot_happen ();`).  Such an object must not take
 * the place of the plain one.  Nor may one that defines other names. */
#include "cc/cc-internal.h"

#include <elf.h>
#include <string.h>

/* Names of global symbols -> GINT_TO_POINTER (is defined + 1). */
static GHashTable *table_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static gboolean lies_in (gsize length, guint64 offset, guint64 size)
{
  return offset <= length && size <= length - offset;
}

static void read_symbols (GHashTable *symbols, const Elf64_Sym *list, gsize n, const char *names, gsize names_size)
{
  for (gsize i = 0; i < n; i++) {
    if (ELF64_ST_BIND (list[i].st_info) == STB_LOCAL || list[i].st_name >= names_size)
      continue;
    g_hash_table_insert (symbols, g_strdup (names + list[i].st_name),
                         GINT_TO_POINTER (1 + (list[i].st_shndx != SHN_UNDEF)));
  }
}

/* Null when the file is no ELF object of this machine's kind, or has no symbols. */
static GHashTable *load (const char *path)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);
  gsize length = file ? g_mapped_file_get_length (file) : 0;
  const char *bytes = file ? g_mapped_file_get_contents (file) : NULL;
  const Elf64_Ehdr *head = (const Elf64_Ehdr *)(gconstpointer)bytes;
  if (length < sizeof *head || memcmp (bytes, ELFMAG, SELFMAG) != 0 || bytes[EI_CLASS] != ELFCLASS64
      || head->e_type != ET_REL || head->e_shentsize != sizeof (Elf64_Shdr) || head->e_shoff % 8 != 0
      || !lies_in (length, head->e_shoff, (guint64)head->e_shnum * sizeof (Elf64_Shdr)))
    return NULL;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(gconstpointer)(bytes + head->e_shoff);
  for (guint i = 0; i < head->e_shnum; i++) {
    const Elf64_Shdr *table = &sections[i];
    if (table->sh_type != SHT_SYMTAB || table->sh_link >= head->e_shnum)
      continue;
    const Elf64_Shdr *names = &sections[table->sh_link];
    if (table->sh_offset % 8 != 0 || !lies_in (length, table->sh_offset, table->sh_size)
        || !lies_in (length, names->sh_offset, names->sh_size) || names->sh_size == 0
        || bytes[names->sh_offset + names->sh_size - 1] != '\0')
      return NULL;
    GHashTable *symbols = table_new ();
    read_symbols (symbols, (const Elf64_Sym *)(gconstpointer)(bytes + table->sh_offset),
                  table->sh_size / sizeof (Elf64_Sym), bytes + names->sh_offset, names->sh_size);
    return symbols;
  }
  return NULL;
}

/* What woven code may want in addition: the runtime, and those functions of libc that compilers put in by themselves,
 * one for another. */
static gboolean is_always_there (const char *name)
{
  static const char *const prefixes[] = { "afrt_",
                                          "__asan_",
                                          "__ubsan_",
                                          "_GLOBAL_OFFSET_TABLE_",
                                          "__stack_chk_fail",
                                          "__tls_get_addr",
                                          "_setjmp",
                                          "mem",
                                          "str",
                                          "stpcpy",
                                          "puts",
                                          "putchar",
                                          "fputc",
                                          "fputs",
                                          "fwrite",
                                          "__mul",
                                          "__add",
                                          "__sub" };
  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (name, prefixes[i]))
      return TRUE;
  return FALSE;
}

gboolean af_cc_object_stands_for (const char *woven, const char *plain, char **why)
{
  g_autoptr (GHashTable) ours = load (woven);
  g_autoptr (GHashTable) theirs = load (plain);
  GHashTableIter iter;
  gpointer name, kind;
  if (!ours || !theirs) {
    *why = g_strdup ("an object that cannot be read");
    return FALSE;
  }
  g_hash_table_iter_init (&iter, ours);
  while (g_hash_table_iter_next (&iter, &name, &kind)) {
    gpointer known = g_hash_table_lookup (theirs, name);
    gboolean is_defined = GPOINTER_TO_INT (kind) == 2;
    if (is_defined ? known != kind : known == NULL && !is_always_there (name)) {
      *why = g_strdup_printf ("the woven object %s '%s'", is_defined ? "defines" : "wants", (const char *)name);
      return FALSE;
    }
  }
  g_hash_table_iter_init (&iter, theirs);
  while (g_hash_table_iter_next (&iter, &name, &kind))
    if (GPOINTER_TO_INT (kind) == 2 && g_hash_table_lookup (ours, name) != kind) {
      *why = g_strdup_printf ("the woven object lacks '%s'", (const char *)name);
      return FALSE;
    }
  return TRUE;
}
