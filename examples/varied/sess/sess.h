#ifndef SESS_H
#define SESS_H

#include <stdbool.h>

#include <autofix/contract.h>

#define SESS_NIL (-1)

enum
{
    SESS_MAX = 12,      /* sessions at a time */
    SESS_RIGHTS = 20    /* rights 0 .. 19 */
};

/* A session is known by a handle, which stays its own: when it has been closed,
   its handle is never alive again. */

QUERY bool SessOk(void);
QUERY int SessCount(void);
QUERY int SessFind(int key);        /* handle, or SESS_NIL */
QUERY bool SessAlive(int handle);   /* of any number */
QUERY int SessKey(int handle);
QUERY int SessHits(int handle);
QUERY bool SessMay(int handle, int right);
QUERY int SessRights(int handle);   /* how many */

/* From the session that was not used for longest to the one used last;
   SESS_NIL at the end. */
QUERY int SessFirst(void);
QUERY int SessNext(int handle);

/* The session of the key, which counts as used.  A new one has no hits and no
   rights; if there is no room for it, the first session is closed. */
int SessOpen(int key);
/* These return false if the handle is stale. */
bool SessClose(int handle);
bool SessTouch(int handle);     /* one more hit; used last */
/* False if another session has the key. */
bool SessRename(int handle, int key);
void SessGrant(int handle, int right);
void SessRevoke(int handle, int right);
/* Closes all sessions with fewer hits; returns how many. */
int SessPurge(int minHits);
void SessReset(void);

#endif
