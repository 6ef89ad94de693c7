# Hostile modules: all of deeds.txt, or those named in HOSTILE; `make check` tries the quick ones.  Where `unshare` can,
# they run in namespaces of their own.
EXTRA_DIST += tests/hostile/README.md tests/hostile/hostile.sh tests/hostile/deeds.txt
dist_check_SCRIPTS += tests/hostile/quick.sh
.PHONY: check-hostile
HOSTILE =
check-hostile: all
	@AUTOFIX_SRCDIR='$(abs_top_srcdir)' AUTOFIX_BUILDDIR='$(abs_top_builddir)' CC='$(CC)' \
	  sh $(srcdir)/tests/hostile/hostile.sh $(HOSTILE)
