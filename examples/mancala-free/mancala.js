// Mancala with extra turns and captures, in JavaScript for Node. The search keeps
// its own stack, since turns may be long.
"use strict";
const fs = require("fs");

const words = fs.readFileSync(process.argv[3], "utf8").split(/\s+/).filter(Boolean).map(Number);
const [task, me, cutOff] = words;
const n = (words.length - 5) / 2;
const [GREEDY, ALPHA_BETA] = [1, 3];
const limit = task === GREEDY ? 1 : cutOff;

// A board holds player 1's pits, in the order of sowing, and mancala, then player 2's.
const home = (player) => (player === 1 ? n : 2 * n + 1);
const start = Int16Array.from([...words.slice(3 + n, 3 + 2 * n), words[4 + 2 * n], ...words.slice(3, 3 + n).reverse(), words[3 + 2 * n]]);

// A player's pits from left to right.
const sides = { 1: [], 2: [] };
for (let i = 0; i < n; i++) {
  sides[1].push(i);
  sides[2].push(2 * n - i);
}

// Whole laps are dealt out at once, the rest stone by stone.
function sow(board, player, pit) {
  const ring = [];
  for (let i = 1; i <= 2 * n + 2; i++) ring.push((pit + i) % (2 * n + 2));
  ring.splice(ring.indexOf(home(3 - player)), 1);
  const stones = board[pit], laps = Math.floor(stones / ring.length), rest = stones % ring.length;
  board[pit] = 0;
  ring.forEach((p, i) => (board[p] += laps + (i < rest ? 1 : 0)));
  return ring[(rest + ring.length - 1) % ring.length];
}

// A move: the board after it, and whether the mover goes on or the game is over.
function play(before, player, pit) {
  const board = before.slice();
  const last = sow(board, player, pit);
  if (sides[player].includes(last) && board[last] === 1) {
    board[home(player)] += 1 + board[2 * n - last];
    board[last] = board[2 * n - last] = 0;
  }
  const over = [1, 2].some((p) => sides[p].every((i) => board[i] === 0));
  if (over) {
    for (const p of [1, 2]) {
      for (const i of sides[p]) {
        board[home(p)] += board[i];
        board[i] = 0;
      }
    }
  }
  return { board, over, again: last === home(player) && !over };
}

const log = [task === ALPHA_BETA ? "Node,Depth,Value,Alpha,Beta" : "Node,Depth,Value"];
const row = (f) => log.push([f.name, f.depth, f.value].concat(task === ALPHA_BETA ? [f.alpha, f.beta] : []).join(","));

// enter logs a node and returns it; a leaf has no moves. mover is the next to move.
function enter(name, depth, mover, alpha, beta, { board, over, again }) {
  const f = { name, depth, mover, alpha, beta, board, again, end: board, moves: [] };
  f.max = mover === me;
  f.value = f.max ? -Infinity : Infinity;
  if (over) {
    log.push([name, depth, f.value].join(",")); // the line that may be there or not
  } else if (depth < limit || again) {
    f.moves = sides[mover].filter((pit) => board[pit] > 0);
    row(f);
    return f;
  }
  f.value = board[home(me)] - board[home(3 - me)];
  row(f);
  return f;
}

// leave takes the value of a finished child.
function leave(f, child) {
  if (f.max ? child.value > f.value : child.value < f.value) {
    f.value = child.value;
    f.end = child.again ? child.end : child.board; // when this turn is over
  }
  if (task === ALPHA_BETA && (f.max ? f.value >= f.beta : f.value <= f.alpha)) f.moves = [];
  else if (f.max) f.alpha = Math.max(f.alpha, f.value);
  else f.beta = Math.min(f.beta, f.value);
  row(f);
}

const root = enter("root", 0, me, -Infinity, Infinity, { board: start });
const stack = [root];
while (stack.length > 0) {
  const f = stack[stack.length - 1];
  if (f.moves.length > 0) {
    const pit = f.moves.shift();
    const after = play(f.board, f.mover, pit);
    const name = "BA"[f.mover - 1] + (sides[f.mover].indexOf(pit) + 2);
    stack.push(enter(name, f.again ? f.depth : f.depth + 1, after.again ? f.mover : 3 - f.mover, f.alpha, f.beta, after));
  } else {
    stack.pop();
    if (stack.length > 0) leave(stack[stack.length - 1], f);
  }
}

// Pits end in a blank each, and files without a newline.
const pits = (player) => sides[player].map((pit) => root.end[pit] + " ").join("");
const state = [pits(2), pits(1), root.end[home(2)], root.end[home(1)]].join("\n");
fs.writeFileSync("next_state.txt", state);
fs.writeFileSync(task === GREEDY ? "debug.log" : "traverse_log.txt", log.join("\n"));
console.log(state);
