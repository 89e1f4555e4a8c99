// Connect Four for a Parlor server: `parlor-server check-game -- node connectfour.js`.
'use strict';

const { Refused, TurnGame, cell, serve } = require('./parlor-game.js');

const [width, height] = [7, 6];
const marks = ['🟥', '🟦'];
const directions = [[1, 0], [0, 1], [1, 1], [1, -1]];

class ConnectFour extends TurnGame {
  static info = {
    id: 'connectfour', title: 'Connect Four', summary: 'Four in a row, for two', modes: ['together'], seats: [2, 2],
    rules: ['Type a column, 1 to 7. Four of yours in a row, a column or a diagonal win.'],
    move: {
      type: 'object', required: ['column'], properties: { column: { type: 'integer', minimum: 1, maximum: width } },
    },
  };

  // The seats whose discs lie in each column, from the bottom.
  columns = Array.from({ length: width }, () => []);

  static parse(line) {
    const column = /^[0-9]$/.test(line) ? Number(line) : (cell(line)?.[0] ?? -1) + 1;
    if (column < 1 || column > width) throw new Refused('bad_move', 'Type a column, such as 4');
    return { column };
  }

  hasFour(x, y) {
    const seat = this.columns[x][y];
    return directions.some(([dx, dy]) => {
      const run = (sign) => {
        let count = 0;
        while (count < 3 && this.columns[x + sign * dx * (count + 1)]?.[y + sign * dy * (count + 1)] === seat) count++;
        return count;
      };
      return run(1) + run(-1) >= 3;
    });
  }

  moves(player) {
    if (this.turns.player !== player) return [];
    return this.columns.flatMap((column, x) => (column.length < height ? [{ column: x + 1 }] : []));
  }

  play(move, player) {
    const seat = this.turns.seatMoving(player);
    const column = this.columns[move.column - 1];
    if (column.length >= height) throw new Refused('no_room', 'There is no room in that column');
    column.push(seat);
    if (this.hasFour(move.column - 1, column.length - 1)) this.turns.win(seat);
    else if (this.columns.every((each) => each.length === height)) this.turns.draw();
    else this.turns.next();
    return { open: { column: move.column } };
  }

  board(viewer) {
    const rows = Array.from({ length: height }, (_, row) => {
      const discs = this.columns.map((column) => column[height - 1 - row]);
      return {
        letters: discs.map((seat) => ['o', 'x'][seat] ?? '·').join(''),
        tiles: discs.map((seat) => marks[seat] ?? '⬜').join(''),
      };
    });
    const seats = this.turns.players.map((player, seat) => ({ player, mark: marks[seat] }));
    const board = { title: 'Connect Four', rows, grid: true, seats };
    if (this.turns.player === null) return board;
    const isAsked = viewer === this.turns.player;
    const prompt = isAsked ? 'Your turn: type a column' : "Wait for the other's turn";
    return { ...board, prompt, gestures: [{ on: 'drag', text: '{x1},{y1}' }] };
  }
}

serve(ConnectFour);
