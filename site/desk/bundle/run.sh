#!/bin/sh
# Runs a program on every case, and writes what it wrote into answers.zip, for the page:
#
#   sh run.sh COMMAND [ARG ...]
#
# such as: sh run.sh ./my_program
[ $# -gt 0 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 2; }
command -v zip >/dev/null || { echo "run.sh needs zip; run.py needs Python 3 alone" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
there=$(pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
echo "{ASSIGNMENT}" >"$work/touchstone-assignment.txt"
stop=
command -v timeout >/dev/null && stop="timeout -k 1 {SECONDS}"
n=$#
while [ "$n" -gt 0 ]; do # what is a file here is one in another directory, too
	word=$1
	shift
	[ -e "$word" ] && case $word in /*) ;; *) word=$there/$word ;; esac
	set -- "$@" "$word"
	n=$((n - 1))
done
for dir in "$here"/cases/*/; do
	name=$(basename "$dir")
	mkdir "$work/$name"
	cp "$dir"* "$work/$name"
	(cd "$work/$name" && exec $stop "$@" {ARGS} </dev/null >/dev/null 2>touchstone-stderr.txt)
	status=$?
	if [ -n "$stop" ] && { [ "$status" -eq 124 ] || [ "$status" -eq 137 ]; }; then
		how="time {SECONDS}"
	elif [ "$status" -gt 128 ]; then
		how="signal $((status - 128))"
	else
		how="exit $status"
	fi
	echo "$how" >"$work/$name/touchstone-ended.txt"
	(cd "$dir" && for file in *; do rm -f "$work/$name/$file"; done)
	[ -t 1 ] && echo "$name: $how"
done
rm -f answers.zip
(cd "$work" && zip -qr "$there/answers.zip" .) && echo "answers.zip has what your program wrote: drop it on the page"
