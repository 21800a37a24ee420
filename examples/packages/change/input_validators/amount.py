import re
import sys

text = re.fullmatch(r"(0|[1-9][0-9]{0,3})\n((?:[1-9][0-9]* )*1)\n", sys.stdin.read())
if not text or int(text[1]) > 1000:
    sys.exit("want an amount from 0 to 1000, and the values of coins, of which the last is 1")
coins = [int(word) for word in text[2].split()]
if coins[0] > 500 or any(x <= y for x, y in zip(coins, coins[1:])):
    sys.exit("want values from 1 to 500 in falling order")
rest, taken = int(text[1]), []
fewest = [0] + [rest + 1] * rest
for cents in range(1, rest + 1):
    fewest[cents] = 1 + min(fewest[cents - coin] for coin in coins if coin <= cents)
for coin in coins:
    taken.append(rest // coin)
    rest %= coin
if sum(taken) == 0:
    print("situation nothing")
if max(taken) > 1:
    print("situation several-of-one")
if sum(taken) > fewest[-1]:
    print("situation not-the-fewest")
sys.exit(42)
