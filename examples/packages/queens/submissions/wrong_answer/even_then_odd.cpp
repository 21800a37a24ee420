#include <iostream>

int main() {
    int n;
    std::cin >> n;
    if (n == 2 || n == 3) {
        std::cout << "impossible\n";
        return 0;
    }
    for (int column = 2; column <= n; column += 2) std::cout << column << " ";
    for (int column = 1; column <= n; column += 2) std::cout << column << " ";
    std::cout << "\n";
}
