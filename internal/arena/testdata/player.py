# A program of the course that plays gangwars: it stakes the first free square. Tests append code.
import os, shutil, subprocess, sys, time
lines = open("input.txt").read().split("\n")
n, mode, me, clock = int(lines[0]), lines[1], lines[2], float(lines[3])
rows = [list(row) for row in lines[4 + n:4 + 2 * n]]
board = lambda: "".join("".join(row) + "\n" for row in rows)
def stake():
    for y in range(n):
        for x in range(n):
            if rows[y][x] == ".":
                rows[y][x] = me
                return "%s%d Stake\n" % (chr(65 + x), y + 1)
def answer():
    return stake() + board()
def spin(seconds):
    while sum(os.times()[:2]) < seconds: sum(range(2000)) # in user mode, of which nothing is free
def write(text):
    with open("output.txt", "w") as f: f.write(text)
assert mode == "COMPETITION", mode
