// Write a game for a Parlor server as one small class: see Protocol/GAMES.md and connectfour.js beside this file.
//
//     class Mine extends Game { … }
//     serve(Mine)
//
// The state of a match is whatever the object's properties hold, as JSON. It comes from what the game is told alone: no
// clock, no Math.random. Print for yourself as you like: console.log goes to the server's log.
'use strict';

const { createHash } = require('node:crypto');
const { writeSync, readSync } = require('node:fs');

// A move that is refused: it costs nothing. A code for programs, a sentence for people.
class Refused extends Error {
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

const gameOver = () => new Refused('game_over', 'This game is over');
const notHere = () => new Refused('not_here', 'That is not possible in this game at the moment');

// Who moves when, who has dropped out, and how it ended. Seats count from 0.
class Turns {
  players = [];
  out = [];
  seat = 0;
  offer = null;
  end = null;

  get isOver() { return this.end !== null; }

  // Whose turn it is; null before the match and after it.
  get player() { return this.isOver ? null : this.players[this.seat] ?? null; }

  // A player's seat; null for others.
  seatOf(player) {
    const seat = this.players.indexOf(player);
    return seat < 0 ? null : seat;
  }

  seatMoving(player) {
    if (this.isOver) throw gameOver();
    if (this.player === null || this.player !== player) throw new Refused('not_your_turn', 'It is not your turn');
    return this.seat;
  }

  // The move was made.
  next() {
    this.offer = null;
    for (let step = 0; step < this.players.length; step++) {
      this.seat = (this.seat + 1) % this.players.length;
      if (!this.out[this.seat]) return;
    }
  }

  win(seat) { this.end = seat; }
  draw() { this.end = 'drawn'; }

  handle(event, player, players) {
    if (this.isOver) throw gameOver();
    if (event === 'begin') {
      this.players = players;
      this.out = players.map(() => null);
      return {};
    }
    const seat = this.seatOf(player);
    if (seat === null || this.out[seat]) throw notHere();
    if (event === 'draw') return this.offerDraw(player);
    const words = {
      resign: ['resigned', 'resigns'], leave: ['left', 'has left the match'], flag: ['out of time', 'has lost on time'],
    }[event];
    if (!words) throw notHere();
    this.out[seat] = words[0];
    const left = this.players.map((_, index) => index).filter((index) => !this.out[index]);
    if (left.length === 1) this.win(left[0]);
    else if (left.length === 0) this.draw();
    else if (seat === this.seat) this.next();
    return { spent_try: false, remark: words[1], open_remark: words[1] };
  }

  offerDraw(player) {
    if (this.players.length !== 2) throw notHere();
    if (this.offer === player) throw new Refused('already_offered', 'You have offered a draw already');
    const agreed = this.offer !== null;
    if (agreed) this.draw();
    this.offer = player;
    const said = agreed ? 'agrees to a draw' : 'offers a draw';
    return { open: { agreed }, spent_try: false, remark: said, open_remark: said };
  }

  outcome(player, rows) {
    const seat = this.seatOf(player);
    if (seat === null) return null;
    const ended = (result, headline) => ({ result, headline, rows: rows() });
    if (this.out[seat] && this.end !== 'drawn') return ended('lost', `lost (${this.out[seat]})`);
    if (this.end === null) return null;
    if (this.end === 'drawn') return ended('drawn', 'drawn');
    if (this.end !== seat) return ended('lost', 'lost');
    const other = this.players.length === 2 ? this.out[1 - seat] : null;
    return ended('won', other ? `won (the other: ${other})` : 'won');
  }
}

// Numbers that nobody can foresee, the same in every replay: keep it as this.chance.
class Chance {
  constructor(held) { Object.assign(this, { drawn: 0 }, held); }

  next() {
    const altered = this.altered === this.drawn ? '/altered' : '';
    const digest = createHash('sha256').update(`${this.key}/${this.drawn}${altered}`).digest();
    this.drawn += 1;
    return digest.readBigUInt64BE(0);
  }

  // From 0 up to but not including `below`.
  number(below) {
    const range = BigInt(below);
    let product = this.next() * range;
    while (BigInt.asUintN(64, product) < (1n << 64n) % range) product = this.next() * range;
    return Number(product >> 64n);
  }

  shuffle(items) {
    for (let last = items.length - 1; last > 0; last--) {
      const other = this.number(last + 1);
      [items[last], items[other]] = [items[other], items[last]];
    }
  }
}

// A match before its first move is `new Mine(puzzle, settings)`. Leave out what your game does without.
class Game {
  static info = {}; // for the lobby: id, title, summary, rules, modes, seats and schemas
  static puzzles = 'none'; // how many there are; or 'none', 'chance', 'seeded'
  static twins = []; // pairs of puzzles, by number, that look alike at the start
  static playersSeeAll = false;

  // The puzzle of a number, or made from a seed: any JSON that is not null.
  static puzzle(choice, settings) { return null; }
  // Equal for two puzzles that give each other away.
  static key(puzzle) { return JSON.stringify(puzzle); }
  // Moves that win.
  static solution(puzzle) { return []; }
  // Reads what a person types.
  static parse(line) { throw new Refused('bad_move', 'That is no move'); }
  // static admit(move, puzzle): refuses what is in no word list; not asked when a match is replayed.

  // Changes the match and returns the turn: open, secret, hands, spent_try, remark, open_remark.
  play(move, player, elapsed) { throw new Refused('bad_move', 'That is no move'); }
  tick(event, player, players, elapsed) { throw notHere(); }
  // The viewer is a player's number, 'informed' or 'outsider'.
  board(viewer) { return { title: this.constructor.info.title, rows: [] }; }
  outcome(player) { return null; }
  // What the player may do now, for bots; empty where that is too much to list.
  moves(player) { return []; }
  progress(player) { return 0; }
  missed(player) { return []; }
  timeIsUp(player) { return null; }
  toMove() { return []; }
  deadline() { return null; }
}

// Players move one after the other: this.turns knows whose turn it is. Call its next, win or draw.
class TurnGame extends Game {
  turns = new Turns();

  tick(event, player, players, elapsed) { return this.turns.handle(event, player, players); }
  toMove() { return this.turns.player === null ? [] : [this.turns.player]; }

  outcome(player) {
    return this.turns.outcome(player, () => {
      const board = this.board('outsider');
      const grids = (board.parts ?? []).flatMap((part) => part.rows ?? []);
      return [...board.rows, ...grids].map((row) => row.tiles);
    });
  }
}

// `b3` or `1,2` as [column, row] from 0; null for anything else.
function cell(text) {
  const name = /^([a-z])([0-9]{1,3})$/i.exec(text);
  if (name) return [name[1].toLowerCase().charCodeAt(0) - 97, Number(name[2]) - 1];
  const pair = /^([0-9]{1,3}),([0-9]{1,3})$/.exec(text);
  return pair && [Number(pair[1]), Number(pair[2])];
}

// What a JSON Schema has against a value; null where it fits. As much of the language as moves need.
function complaint(schema, value) {
  const same = (other) => JSON.stringify(other) === JSON.stringify(value);
  if ('const' in schema && !same(schema.const)) return `it is not ${JSON.stringify(schema.const)}`;
  if (schema.enum && !schema.enum.some(same)) return 'it is none of the values';
  if (schema.oneOf && schema.oneOf.filter((part) => complaint(part, value) === null).length !== 1) {
    return 'it is none of the forms that a move has';
  }
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const wanted = schema.type === 'integer' ? 'number' : schema.type;
  if (wanted && (kind !== wanted || (schema.type === 'integer' && !Number.isSafeInteger(value)))) {
    return `it is not of the type ${schema.type}`;
  }
  const inside = (name, part, held) => {
    const found = complaint(part, held);
    return found && `${name}: ${found}`;
  };
  const first = (found) => found.find((text) => text !== null) ?? null;
  const fits = (size, least, most, text) => (size >= (least ?? size) && size <= (most ?? size) ? null : text);
  switch (kind) {
    case 'object': {
      const missing = (schema.required ?? []).find((name) => !Object.hasOwn(value, name));
      if (missing) return `"${missing}" is missing`;
      const known = Object.entries(value).filter(([name]) => Object.hasOwn(schema.properties ?? {}, name));
      return first(known.map(([name, held]) => inside(`"${name}"`, schema.properties[name], held)));
    }
    case 'array':
      return fits(value.length, schema.minItems, schema.maxItems, 'it has too few elements or too many')
        ?? first(value.map((held) => complaint(schema.items ?? {}, held)));
    case 'string': return fits([...value].length, schema.minLength, schema.maxLength, 'it is too short or too long');
    case 'number': return fits(value, schema.minimum, schema.maximum, 'it is too small or too large');
    default: return null;
  }
}

class Server {
  constructor(game) { this.game = game; }

  hello(ask) {
    const game = this.game;
    if (!ask.versions.includes(1)) throw new Refused('version', 'This program speaks version 1');
    return {
      version: 1, game: game.info, puzzles: game.puzzles, vocabulary: game.admit !== undefined, twins: game.twins,
      players_see_all: game.playersSeeAll,
    };
  }

  puzzle(ask) {
    const puzzle = this.game.puzzle(ask.number ?? ask.seed, ask.settings);
    return { puzzle, key: this.game.key(puzzle), solution: this.game.solution(puzzle) };
  }

  start(ask) { return this.position(new this.game(ask.puzzle, ask.settings), ask); }

  play(ask) {
    const [match, move] = [this.restored(ask.state), this.move(ask)];
    if (!ask.logged) this.game.admit?.(move, ask.puzzle);
    const turn = match.play(move, ask.player, ask.elapsed);
    return { move, turn, ...this.position(match, ask) };
  }

  tick(ask) {
    const match = this.restored(ask.state);
    const turn = match.tick(ask.event, ask.player, ask.players ?? [], ask.elapsed);
    return { turn, ...this.position(match, ask) };
  }

  view(ask) { return { views: this.views(this.restored(ask.state), ask) }; }

  read(ask) {
    const move = this.move(ask);
    if ('puzzle' in ask) this.game.admit?.(move, ask.puzzle);
    return { move };
  }

  move(ask) {
    if ('text' in ask) return this.game.parse(ask.text);
    const [schema, move] = [this.game.info.move ?? {}, ask.move];
    const isObject = typeof move === 'object' && move !== null && !Array.isArray(move);
    const wrong = isObject ? complaint(schema, move) : 'it is no object';
    if (wrong) throw new Refused('bad_move', `That is not a move of ${this.game.info.title}: ${wrong}`);
    const form = (schema.oneOf ?? []).find((part) => complaint(part, move) === null) ?? schema;
    const known = Object.entries(move).filter(([name]) => Object.hasOwn(form.properties ?? move, name));
    return Object.fromEntries(known);
  }

  restored(state) {
    const match = Object.assign(Object.create(this.game.prototype), state);
    if (state.turns) match.turns = Object.assign(new Turns(), state.turns);
    if (state.chance) match.chance = new Chance(state.chance);
    return match;
  }

  position(match, ask) {
    const views = ask.views ? { views: this.views(match, ask) } : {};
    return { state: { ...match }, to_move: match.toMove(), deadline: match.deadline(), ...views };
  }

  views(match, ask) {
    return ask.views.map((viewer) => {
      const board = match.board(viewer);
      if (typeof viewer === 'string') return { board };
      const [outcome, progress] = [match.outcome(viewer), match.progress(viewer)];
      if (outcome) return { board, outcome, progress, missed: match.missed(viewer) };
      return { board, outcome, progress, moves: match.moves(viewer), time_is_up: match.timeIsUp(viewer) };
    });
  }
}

const questions = ['hello', 'puzzle', 'start', 'play', 'tick', 'view', 'read'];

// Answers one line.
function answer(server, line) {
  const ask = JSON.parse(line);
  try {
    if (!questions.includes(ask.ask)) throw new Refused('unknown', `There is no question ${ask.ask}`);
    return { id: ask.id, ...server[ask.ask](ask) };
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    return { id: ask.id, refused: { code: refused.code, text: refused.message } };
  }
}

// Answers the server's questions until its input ends.
function serve(game) {
  console.log = console.info = console.debug = console.error;
  const server = new Server(game);
  const chunk = Buffer.alloc(1 << 16);
  let rest = Buffer.alloc(0);
  for (;;) {
    const count = readSync(0, chunk);
    if (count === 0) return;
    rest = Buffer.concat([rest, chunk.subarray(0, count)]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = Buffer.from(JSON.stringify(answer(server, rest.subarray(0, end).toString())) + '\n');
      for (let sent = 0; sent < line.length;) sent += writeSync(1, line, sent);
      rest = rest.subarray(end + 1);
    }
  }
}

module.exports = { Chance, Game, Refused, TurnGame, Turns, cell, serve };
