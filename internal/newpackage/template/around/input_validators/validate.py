"""TODO: exits with 42 if the input is valid. As it stands, every input is."""
import sys

sys.stdin.read()
sys.exit(42)
