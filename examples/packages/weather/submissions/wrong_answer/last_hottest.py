days = []
for _ in range(int(input())):
    name, text = input().split()
    days.append((name, float(text)))
values = [value for _, value in days]
print(sum(values) / len(values))
print([name for name, value in days if value == max(values)][-1])
print([name for name, value in days if value == min(values)][-1])
print("warmer" if values[-1] > values[0] else "colder" if values[-1] < values[0] else "same")
