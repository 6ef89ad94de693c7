# Hostile modules: all of deeds.txt, or those named in HOSTILE; `make check` tries the quick ones.  Where `unshare` can,
# they run in namespaces of their own.
EXTRA_DIST += tests/hostile/README.md tests/hostile/hostile.sh tests/hostile/deeds.txt
dist_check_SCRIPTS += tests/hostile/quick.sh
.PHONY: check-hostile
HOSTILE =
check-hostile: all
	@$(TREE) sh $(srcdir)/tests/hostile/hostile.sh $(HOSTILE)
