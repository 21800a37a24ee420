from itertools import groupby

input()
print(max(len(list(run)) for _, run in groupby(input().split())))
