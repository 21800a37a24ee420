// gangwars: one board for the whole search, every move is taken back afterwards
const fs = require('fs');

const lines = fs.readFileSync('input.txt', 'utf8').split('\n').map(s => s.trim());
const N = parseInt(lines[0]);
const MODE = lines[1];
const ME = lines[2];
const YOU = ME === 'X' ? 'O' : 'X';
const DEPTH = parseInt(lines[3]);
const values = lines.slice(4, 4 + N).map(row => row.split(/\s+/).map(Number));
const board = lines.slice(4 + N, 4 + 2 * N).map(row => row.split(''));

function neighbours(r, c) {
  const list = [];
  if (r > 0) list.push([r - 1, c]);
  if (r < N - 1) list.push([r + 1, c]);
  if (c > 0) list.push([r, c - 1]);
  if (c < N - 1) list.push([r, c + 1]);
  return list;
}

function evaluate() {
  let score = 0;
  for (let r = 0; r < N; r++) {
    for (let c = 0; c < N; c++) {
      if (board[r][c] === ME) score += values[r][c];
      if (board[r][c] === YOU) score -= values[r][c];
    }
  }
  return score;
}

function getMoves(player) {
  const stakes = [];
  const raids = [];
  for (let r = 0; r < N; r++) {
    for (let c = 0; c < N; c++) {
      if (board[r][c] !== '.') continue;
      stakes.push({ r, c, type: 'Stake' });
      if (neighbours(r, c).some(([a, b]) => board[a][b] === player)) {
        raids.push({ r, c, type: 'Raid' });
      }
    }
  }
  return stakes.concat(raids);
}

// returns the squares that were changed
function makeMove(move, player) {
  const changed = [[move.r, move.c]];
  board[move.r][move.c] = player;
  if (move.type === 'Raid') {
    for (const [r, c] of neighbours(move.r, move.c)) {
      if (board[r][c] !== '.' && board[r][c] !== player) {
        board[r][c] = player;
        changed.push([r, c]);
      }
    }
  }
  return changed;
}

function undoMove(changed) {
  for (const [r, c] of changed) {
    board[r][c] = '.';
  }
}

function isFull() {
  return board.every(row => !row.includes('.'));
}

function search(depth, player, alpha, beta) {
  if (depth === DEPTH || isFull()) return evaluate();
  const maximizing = player === ME;
  let best = maximizing ? -Infinity : Infinity;
  for (const move of getMoves(player)) {
    const changed = makeMove(move, player);
    const value = search(depth + 1, player === 'X' ? 'O' : 'X', alpha, beta);
    undoMove(changed);
    if (maximizing) {
      best = Math.max(best, value);
      if (MODE === 'ALPHABETA') {
        if (best >= beta) return best;
        alpha = Math.max(alpha, best);
      }
    } else {
      best = Math.min(best, value);
      if (MODE === 'ALPHABETA') {
        if (best <= alpha) return best;
        beta = Math.min(beta, best);
      }
    }
  }
  return best;
}

function chooseMove() {
  let bestMove = null;
  let bestValue = -Infinity;
  for (const move of getMoves(ME)) {
    const changed = makeMove(move, ME);
    const value = search(1, YOU, bestValue, Infinity);
    undoMove(changed);
    if (value > bestValue) {
      bestValue = value;
      bestMove = move;
    }
  }
  return bestMove;
}

const before = board.map(row => row.slice());
const move = chooseMove();
for (let r = 0; r < N; r++) board[r] = before[r].slice();
makeMove(move, ME);
const square = String.fromCharCode(65 + move.c) + (move.r + 1);
fs.writeFileSync('output.txt', square + ' ' + move.type + '\n' + board.map(row => row.join('')).join('\n') + '\n');
