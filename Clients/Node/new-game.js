// New game, for a Parlor server: `parlor-server check-game -- node new-game.js` says what is wrong with it.
'use strict';

const { Game, Refused, serve } = require('./parlor-game.js');

class NewGame extends Game {
  static info = {
    id: 'newgame', title: 'New game', summary: 'Find a number from 1 to 100', puzzle_noun: 'number',
    rules: ['Type a number, such as 50. You are told whether the one to find is higher or lower.'],
    modes: ['daily', 'race', 'together', 'practice'],
    // What programs send as a move, and what whoever opens a room may choose.
    move: {
      type: 'object', required: ['guess'], properties: { guess: { type: 'integer', minimum: 1, maximum: 100 } },
    },
    settings: { type: 'object', properties: { tries: { type: 'integer', minimum: 5, maximum: 10, default: 7 } } },
  };

  static puzzles = 100;
  static twins = [[0, 99], [41, 42]];

  static puzzle(choice) { return { number: choice + 1 }; }
  static key(puzzle) { return `${puzzle.number}`; }
  static solution(puzzle) { return [{ guess: puzzle.number }]; }

  // A match before its first move. What the properties hold is the state.
  constructor(puzzle, settings) {
    super();
    this.number = puzzle.number;
    this.tries = settings.tries;
    this.guesses = [];
  }

  static parse(line) {
    const guess = /^[0-9]{1,3}$/.test(line) ? Number(line) : 0;
    if (guess < 1 || guess > 100) throw new Refused('bad_move', 'Type a number from 1 to 100');
    return { guess };
  }

  get isOver() { return this.guesses.includes(this.number) || this.guesses.length >= this.tries; }

  hint(guess) { return guess === this.number ? 'right' : guess < this.number ? 'higher' : 'lower'; }

  // `open` is for everybody who looks on, `secret` only for those who play this very match.
  play(move) {
    if (this.isOver) throw new Refused('game_over', 'This game is over');
    this.guesses.push(move.guess);
    const hint = this.hint(move.guess);
    return { secret: { guess: move.guess }, open: { hint }, remark: `${move.guess}: ${hint}` };
  }

  tiles() {
    const tiles = { right: '🟩', higher: '🟦', lower: '🟥' };
    return this.guesses.map((guess) => tiles[this.hint(guess)].repeat(3));
  }

  board(viewer) {
    const letters = this.guesses.map((guess) => (viewer === 'outsider' ? '   ' : `${guess}`.padStart(3)));
    const rows = this.tiles().map((tiles, index) => ({ letters: letters[index], tiles }));
    const prompt = this.isOver ? '' : 'Type a number; blue: it is higher, red: it is lower';
    return { title: NewGame.info.title, rows, prompt, notes: [`${this.guesses.length}/${this.tries}`] };
  }

  outcome() {
    if (!this.isOver) return null;
    const [won, count] = [this.guesses.includes(this.number), this.guesses.length];
    return {
      won, tries: count, score: won ? this.tries + 1 - count : 0, secret: { number: this.number },
      headline: `${won ? count : 'X'}/${this.tries}`, rows: this.tiles(),
    };
  }

  // For bots and checks.
  moves() { return this.isOver ? [] : Array.from({ length: 100 }, (_, index) => ({ guess: index + 1 })); }
}

serve(NewGame);
