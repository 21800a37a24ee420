"""Exits with 42 if the input is valid, and prints the situations that it shows."""
import re
import sys

text = sys.stdin.read()
match = re.fullmatch(r"([0-9]{1,4})\n([0-9](?: [0-9])*)\n", text)
if not match:
    sys.exit("want a line with a number, and one with so many numbers from 0 to 9")
count, numbers = int(match[1]), match[2].split(" ")
if not 1 <= count <= 1000 or len(numbers) != count:
    sys.exit("want %d numbers, found %d" % (count, len(numbers)))
if count == 1:
    print("situation one-number")
elif len(set(numbers)) == 1:
    print("situation all-equal")
sys.exit(42)
