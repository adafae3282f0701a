// What the server's analysis says, by index: for the heatmap of a game and for the editor.

import { HIDDEN } from "./board.js";

// Flagged cells are claims, not findings, and are left out of the certain ones.
export function understood(board, answer, text) {
  const { grid, faces } = board;
  const chance = new Float64Array(grid.length).fill(NaN);
  answer.probability.forEach((row, r) =>
    row.forEach((value, c) => value !== null && (chance[grid.index(r, c)] = value)),
  );
  const hidden = (cells) =>
    new Set(cells.map((cell) => grid.index(...cell)).filter((index) => faces[index] === HIDDEN));
  const pairs = (answer.fifty_fifties ?? []).map((pair) => pair.map((cell) => grid.index(...cell)));
  return {
    text,
    chance,
    safe: hidden(answer.safe),
    mines: hidden(answer.certain_mines),
    dead: hidden(answer.dead ?? []),
    fifties: pairs.filter((pair) => pair.every((index) => faces[index] === HIDDEN)),
    answer,
  };
}

// The number of each cell's component, -1 where it is in none.
export function componentsOf(grid, answer) {
  const numbers = new Int32Array(grid.length).fill(-1);
  (answer?.components ?? []).forEach(({ cells }, place) =>
    cells.forEach((cell) => (numbers[grid.index(...cell)] = place)),
  );
  return numbers;
}
