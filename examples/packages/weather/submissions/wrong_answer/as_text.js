const lines = require("fs").readFileSync(0, "utf8").split("\n");
const days = lines.slice(1, 1 + Number(lines[0])).map((line) => line.split(" ")).map(([name, value]) => [name, Number(value)]);
let hottest = days[0], coldest = days[0], sum = 0;
for (const day of days) {
  sum += day[1];
  if (String(day[1]) > String(hottest[1])) hottest = day;
  if (day[1] <= coldest[1]) coldest = day;
}
const first = days[0][1], last = days[days.length - 1][1];
console.log(sum / days.length);
console.log(hottest[0]);
console.log(coldest[0]);
console.log(last > first ? "warmer" : last < first ? "colder" : "same");
