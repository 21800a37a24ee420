#include <cstdlib>
#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<int> queens;
    for (int column = n; ;) {  // the last column first
        bool free = column > 0;
        for (size_t row = 0; free && row < queens.size(); row++)
            free = queens[row] != column && std::abs(queens[row] - column) != int(queens.size() - row);
        if (free) {
            queens.push_back(column);
            if (int(queens.size()) == n) break;
            column = n;
        } else if (column > 0) {
            column--;
        } else if (queens.empty()) {
            std::cout << "impossible\n";
            return 0;
        } else {
            column = queens.back() - 1;
            queens.pop_back();
        }
    }
    for (int column : queens) std::cout << column << " ";
    std::cout << "\n";
}
