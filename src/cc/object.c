/* Comparing two object files.
 *
 * In:  the woven object, and the one that the real compiler makes of the same source; or a program and a library.
 * Out: whether a program can be linked from the one wherever it can be from the other; whether the library would call
 * the program.
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

typedef struct {
  const Elf64_Sym *list;
  gsize n;
  const char *names;
  gsize names_size;
} Symbols;

static gboolean is_function (const Elf64_Sym *symbol)
{
  return ELF64_ST_TYPE (symbol->st_info) == STT_FUNC || ELF64_ST_TYPE (symbol->st_info) == STT_GNU_IFUNC;
}

/* All of an object; of what is linked, functions alone: a variable may be the copy of a library's. */
static GHashTable *read_symbols (const Symbols *symbols, gboolean is_linked)
{
  GHashTable *table = table_new ();
  for (gsize i = 0; i < symbols->n; i++) {
    const Elf64_Sym *symbol = &symbols->list[i];
    gboolean is_defined = symbol->st_shndx != SHN_UNDEF;
    if (ELF64_ST_BIND (symbol->st_info) == STB_LOCAL || symbol->st_name >= symbols->names_size
        || (is_linked && is_defined && !is_function (symbol)))
      continue;
    g_hash_table_insert (table, g_strdup (symbols->names + symbol->st_name), GINT_TO_POINTER (1 + is_defined));
  }
  return table;
}

/* Null when the file is no ELF file of this machine's kind, or has no symbols.  @is_linked: a program or library, of
 * which those are read that others see; else an object. */
static GHashTable *load (const char *path, gboolean is_linked)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);
  gsize length = file ? g_mapped_file_get_length (file) : 0;
  const char *bytes = file ? g_mapped_file_get_contents (file) : NULL;
  const Elf64_Ehdr *head = (const Elf64_Ehdr *)(gconstpointer)bytes;
  if (length < sizeof *head || memcmp (bytes, ELFMAG, SELFMAG) != 0 || bytes[EI_CLASS] != ELFCLASS64
      || (head->e_type == ET_REL) == is_linked || head->e_shentsize != sizeof (Elf64_Shdr) || head->e_shoff % 8 != 0
      || !lies_in (length, head->e_shoff, (guint64)head->e_shnum * sizeof (Elf64_Shdr)))
    return NULL;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(gconstpointer)(bytes + head->e_shoff);
  for (guint i = 0; i < head->e_shnum; i++) {
    const Elf64_Shdr *table = &sections[i];
    if (table->sh_type != (is_linked ? SHT_DYNSYM : SHT_SYMTAB) || table->sh_link >= head->e_shnum)
      continue;
    const Elf64_Shdr *names = &sections[table->sh_link];
    if (table->sh_offset % 8 != 0 || !lies_in (length, table->sh_offset, table->sh_size)
        || !lies_in (length, names->sh_offset, names->sh_size) || names->sh_size == 0
        || bytes[names->sh_offset + names->sh_size - 1] != '\0')
      return NULL;
    return read_symbols (&(Symbols){ (const Elf64_Sym *)(gconstpointer)(bytes + table->sh_offset),
                                     table->sh_size / sizeof (Elf64_Sym), bytes + names->sh_offset, names->sh_size },
                         is_linked);
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
  g_autoptr (GHashTable) ours = load (woven, FALSE);
  g_autoptr (GHashTable) theirs = load (plain, FALSE);
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

gboolean af_cc_object_takes_calls (const char *program, const char *library)
{
  g_autoptr (GHashTable) ours = load (program, TRUE);
  g_autoptr (GHashTable) theirs = ours ? load (library, TRUE) : NULL;
  GHashTableIter iter;
  gpointer name, kind;
  if (!theirs)
    return FALSE;
  g_hash_table_iter_init (&iter, theirs);
  while (g_hash_table_iter_next (&iter, &name, &kind))
    /* with an underscore: names that C keeps for compilers, of hooks and the like */
    if (GPOINTER_TO_INT (kind) == 1 && *(const char *)name != '_'
        && GPOINTER_TO_INT (g_hash_table_lookup (ours, name)) == 2)
      return TRUE;
  return FALSE;
}
