const n = Number(require("fs").readFileSync(0, "utf8"));
const attacks = (row, column, above, other) => Math.abs(column - other) === row - above;
function place(queens) {
  if (queens.length === n) return queens;
  for (let column = 1; column <= n; column++) {
    if (queens.some((other, above) => attacks(queens.length, column, above, other))) continue;
    const found = place([...queens, column]);
    if (found) return found;
  }
}
const found = place([]);
console.log(found ? found.join(" ") : "impossible");
