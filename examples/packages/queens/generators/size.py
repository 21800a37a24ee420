import sys

print(1 + (int(sys.argv[1]) * 7 + int(sys.argv[2])) % 12)
