#!/bin/bash
# Runs parlor-bots' loads against a Parlor server and, pair by pair, beside those of redis-server, InspIRCd and
# nats-server that are installed (Debian: apt-get install redis-server inspircd nats-server), and prints the ratios.
# With Evennia (pip install evennia) people who type text are compared as well, by mud.py.
#
# usage: Clients/Bots/beside.sh [SECONDS] [PAIRS]      from the checkout's top folder, after
#        swift build -c release --product parlor-server && swift build -c release --product parlor-bots
#
# Every server has one process, listens on 127.0.0.1 at a port of its own (BESIDE_PORT and the next ones, default
# 17900) and keeps nothing on disk, but for the durable moves, where both sides write to one. BESIDE_BIN is the folder
# with the two programs; BESIDE_ONLY names the rivals, such as "redis irc", instead of all.
set -u
seconds=${1:-2}
pairs=${2:-3}
bin=${BESIDE_BIN:-.build/release}
port=${BESIDE_PORT:-17900}
folder=$(mktemp -d)
started=()

finish() {
  for process in "${started[@]}"; do kill "$process" 2>/dev/null; done
  wait 2>/dev/null
  rm -rf "$folder"
}
trap finish EXIT

# Starts a server in the background and waits for its port: start NAME PORT COMMAND…; its process is in $process.
start() {
  local name=$1 at=$2
  shift 2
  "$@" > "$folder/$name.log" 2>&1 &
  process=$!
  started+=("$process")
  for _ in $(seq 100); do
    if (exec 3<> "/dev/tcp/127.0.0.1/$at") 2>/dev/null; then return 0; fi
    sleep 0.1
  done
  echo "$name did not start:" >&2
  tail -n 5 "$folder/$name.log" >&2
  return 1
}

stop() {
  kill "$1" 2>/dev/null
  wait "$1" 2>/dev/null
}

irc_configuration() {
  cat > "$folder/inspircd.conf" <<CONF
<server name="irc.local" description="Measured" network="Measured">
<admin name="n" nick="n" email="n@example.org">
<bind address="127.0.0.1" port="$1" type="clients">
<module name="cap"> <module name="ircv3_echomessage">
<connect name="all" allow="*" timeout="60" pingfreq="3600" hardsendq="100000000" softsendq="100000000" recvq="100000"
  threshold="1000000000" commandrate="1000000000" fakelag="no" localmax="100000" globalmax="100000" limit="100000"
  resolvehostnames="no" maxconnwarn="no">
<performance netbuffersize="65534" somaxconn="4096" softlimit="100000" quietbursts="yes" nouserdns="yes">
<pid file="$folder/inspircd.pid">
<log method="file" type="* -USERINPUT -USEROUTPUT" level="default" target="$folder/inspircd.messages">
CONF
}

# One comparison: versus NAME RIVAL_PORT RIVAL_PROCESS FLAGS…
versus() {
  local name=$1 at=$2 rival=$3
  shift 3
  "$bin/parlor-bots" load --port "$parlor_port" --pid "$parlor" --versus "$name:$at" --versus-pid "$rival" \
    --seconds "$seconds" --pairs "$pairs" "$@"
}

# What an idle connection costs: idle NAME PORT PROCESS. Memory is told of servers that nothing has been measured on.
idle() {
  "$bin/parlor-bots" load --mix idle --target "$1" --port "$2" --pid "$3" --connections "${BESIDE_IDLE:-2000}" --seconds 1 |
    sed -n '1p;2p'
}

compare() {
  local name=$1 at=$2 rival=$3
  echo "== $name"
  idle "$name" "$at" "$rival"
  versus "$name" "$at" "$rival" --mix ping
  versus "$name" "$at" "$rival" --mix ping --outstanding 16
  versus "$name" "$at" "$rival" --mix talk
  versus "$name" "$at" "$rival" --mix talk --speakers 1
  versus "$name" "$at" "$rival" --mix visit
}

# Whether a rival is wanted and there; says so where it is not: has NAME PROGRAM.
has() {
  if [[ " ${BESIDE_ONLY:-redis irc nats durable evennia} " != *" $1 "* ]]; then return 1; fi
  if command -v "$2" > /dev/null; then return 0; fi
  echo "== $1: $2 is not installed, skipped"
  return 1
}

ulimit -n "$(ulimit -Hn)"
echo "$(nproc) cores, load $(cut -d' ' -f1-3 /proc/loadavg), $pairs pairs of $seconds s"
parlor_port=$port
start parlor "$port" "$bin/parlor-server" --port "$port" --limits bench --data :memory: || exit 1
parlor=$process
idle parlor "$port" "$parlor"

if has redis redis-server; then
  if start redis $((port + 1)) redis-server --port $((port + 1)) --bind 127.0.0.1 --save "" --appendonly no \
    --dir "$folder" --client-output-buffer-limit "pubsub 0 0 0"; then
    compare redis $((port + 1)) "$process"
    stop "$process"
  fi
fi
if has irc inspircd; then
  irc_configuration $((port + 2))
  root=$([ "$(id -u)" = 0 ] && echo --runasroot)
  # shellcheck disable=SC2086
  if start irc $((port + 2)) inspircd --nofork $root --config "$folder/inspircd.conf"; then
    compare irc $((port + 2)) "$process"
    stop "$process"
  fi
fi
if has nats nats-server; then
  if start nats $((port + 3)) nats-server -a 127.0.0.1 -p $((port + 3)); then
    compare nats $((port + 3)) "$process"
    stop "$process"
  fi
fi
if has durable redis-server; then
  echo "== redis, durable: a move against a SET, both on disk"
  stop "$parlor"
  mkdir "$folder/data" "$folder/redis"
  start parlor "$port" "$bin/parlor-server" --port "$port" --limits bench --data "$folder/data" || exit 1
  parlor=$process
  if start redis $((port + 1)) redis-server --port $((port + 1)) --bind 127.0.0.1 --save "" --appendonly yes \
    --appendfsync everysec --dir "$folder/redis"; then
    versus redis $((port + 1)) "$process" --mix moves
  fi
fi
if has evennia evennia; then
  echo "== evennia: eight people in a room who type text"
  python3 "$(dirname "$0")/mud.py" --bin "$bin" --port $((port + 10)) --seconds "$seconds" --pairs "$pairs"
fi
