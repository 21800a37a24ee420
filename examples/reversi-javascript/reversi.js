// Reversi with positional weights: alpha-beta, in JavaScript for Node. It reads
// input.txt and writes output.txt. The numbers of rules are those of
// docs/rules/reversi.md.
"use strict";
const fs = require("fs");

// Rows 1 to 4; the others mirror them (rule 2).
const QUARTER = [
  [99, -8, 8, 6, 6, 8, -8, 99],
  [-8, -24, -4, -3, -3, -4, -24, -8],
  [8, -4, 7, 4, 4, 7, -4, 8],
  [6, -3, 4, 0, 0, 4, -3, 6],
];
const WEIGHTS = QUARTER.concat([...QUARTER].reverse()).flat();

const DIRECTIONS = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];
const PASS = -1;

const other = (player) => (player === "X" ? "O" : "X");

// A board is an array of 64 characters, row by row.
function flips(board, player, square) {
  const flipped = [];
  for (const [down, right] of DIRECTIONS) {
    const line = [];
    let row = (square >> 3) + down, column = (square & 7) + right;
    while (row >= 0 && row < 8 && column >= 0 && column < 8 && board[row * 8 + column] === other(player)) {
      line.push(row * 8 + column);
      row += down;
      column += right;
    }
    if (row >= 0 && row < 8 && column >= 0 && column < 8 && board[row * 8 + column] === player) {
      flipped.push(...line);
    }
  }
  return flipped;
}

// moves lists the legal moves, or the pass, each with the board after it.
function moves(board, player) {
  const list = [];
  for (let square = 0; square < 64; square++) {
    if (board[square] !== "*") continue;
    const flipped = flips(board, player, square);
    if (flipped.length === 0) continue;
    const after = board.slice();
    for (const piece of [square, ...flipped]) after[piece] = player;
    list.push({ square, after });
  }
  return list.length > 0 ? list : [{ square: PASS, after: board }];
}

function label(square) {
  return square === PASS ? "pass" : "abcdefgh"[square & 7] + ((square >> 3) + 1);
}

class Search {
  constructor(player, limit) {
    this.player = player;
    this.limit = limit;
    this.log = ["Node,Depth,Value,Alpha,Beta"];
  }

  evaluate(board) {
    let score = 0;
    for (let square = 0; square < 64; square++) {
      if (board[square] === this.player) score += WEIGHTS[square];
      else if (board[square] !== "*") score -= WEIGHTS[square];
    }
    return score;
  }

  // visit returns the value of a node and the board after its best move. passes
  // counts those just above it: two of them end the game, nothing else (rule 4).
  visit(board, mover, name, depth, passes, alpha, beta) {
    const row = (value) => this.log.push(`${name},${depth},${value},${alpha},${beta}`);
    if (depth === this.limit || passes === 2) {
      const value = this.evaluate(board);
      row(value);
      return { value, best: board };
    }
    const isMax = mover === this.player;
    let value = isMax ? -Infinity : Infinity, best = board;
    row(value);
    for (const { square, after } of moves(board, mover)) {
      const below = this.visit(after, other(mover), label(square), depth + 1, square === PASS ? passes + 1 : 0, alpha, beta);
      if (isMax ? below.value > value : below.value < value) {
        value = below.value;
        best = after;
      }
      // The line of a cut shows the window as it was (log rule 3).
      if (isMax ? value >= beta : value <= alpha) {
        row(value);
        break;
      }
      if (isMax) alpha = Math.max(alpha, value);
      else beta = Math.min(beta, value);
      row(value);
    }
    return { value, best };
  }
}

const [player, limit, ...rows] = fs.readFileSync("input.txt", "utf8").split("\n").map((line) => line.trim()).filter(Boolean);
const board = [...rows.join("")];
const search = new Search(player, Number(limit));
const { best } = search.visit(board, player, "root", 0, 0, -Infinity, Infinity);
const state = [];
for (let row = 0; row < 8; row++) state.push(best.slice(row * 8, row * 8 + 8).join(""));
fs.writeFileSync("output.txt", [...state, ...search.log].join("\n"));
