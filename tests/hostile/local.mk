# Hostile modules: all of deeds.txt, or those named in HOSTILE; `make check` tries the quick ones.  Where `unshare` can,
# they run in namespaces of their own.
EXTRA_DIST += tests/hostile/README.md tests/hostile/hostile.sh tests/hostile/deeds.txt
dist_check_SCRIPTS += tests/hostile/quick.sh
.PHONY: check-hostile
HOSTILE =
HOSTILE_SLOW =
check-hostile: all
	@$(TREE) HOSTILE_SLOW='$(HOSTILE_SLOW)' sh $(srcdir)/tests/hostile/hostile.sh $(HOSTILE)
