#include <cstdio>
#include <iostream>
#include <string>

int main() {
    int count;
    std::cin >> count;
    double sum = 0, first = 0, last = 0, high = 0, low = 0;
    std::string hottest, coldest;
    for (int i = 0; i < count; i++) {
        std::string name;
        std::cin >> name >> last;
        sum += last;
        if (i == 0) first = last;
        if (last > high) { high = last; hottest = name; }
        if (i == 0 || last <= low) { low = last; coldest = name; }
    }
    std::printf("%.9f\n%s\n%s\n", sum / count, hottest.c_str(), coldest.c_str());
    std::puts(last > first ? "warmer" : last < first ? "colder" : "same");
}
