#include <fstream>

int main() {
    std::ifstream in("input.txt");
    std::ofstream log("log.txt"), coins("coins.txt");
    int rest, coin;
    in >> rest;
    while (in >> coin) {
        int taken = 0;
        if (coin <= rest) {
            rest -= coin;
            taken++;
            log << coin << " rest " << rest << "\n";
        }
        if (taken > 0) coins << taken << " x " << coin << "\n";
    }
}
