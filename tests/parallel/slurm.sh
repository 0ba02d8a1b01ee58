#!/bin/bash
# Starts a Slurm cluster of this one machine, with all its files in a folder, runs a command in it, and stops it:
#   slurm.sh FOLDER COMMAND...
# Exit status 77 when the cluster cannot be started, else that of the command. Processes are ended by their ids.
set -u
folder=$1
shift
for program in slurmctld slurmd sbatch sinfo; do
    PATH=$PATH:/usr/sbin command -v "$program" >/dev/null || { echo "slurm: $program is not installed"; exit 77; }
done
PATH=$PATH:/usr/sbin
host=$(hostname -s) || exit 77
user=$(id -un)
port=$((20000 + $$ % 20000))
mkdir -p "$folder/state" "$folder/spool"
cat >"$folder/slurm.conf" <<CONF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/none
CredType=cred/none
SlurmctldPort=$port
SlurmdPort=$((port + 1))
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/linear
MpiDefault=none
ReturnToService=2
SlurmctldParameters=cloud_dns
SlurmdParameters=config_overrides
MailProg=/bin/true
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES OverSubscribe=FORCE:2 State=UP
CONF
chmod 644 "$folder/slurm.conf"
export SLURM_CONF=$folder/slurm.conf
pids=
stop() {
    for pid in $pids; do kill "$pid" 2>/dev/null; done
    for pid in $pids; do wait "$pid" 2>/dev/null; done
}
trap stop EXIT
slurmctld -D -c >"$folder/ctld.out" 2>&1 &
pids=$!
slurmd -D -c >"$folder/slurmd.out" 2>&1 &
pids="$pids $!"
for _ in $(seq 100); do
    [ "$(sinfo -h -o %t 2>/dev/null)" = idle ] && break
    sleep 0.2
done
if [ "$(sinfo -h -o %t 2>/dev/null)" != idle ]; then
    echo 'slurm: the cluster does not start'
    tail -n 5 "$folder"/*.log "$folder"/*.out
    exit 77
fi
"$@"
