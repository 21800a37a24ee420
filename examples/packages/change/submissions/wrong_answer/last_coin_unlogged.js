const fs = require("fs");
const [amount, values] = fs.readFileSync("input.txt", "utf8").split("\n");
let rest = Number(amount), log = "", coins = "";
for (const coin of values.split(" ").map(Number)) {
  let taken = 0;
  while (coin <= rest) {
    rest -= coin;
    taken++;
    if (rest > 0) log += `${coin} rest ${rest}\n`;
  }
  if (taken > 0) coins += `${taken} x ${coin}\n`;
}
fs.writeFileSync("log.txt", log);
fs.writeFileSync("coins.txt", coins);
