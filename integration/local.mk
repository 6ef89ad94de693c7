# What other people's projects use: rules for their builds, manual pages, completion, nights.
pkgconfigdir = $(libdir)/pkgconfig
nodist_pkgconfig_DATA = integration/autofix.pc
cmakedir = $(libdir)/cmake/Autofix
nodist_cmake_DATA = integration/AutofixConfig.cmake integration/AutofixConfigVersion.cmake
aclocaldir = $(datadir)/aclocal
dist_aclocal_DATA = integration/autofix.m4
dist_pkgdata_DATA += integration/autofix.mk
systemdexampledir = $(pkgdatadir)/examples
dist_systemdexample_DATA = integration/systemd/autofix-nightly@.service integration/systemd/autofix-nightly@.timer \
  integration/crontab.example integration/github-actions.yml
slurmdir = $(pkgdatadir)/slurm
dist_slurm_SCRIPTS = integration/slurm/job.sh
dist_slurm_DATA = integration/slurm/README.md
completiondir = $(datadir)/bash-completion/completions
zshcompletiondir = $(datadir)/zsh/site-functions
dist_zshcompletion_DATA = integration/_autofix
fishcompletiondir = $(datadir)/fish/vendor_completions.d
dist_fishcompletion_DATA = integration/autofix.fish
# What a reader without a network wants, with the folders of this tree so that links lead on: the pages, the reference
# of the macros, projects to copy.
nobase_dist_pkgdata_DATA = README.md docs/recording.svg docs/report.png docs/tutorial.md docs/contracts.md \
  docs/editors.md docs/tests.md docs/confidence.md docs/troubleshooting.md contracts/README.md examples/README.md \
  examples/make/Makefile examples/make/gauge.c \
  examples/make/gauge.h examples/make/main.c examples/autotools/Makefile.am examples/autotools/configure.ac \
  examples/autotools/gauge.c examples/autotools/gauge.h examples/autotools/main.c examples/cmake/CMakeLists.txt \
  examples/cmake/gauge.c examples/cmake/gauge.h examples/cmake/main.c examples/corpus/sorted_set/README \
  examples/corpus/sorted_set/sorted_set.c examples/corpus/sorted_set/sorted_set.h \
  examples/corpus/sorted_set/faults/02-move-from-before.patch examples/corpus/sorted_set/faults/02-move-from-before.txt
EXTRA_DIST += integration/README.md integration/autofix.bash integration/man/make-page.sh
install-data-hook: install-completion
.PHONY: install-completion
install-completion:
	$(MKDIR_P) $(DESTDIR)$(completiondir) \
	  && $(INSTALL_DATA) $(srcdir)/integration/autofix.bash $(DESTDIR)$(completiondir)/autofix
uninstall-hook:
	rm -f $(DESTDIR)$(completiondir)/autofix

# One page per command, from what the program says of it (integration/man/make-page.sh).
man1_MANS = integration/man/autofix.1 integration/man/autofix-run.1 integration/man/autofix-test.1 \
  integration/man/autofix-show.1 integration/man/autofix-apply.1 integration/man/autofix-report.1 \
  integration/man/autofix-replay.1 integration/man/autofix-judge.1 integration/man/autofix-lint.1 \
  integration/man/autofix-nightly.1 integration/man/autofix-work.1 integration/man/autofix-merge.1 \
  integration/man/autofix-mark.1 integration/man/autofix-cc.1 integration/man/autofix-research.1 \
  integration/man/autofix-learn.1 integration/man/autofix-infer.1 integration/man/autofix-tests.1 \
  integration/man/autofix-contracts.1 integration/man/autofix-lsp.1 \
  integration/man/autofix-culprit.1
CLEANFILES += $(man1_MANS)
integration/man/autofix.1: src/autofix$(EXEEXT) $(srcdir)/integration/man/make-page.sh
	$(AM_V_GEN)$(MKDIR_P) $(@D) && sh $(srcdir)/integration/man/make-page.sh src/autofix $(PACKAGE_VERSION) > $@.new \
	  && mv $@.new $@
integration/man/autofix-%.1: src/autofix$(EXEEXT) $(srcdir)/integration/man/make-page.sh | src/autofix.uninstalled
	$(AM_V_GEN)$(MKDIR_P) $(@D) && sh $(srcdir)/integration/man/make-page.sh src/autofix $(PACKAGE_VERSION) $* > $@.new \
	  && mv $@.new $@

dist_check_SCRIPTS += tests/integration/installed.sh
# All that a build of another project can be: cmake must be there, and dpkg-buildpackage with debhelper for the package.
.PHONY: check-integration check-package
check-integration: all
	$(AM_TESTS_ENVIRONMENT) sh $(srcdir)/tests/integration/installed.sh make autotools cmake
check-package: all
	$(AM_TESTS_ENVIRONMENT) sh $(srcdir)/tests/integration/package.sh
EXTRA_DIST += tests/integration/package.sh debian/changelog debian/control debian/copyright debian/rules \
  debian/source/format
