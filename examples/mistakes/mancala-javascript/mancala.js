// Mancala homework, run with: node mancala.js -i input.txt
const fs = require('fs');

const input = fs.readFileSync(process.argv[3], 'utf8').split(/\r?\n/);
const task = Number(input[0]);
const myPlayer = Number(input[1]);
const cutoff = task === 1 ? 1 : Number(input[2]);
const upper = input[3].trim().split(' ').map(Number);
const lower = input[4].trim().split(' ').map(Number);
const N = upper.length;

// One array, counterclockwise: 0..N-1 are B2.., N is player 1's mancala,
// N+1..2N are A(N+1) down to A2, 2N+1 is player 2's mancala.
const HOME = { 1: N, 2: 2 * N + 1 };
const start = lower.concat(Number(input[6]), upper.slice().reverse(), Number(input[5]));

let bestState = null;
const log = [task === 3 ? 'Node,Depth,Value,Alpha,Beta' : 'Node,Depth,Value'];

function pitsOf(player) {
  const pits = [];
  for (let i = 0; i < N; i++) pits.push(player === 1 ? i : 2 * N - i); // left to right
  return pits;
}

function nameOf(index) {
  return index < N ? 'B' + (index + 2) : 'A' + (2 * N - index + 2);
}

function sumOf(stones, player) {
  return pitsOf(player).reduce((sum, pit) => sum + stones[pit], 0);
}

function play(stones, player, pit) {
  const s = stones.slice();
  let hand = s[pit];
  s[pit] = 0;
  let place = pit;
  while (hand > 0) {
    place = (place + 1) % s.length;
    if (place === HOME[3 - player]) continue;
    s[place]++;
    hand--;
  }
  let again = place === HOME[player];
  if (pitsOf(player).includes(place) && s[place] === 1) {
    const across = 2 * N - place;
    s[HOME[player]] += s[across] + 1;
    s[across] = 0;
    s[place] = 0;
  }
  let over = false;
  if (sumOf(s, 1) === 0 || sumOf(s, 2) === 0) {
    over = true;
    again = false;
    for (const p of [1, 2]) {
      const rest = sumOf(s, p);
      if (rest > 0) s[HOME[p]] = rest;
      for (const i of pitsOf(p)) s[i] = 0;
    }
  }
  return { stones: s, again, over };
}

function evaluate(stones) {
  return stones[HOME[myPlayer]] - stones[HOME[3 - myPlayer]];
}

function str(v) {
  return v === Infinity ? 'Infinity' : v === -Infinity ? '-Infinity' : String(v);
}

function print(name, depth, v, alpha, beta) {
  let line = name + ',' + depth + ',' + str(v);
  if (task === 3) line += ',' + str(alpha) + ',' + str(beta);
  log.push(line);
}

// node: {stones, again, over}; player moves next
function search(node, player, name, depth, alpha, beta) {
  if (node.over || (depth === cutoff && !node.again)) {
    const v = evaluate(node.stones);
    print(name, depth, v, alpha, beta);
    return v;
  }
  const isMax = player === myPlayer;
  let v = isMax ? -Infinity : Infinity;
  print(name, depth, v, alpha, beta);
  for (const pit of pitsOf(player)) {
    if (node.stones[pit] === 0) continue;
    const child = play(node.stones, player, pit);
    const next = child.again ? player : 3 - player;
    const result = search(child, next, nameOf(pit), node.again ? depth : depth + 1, alpha, beta);
    if (isMax && result > v) {
      v = result;
      // the state after our turn: if we move again the deeper call has set it
      if (!child.again) bestState = child.stones;
    }
    if (!isMax && result < v) v = result;
    if (task === 3 && (isMax ? v >= beta : v <= alpha)) {
      print(name, depth, v, alpha, beta);
      return v;
    }
    if (isMax) alpha = Math.max(alpha, v);
    else beta = Math.min(beta, v);
    print(name, depth, v, alpha, beta);
  }
  return v;
}

search({ stones: start, again: false, over: false }, myPlayer, 'root', 0, -Infinity, Infinity);

const text = [
  pitsOf(2).map(i => bestState[i]).join(' '),
  pitsOf(1).map(i => bestState[i]).join(' '),
  bestState[HOME[2]],
  bestState[HOME[1]],
];
fs.writeFileSync('next_state.txt', text.join('\n') + '\n');
if (task !== 1) fs.writeFileSync('traverse_log.txt', log.join('\n') + '\n');
