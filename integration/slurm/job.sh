#!/bin/sh
# A job of Slurm that works on a plan of autofix.  Read it, change it: `autofix nightly --slurm --script FILE` takes
# yours, and the one that was used lies in the plan's folder.
#
#     sbatch --array=1-200 job.sh PROGRAM DIR UNITS                    a task does units i, i + tasks, i + 2 tasks ...
#     sbatch --dependency=afterany:JOB job.sh PROGRAM DIR UNITS        without an array: the merge
#
# PROGRAM: autofix, or bench/autofix-bench for a benchmark.  DIR: the plan's folder, which all nodes share.
#
#SBATCH --job-name=autofix
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --ntasks=1
program=$1 plan=$2 units=$3

if [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
  status=0
  "$program" merge "$plan" || status=$?
  echo "merge: status $status"
  # 2, 3, 4: faults, units missing, a module that cannot be tested; the report says so, and the job has done its work
  case $status in 0 | 2 | 3 | 4) exit 0 ;; *) exit "$status" ;; esac
fi

# A preempted or requeued task begins anew: what has a result is passed over at once, so at most one unit is lost.  A
# unit that fails (3) does not keep the others waiting; anything else is the same for all of them.
unit=$SLURM_ARRAY_TASK_ID
while [ "$unit" -le "$units" ]; do
  status=0
  "$program" work --jobs "${SLURM_CPUS_ON_NODE:-1}" "$plan" "$unit" || status=$?
  case $status in 0 | 3) ;; *) exit "$status" ;; esac
  unit=$((unit + SLURM_ARRAY_TASK_COUNT))
done
