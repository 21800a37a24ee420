import re
import sys

lines = sys.stdin.read().split("\n")
if lines.pop() != "" or not re.fullmatch("[1-9][0-9]{0,2}", lines[0] if lines else ""):
    sys.exit("want the number of days in the first line, and an end of each line")
if int(lines[0]) > 100 or int(lines[0]) != len(lines) - 1:
    sys.exit("want 1 to 100 days, and as many lines")
days = []
for line in lines[1:]:
    day = re.fullmatch(r"([a-z]{1,10}) (-?(?:0|[1-9][0-9]?)(?:\.[0-9]{1,2})?)", line)
    if not day or not -90 <= float(day[2]) <= 60:
        sys.exit("want a day and a temperature from -90 to 60, found %r" % line)
    days.append(float(day[2]))
if len(days) == 1:
    print("situation one-day")
if days.count(max(days)) > 1 or days.count(min(days)) > 1:
    print("situation tie")
if max(days) < 0:
    print("situation all-below-zero")
if any("." in line for line in lines):
    print("situation decimals")
sys.exit(42)
