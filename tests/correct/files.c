/* Files: opened and closed, handed to the caller, kept for later. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <autofix/contract.h>

typedef struct Log {
  FILE *file;
  int last;
} Log;
struct pair {
  int in, size;
};
struct source {
  int fd;
  long offset;
};
static struct source sources[4];
static int fallback = -1;
static FILE *shared;

Log *log_open (const char *path)
{
  Log *log = malloc (sizeof *log);

  if (!log)
    return NULL;
  log->file = fopen (path, "r");
  log->last = 0;
  if (!log->file) {
    free (log);
    return NULL;
  }
  return log;
}

int log_next (Log *log)
{
  REQUIRE (log);
  log->last = getc (log->file);
  return log->last;
}

void log_free (Log *log)
{
  if (!log)
    return;
  fclose (log->file);
  free (log);
}

int file_open (const char *path)
{
  return open (path, O_RDONLY);
}

int file_open_at (const char *path, int *fd)
{
  REQUIRE (fd);
  *fd = open (path, O_RDONLY);
  return *fd < 0 ? -1 : 0;
}

struct pair pair_open (const char *path)
{
  struct pair pair = { -1, 0 };

  pair.in = open (path, O_RDONLY);
  return pair;
}

void file_close (int fd)
{
  if (fd > 2)
    close (fd);
}

int default_byte (void)
{
  char byte = 0;

  if (fallback < 0)
    fallback = open ("/dev/null", O_RDONLY);
  return fallback >= 0 && read (fallback, &byte, 1) == 1 ? byte : -1;
}

int count (const char *path)
{
  FILE *file = fopen (path, "r");
  int n = 0;

  if (!file)
    return -1;
  while (getc (file) != EOF && n < 1000)
    n++;
  fclose (file);
  return n;
}

int listing (const char *path)
{
  REQUIRE (path);
  DIR *folder = opendir (path);
  int n = 0;

  if (!folder)
    return -1;
  while (n < 3 && readdir (folder))
    n++;
  closedir (folder);
  return n;
}

int shared_stream (const char *path)
{
  if (!shared)
    shared = fopen (path, "r");
  return shared ? getc (shared) : -1;
}

/* The stream closes the descriptor with itself. */
int first_character (const char *path)
{
  REQUIRE (path);
  int fd = open (path, O_RDONLY), c;
  FILE *file = fd < 0 ? NULL : fdopen (fd, "r");

  if (!file) {
    if (fd >= 0)
      close (fd);
    return -1;
  }
  c = fgetc (file);
  fclose (file);
  return c;
}

/* As many as there is room for; the others are closed at once. */
int keep_source (const char *path)
{
  REQUIRE (path);
  int fd = open (path, O_RDONLY);

  for (int i = 0; fd >= 0 && i < 4; i++)
    if (sources[i].fd == 0) {
      sources[i].fd = fd;
      return i;
    }
  if (fd >= 0)
    close (fd);
  return -1;
}

void drop_source (int i)
{
  REQUIRE (i >= 0 && i < 4);
  if (sources[i].fd > 0)
    close (sources[i].fd);
  sources[i].fd = 0;
}

/* Two handles of one file, both closed whatever happens. */
int is_twice_there (const char *path)
{
  REQUIRE (path);
  int result = 0, other = -1, fd = open (path, O_RDONLY);

  if (fd < 0)
    goto done;
  other = dup (fd);
  if (other < 0)
    goto done;
  result = lseek (fd, 0, SEEK_CUR) == lseek (other, 0, SEEK_CUR);
done:
  if (other >= 0)
    close (other);
  if (fd >= 0)
    close (fd);
  return result;
}

/* A stream in memory. */
long written (int n)
{
  REQUIRE (n >= 0 && n < 100);
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream (&text, &size);

  if (!out)
    return -1;
  for (int i = 0; i < n; i++)
    fputc ('x', out);
  fclose (out);
  free (text);
  return (long)size;
}
