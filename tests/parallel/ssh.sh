#!/bin/bash
# Starts an ssh server of this one machine, with all its files in a folder, runs a command with its ssh client's command line
# in $SSH_COMMAND, and stops it:
#   ssh.sh FOLDER COMMAND...
# Exit status 77 when the server cannot be started, else that of the command.
set -u
folder=$1
shift
PATH=$PATH:/usr/sbin
for program in sshd ssh ssh-keygen; do
    command -v "$program" >/dev/null || { echo "ssh: $program is not installed"; exit 77; }
done
port=$((20000 + $$ % 20000))
mkdir -p "$folder"
chmod 700 "$folder"
ssh-keygen -q -t ed25519 -N '' -f "$folder/host" && ssh-keygen -q -t ed25519 -N '' -f "$folder/user" || exit 77
cp "$folder/user.pub" "$folder/authorized"
cat >"$folder/sshd_config" <<CONF
Port $port
ListenAddress 127.0.0.1
HostKey $folder/host
PidFile none
AuthorizedKeysFile $folder/authorized
StrictModes no
UsePAM no
PermitRootLogin yes
PasswordAuthentication no
KbdInteractiveAuthentication no
MaxStartups 100
CONF
[ "$(id -u)" -ne 0 ] || mkdir -p /run/sshd
"$(command -v sshd)" -D -e -f "$folder/sshd_config" 2>"$folder/log" &
pid=$!
trap 'kill $pid 2>/dev/null; wait $pid 2>/dev/null' EXIT
export SSH_COMMAND="ssh -p $port -i $folder/user -F none -o BatchMode=yes -o StrictHostKeyChecking=no \
-o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
for _ in $(seq 50); do
    $SSH_COMMAND 127.0.0.1 true 2>/dev/null && break
    sleep 0.1
done
$SSH_COMMAND 127.0.0.1 true || { echo 'ssh: the server does not start'; tail -n 5 "$folder/log"; exit 77; }
"$@"
