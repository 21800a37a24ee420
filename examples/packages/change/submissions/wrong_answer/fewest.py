with open("input.txt") as text:
    rest = int(text.readline())
    coins = [int(word) for word in text.readline().split()]
best = [[]]
for cents in range(1, rest + 1):
    best.append(min(([coin] + best[cents - coin] for coin in coins if coin <= cents), key=len))
taken = sorted(best[rest], reverse=True)
with open("log.txt", "w") as log:
    for coin in taken:
        rest -= coin
        log.write("%d rest %d\n" % (coin, rest))
with open("coins.txt", "w") as text:
    for coin in coins:
        if coin in taken:
            text.write("%d x %d\n" % (taken.count(coin), coin))
