"""TODO: answers every input."""
import sys

print(len(sys.stdin.read().split()))
