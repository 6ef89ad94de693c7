# A Slurm of several nodes on this machine, for the test beside it; sourced.  Everything lies in $work and is stopped by
# cluster_end, whatever became of it.  All processes of it know $work from their environment (AUTOFIX_SLURM), so that
# no others are touched.
AUTOFIX_SLURM=$work
export AUTOFIX_SLURM

nodes=4
controller_port=16817

# The packages; of daemons that they start and enable none is left.
cluster_install() {
  if ! command -v slurmctld > /dev/null || ! command -v slurmd > /dev/null || ! command -v munged > /dev/null; then
    as_root=
    [ "$(id -u)" = 0 ] || as_root=sudo
    $as_root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -q --no-install-recommends slurm-wlm \
      munge > "$work/apt.log" 2>&1 || { tail -5 "$work/apt.log" >&2; echo "slurm-wlm cannot be installed" >&2; exit 1; }
    for service in slurmctld slurmd munge; do
      $as_root systemctl stop "$service" > /dev/null 2>&1 || true
      $as_root systemctl disable "$service" > /dev/null 2>&1 || true
      $as_root update-rc.d "$service" disable > /dev/null 2>&1 || true
    done
  fi
}

cluster_conf() {
  cat << F
ClusterName=autofix
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmctldPort=$controller_port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool-%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd-%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=1,bf_interval=2,sched_interval=2
SelectType=select/linear
SlurmdParameters=config_overrides
MailProg=/bin/true
SlurmdTimeout=10
KillWait=2
ReturnToService=2
MaxArraySize=1001
F
  i=1
  while [ "$i" -le "$nodes" ]; do
    echo "NodeName=n$i NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=$((controller_port + i)) CPUs=1 State=UNKNOWN"
    i=$((i + 1))
  done
  echo "PartitionName=main Nodes=n[1-$nodes] Default=YES MaxTime=INFINITE State=UP"
}

cluster_begin() {
  mkdir -p "$work/state"
  # a socket is found only by who may enter the folder
  chmod 755 "$work"
  (umask 077; dd if=/dev/urandom of="$work/munge.key" bs=1 count=1024 2> /dev/null)
  munged --key-file="$work/munge.key" --socket="$work/munge.socket" --pid-file="$work/munged.pid" \
    --log-file="$work/munged.log" --seed-file="$work/munge.seed"
  cluster_conf > "$work/slurm.conf"
  SLURM_CONF=$work/slurm.conf
  export SLURM_CONF
  slurmctld -f "$work/slurm.conf" -i
  for name in $(node_names); do node_begin "$name"; done
  for _ in $(seq 60); do
    [ "$(sinfo -h -N -t idle -o %N 2> /dev/null | sort -u | wc -l)" = "$nodes" ] && return
    sleep 1
  done
  echo "the nodes do not come up:" >&2
  sinfo >&2
  tail -5 "$work"/*.log >&2
  exit 1
}

node_names() { seq -f 'n%g' "$nodes"; }
node_begin() { mkdir -p "$work/spool-$1"; slurmd -f "$work/slurm.conf" -N "$1"; }
# Whether the environment of a process has a line.
has_line() { tr '\0' '\n' 2> /dev/null < "/proc/$1/environ" | grep -qx -e "$2"; }
# The processes of jobs on a node, and of the daemons that watch over them.
node_pids() {
  for folder in /proc/[0-9]*; do
    pid=${folder#/proc/}
    { has_line "$pid" "AUTOFIX_SLURM=$work" && has_line "$pid" "SLURMD_NODENAME=$1"; } 2> /dev/null || continue
    parent=$(sed -n 's/^PPid:[[:space:]]*//p' "$folder/status" 2> /dev/null)
    [ "$(cat "/proc/$parent/comm" 2> /dev/null)" != slurmstepd ] || echo "$parent"
    echo "$pid"
  done
}
# As if the machine were switched off: the daemon and all that it has started, at once and without a word.
node_kill() {
  kill -9 "$(cat "$work/slurmd-$1.pid")" $(node_pids "$1") 2> /dev/null || true
  rm -f "$work/slurmd-$1.pid"
}

cluster_end() {
  if [ -n "${SLURM_CONF:-}" ]; then
    scancel -u "$(id -un)" > /dev/null 2>&1 || true
    sleep 3
  fi
  for file in "$work"/slurmctld.pid "$work"/slurmd-*.pid "$work"/munged.pid; do
    pid=$(cat "$file" 2> /dev/null) || continue
    case $(cat "/proc/$pid/comm" 2> /dev/null) in
      slurmctld | slurmd | munged) kill "$pid" 2> /dev/null || true ;;
    esac
  done
  for _ in $(seq 20); do
    [ -n "$(cluster_left)" ] || return 0
    sleep 0.5
  done
  for pid in $(cluster_left); do kill -9 "$pid" 2> /dev/null || true; done
}
# Processes of ours that are still there: daemons, and what jobs have started.
cluster_left() {
  for folder in /proc/[0-9]*; do
    case $(cat "$folder/comm" 2> /dev/null) in
      slurmctld | slurmd | slurmstepd | munged | autofix*) ;;
      *) continue ;;
    esac
    has_line "${folder#/proc/}" "AUTOFIX_SLURM=$work" 2> /dev/null && echo "${folder#/proc/}"
  done
  true
}
