"""Exits with 42 if the input is valid: say here what that means."""
import sys

sys.stdin.read()
sys.exit(42)
