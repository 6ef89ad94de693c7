/* Files that a call of the test opened, and that nobody can close any more.
 *
 * In:  which descriptors are open before and after each call.   Out: those that the calls of the test have opened;
 * which of them are lost, afrt-leak.c finds together with lost memory.
 *
 *     v0 = log_open ("/dev/null")     descriptor 7              v0 -> log -> file -> 7
 *     log_free (v0)                   frees the log alone       7 is open, and written nowhere
 *
 * A descriptor is known by its number, which is to be found nowhere else: a child takes the low ones itself.  What the
 * caller is given, by result or in storage of its own, it may forget: objects of the module in such storage excepted.
 *
 * Only modules that call a function that opens are looked at.  What an earlier test has left open is closed, unless
 * static data holds it: a test begins with the same descriptors wherever it runs.
 *
 * libc keeps all streams in a list of its own, which would lead to each of them: while memory is searched, the list
 * is empty; earlier tests, too, have left streams in it. */
#include "afrt-internal.h"

#include <dlfcn.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MOST_STREAMS 64

static struct {
  /* descriptors as bits: open before the call; opened by calls of the test, and open still; those the caller has; those
   * that are looked for */
  uint64_t before, opened, given, wanted;
  FILE *streams[MOST_STREAMS], *next[MOST_STREAMS];
  unsigned n;
  FILE **list, *first; /* libc's list, null: it has none; what is the first in it */
} open_files;

/* All that are open; every one when the system does not say. */
static uint64_t look (void)
{
  struct pollfd asked[AFRT_MOST_FILES];
  uint64_t files = 0;
  for (int i = 0; i < AFRT_MOST_FILES; i++)
    asked[i] = (struct pollfd){ .fd = AFRT_FIRST_FILE + i };
  if (poll (asked, AFRT_MOST_FILES, 0) < 0)
    return UINT64_MAX;
  for (int i = 0; i < AFRT_MOST_FILES; i++)
    files |= (uint64_t) !(asked[i].revents & POLLNVAL) << i;
  return files;
}

int afrt_open_is_asked (void)
{
  return afrt_private.driver->clause_open != 0;
}

void afrt_open_call (void)
{
  if (afrt_open_is_asked ())
    open_files.before = look ();
}

uint64_t afrt_open_opened (void)
{
  if (!afrt_open_is_asked ())
    return 0;
  uint64_t now = look ();
  open_files.opened = (open_files.opened & now) | (now & ~open_files.before);
  open_files.given &= open_files.opened;
  return open_files.opened & ~open_files.given;
}

void afrt_open_give (uint64_t files)
{
  open_files.given |= files;
}

uint64_t afrt_open_left (void)
{
  return open_files.opened;
}

void afrt_open_want (uint64_t files)
{
  open_files.wanted = files;
}

uint64_t afrt_open_wanted (void)
{
  return open_files.wanted;
}

/* A descriptor is an int, or the lower half of a long. */
void afrt_open_search (uintptr_t begin, uintptr_t end, int at_bytes)
{
  size_t step = at_bytes ? 1 : sizeof (uint32_t);
  for (; open_files.wanted != 0 && begin + sizeof (uint32_t) <= end; begin += step) {
    uint32_t number;
    memcpy (&number, (const void *)begin, sizeof number);
    if (number - AFRT_FIRST_FILE < AFRT_MOST_FILES)
      open_files.wanted &= ~((uint64_t)1 << (number - AFRT_FIRST_FILE));
  }
}

unsigned afrt_open_close (uint64_t files)
{
  unsigned n = 0;
  for (int i = 0; i < AFRT_MOST_FILES; i++)
    if (files >> i & 1) {
      close (AFRT_FIRST_FILE + i);
      n++;
    }
  open_files.opened &= ~files;
  return n;
}

void afrt_open_prepare (void)
{
  if (!afrt_open_is_asked ())
    return;
  int file = dup (STDIN_FILENO);
  while (file >= 0 && file < AFRT_FIRST_FILE - 1)
    file = dup (STDIN_FILENO);
  if (file >= AFRT_FIRST_FILE)
    close (file);
}

void afrt_open_begin (void)
{
  open_files.opened = open_files.given = 0;
  if (afrt_open_is_asked () && !open_files.list)
    open_files.list = dlsym (RTLD_DEFAULT, "_IO_list_all");
}

void afrt_open_hide_streams (int (*is_block) (const void *p, size_t size))
{
  open_files.n = 0;
  if (!afrt_open_is_asked () || !open_files.list)
    return;
  FILE *stream = open_files.first = *open_files.list;
  *open_files.list = NULL;
#ifdef __GLIBC__
  for (; open_files.n < MOST_STREAMS && is_block (stream, sizeof *stream); stream = open_files.next[open_files.n++]) {
    open_files.streams[open_files.n] = stream;
    open_files.next[open_files.n] = stream->_chain;
    stream->_chain = NULL;
  }
#else
  (void)stream;
  (void)is_block;
#endif
}

void afrt_open_show_streams (void)
{
  if (!afrt_open_is_asked () || !open_files.list)
    return;
  *open_files.list = open_files.first;
#ifdef __GLIBC__
  for (unsigned i = 0; i < open_files.n; i++)
    open_files.streams[i]->_chain = open_files.next[i];
#endif
  open_files.n = 0;
}
