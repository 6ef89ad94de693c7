#ifndef TRIE_H
#define TRIE_H

#include <stdbool.h>
#include <autofix/contract.h>

// A bag of words. A word is one or more of the letters 'a' to 'z'.

typedef struct Trie Trie;

Trie *TrieNew(void);
void  TrieFree(Trie *t);

INVARIANT bool TrieValid(const Trie *t);

QUERY bool TrieIsWord(const char *s);               // s is not null
QUERY int  TrieDistinct(const Trie *t);             // different words
QUERY int  TrieTotal(const Trie *t);                // words, each as often as it is in
QUERY int  TrieCount(const Trie *t, const char *word);
QUERY bool TrieHas(const Trie *t, const char *word);
QUERY int  TrieWithPrefix(const Trie *t, const char *prefix);    // different words that begin so; "" is a prefix, too
QUERY int  TrieLongestPrefix(const Trie *t, const char *text);   // length of the longest word that text begins with, or 0

bool TrieAdd(Trie *t, const char *word);            // false: no memory, nothing is changed but for empty nodes
bool TrieDiscard(Trie *t, const char *word);        // once; was it in?
int  TrieDiscardAll(Trie *t, const char *word);     // returns how often it was in
int  TrieNth(const Trie *t, int n, char *out, int room);   // word n of TrieDistinct, in order, cut to room - 1; returns its full length
bool TrieMerge(Trie *t, const Trie *from);          // t gets all of from; which is not t

#endif
