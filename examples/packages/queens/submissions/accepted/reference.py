def place(n, queens):
    row = len(queens)
    if row == n:
        return queens
    for column in range(n):
        if all(column != other and abs(column - other) != row - above for above, other in enumerate(queens)):
            found = place(n, queens + [column])
            if found is not None:
                return found
    return None


found = place(int(input()), [])
print("impossible" if found is None else " ".join(str(column + 1) for column in found))
