/* `autofix cc`: a compiler that weaves, and what its programs have recorded.
 *
 * In:  the words of a compiler's command line, or one word of our own first:
 *
 *     autofix cc -O2 -c ring.c            what the real compiler does, with checks in ring.o
 *     autofix cc --report [FOLDER]        the faults recorded there, or here and below; 0 none, 2 some */
#include "commands/commands-internal.h"

#include <string.h>

#include "cc/cc.h"
#include "util/error.h"

const char *af_command_cc_help (void)
{
  return "  CC=\"autofix cc\" ./configure && make check    build a project and run its tests, contracts checked\n"
         "  CC=autofix-cc ./configure                     the same, starting faster\n"
         "  autofix cc --report [FOLDER]                 print the faults that were recorded: 0 none, 2 some\n"
         "\n"
         "Takes what gcc and clang take, and runs the real compiler with it: its files, messages and exit status are "
         "the result.  Each\n"
         "object made from C source then gets the contracts in it: those of autofix/contract.h (found without -I), "
         "also "
         "under -DNDEBUG;\n"
         "assert, if the flags leave it in; null pointers, array bounds, division by zero, signed overflow.  What "
         "cannot "
         "be woven (other\n"
         "languages, probes of configure, source that libclang does not read) stays as the compiler made it.\n"
         "\n"
         "A violation changes nothing in the program; it becomes a file in the folder of faults, with the command that "
         "shows it again.\n"
         "\n"
         "When compiling:\n"
         "  AUTOFIX_CC          the real compiler; default cc\n"
         "  AUTOFIX_CC_FLAGS    words that are added to each of its command lines.  With -fsanitize=address freed and "
         "overrun memory is\n"
         "                      recognised, too; without a sanitizer null pointers only\n"
         "  AUTOFIX_CC_LEAKS=0  programs are not linked with LeakSanitizer; else, with gcc, lost memory is recorded "
         "when "
         "they exit\n"
         "                      (also when running)\n"
         "  AUTOFIX_CC_OUT      folder of faults; default autofix-cc.out, the nearest upward that exists, or here\n"
         "  AUTOFIX_CC_LOG      log file: what became of each source\n"
         "When running:\n"
         "  AUTOFIX_CC_OUT      overrides the folder that was compiled in\n"
         "  AUTOFIX_CC_STOP=1   abort at the first violation\n"
         "  AUTOFIX_CC_VERBOSE=1  print each new fault to standard error, too\n";
}

static gboolean report (char **words, int *status, GError **error)
{
  guint n_faults = 0;
  if (words[0] && words[1]) {
    af_error_at (error, AF_ERROR_USAGE, NULL, 0, 0, "autofix cc --report [FOLDER]", "at most one folder can be given");
    return FALSE;
  }
  if (!af_cc_report (words[0], &n_faults, error))
    return FALSE;
  *status = n_faults > 0 ? AF_EXIT_FAULTS : AF_EXIT_OK;
  return TRUE;
}

gboolean af_command_cc (char **words, GCancellable *cancel G_GNUC_UNUSED, int *status, GError **error)
{
  if (words[0] && strcmp (words[0], "--report") == 0)
    return report (words + 1, status, error);
  return af_cc_run (words, status, error);
}
