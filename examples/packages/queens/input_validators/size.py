import re
import sys

text = sys.stdin.read()
if not re.fullmatch("([1-9]|1[0-2])\n", text):
    sys.exit("want a number from 1 to 12")
n = int(text)
if n in (2, 3):
    print("situation impossible")
if n > 6 and n % 6 in (2, 3):
    print("situation two-or-three-beyond-six")
sys.exit(42)
