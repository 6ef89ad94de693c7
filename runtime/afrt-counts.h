/* How often each fault of a woven program was seen: the table that all its processes map and `autofix cc --report`
 * reads. */
#ifndef AFRT_COUNTS_H
#define AFRT_COUNTS_H

/* The file `counts`: open addressing by the hash of a fault's name (FNV-1a, never 0). */
#define AFRT_RECORD_TABLE "counts"
#define AFRT_RECORD_COUNTS 4096u
struct afrt_record_count {
  unsigned long long key, times;
};
struct afrt_record_table {
  struct afrt_record_count counts[AFRT_RECORD_COUNTS];
};

#endif
