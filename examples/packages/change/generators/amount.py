import random
import sys

draw = random.Random(int(sys.argv[1]))
size = int(sys.argv[2])
print(draw.randint(0, 10 * size))
print(*sorted({1} | {draw.randint(2, 5 * size) for _ in range(draw.randint(0, 5))}, reverse=True))
