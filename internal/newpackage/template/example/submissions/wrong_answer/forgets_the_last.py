input()
numbers = input().split()
longest, length = 1, 1
for before, number in zip(numbers, numbers[1:]):
    if number == before:
        length += 1
    else:
        longest = max(longest, length)
        length = 1
print(longest)
