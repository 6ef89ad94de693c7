# How fast the parts are, and how the time grows: bench/README.md, section Speed.
noinst_LIBRARIES += libaf-speed.a
libaf_speed_a_SOURCES = bench/speed/calls.c bench/speed/clock.c bench/speed/costs.c bench/speed/desk.c \
  bench/speed/fit.c bench/speed/growth.c bench/speed/module.c bench/speed/results.c bench/speed/validation.c \
  bench/speed/fit.h bench/speed/module.h bench/speed/speed.h
noinst_PROGRAMS += bench/autofix-bench-speed
bench_autofix_bench_speed_SOURCES = bench/speed/main.c
bench_autofix_bench_speed_LDADD = libaf-speed.a $(ROOM_LIBS) $(SYSTEM_LIBS)
check_PROGRAMS += tests/bench/test-speed
tests_bench_test_speed_SOURCES = tests/bench/test-speed.c
tests_bench_test_speed_LDADD = libaf-speed.a $(AF_LIBS)

# SPEED="--only growth" measures some of it.
SPEED =
.PHONY: bench-speed
bench-speed: all bench/autofix-bench-speed
	$(TREE) bench/autofix-bench-speed $(SPEED)

# What each part of localisation brings: POINTING="--every 3" for a sample.
noinst_PROGRAMS += bench/autofix-bench-pointing
bench_autofix_bench_pointing_SOURCES = bench/pointing/main.c
bench_autofix_bench_pointing_LDADD = libaf-bench.a libaf-speed.a $(ROOM_LIBS) $(SYSTEM_LIBS)
POINTING =
.PHONY: bench-pointing
bench-pointing: all bench/autofix-bench-pointing
	$(TREE) bench/autofix-bench-pointing $(POINTING)
