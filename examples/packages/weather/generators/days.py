import random
import sys

draw = random.Random(int(sys.argv[1]))
count = int(sys.argv[2])
low, high = draw.choice([(-90, -1), (-5, 5), (0, 60), (7, 12)])
print(count)
for i in range(count):
    day = "".join(draw.choice("abcdefgh") for _ in range(3)) + "abcdefghij"[i % 10]
    print(day, draw.choice(["%d", "%.1f"]) % draw.randint(low, high))
