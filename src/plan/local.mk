libaf_plan_a_SOURCES = src/plan/plan.c src/plan/work.c src/plan/plan.h
check_PROGRAMS += tests/plan/test-plan
tests_plan_test_plan_SOURCES = tests/plan/test-plan.c
tests_plan_test_plan_LDADD = $(AF_LIBS)
