with open("input.txt") as text:
    rest = int(text.readline())
    coins = [int(word) for word in text.readline().split()]
taken = []
with open("log.txt", "w") as log:
    while rest > 0:
        coin = next(coin for coin in coins if coin <= rest)
        taken.append(coin)
        rest -= coin
        log.write("%d rest %d\n" % (coin, rest))
with open("coins.txt", "w") as text:
    for coin in reversed(coins):
        if coin in taken:
            text.write("%d x %d\n" % (taken.count(coin), coin))
