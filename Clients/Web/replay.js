// A match played again, move by move: tries, which are turns with tiles, on a board, other moves in words.

import { characters, clock, fill, h, isCalm } from "./dom.js"
import { plain } from "./talk.js"
import { picture } from "./results.js"
import { parseShare, tileClass, tileWords } from "./tiles.js"

const pause = 900
/// The letters that a turn has come to, where one may know them.
const letters = (turn) => turn?.guess ?? turn?.letters ?? turn?.row ?? ""
const words = ({ text, turn, remark }) => remark ? plain(remark) : letters(turn) || turn?.tiles || text
const time = (milliseconds) => clock(Math.floor(milliseconds / 1000))

export class Replay {
  title = "Replay"
  element = h("section", { class: "today" }, h("h1", {}, "Replay"))
  #line
  #match
  #moves = []
  #players = []
  #shown = 0
  #timer = 0

  constructor(line, match) {
    this.#line = line
    this.#match = match
  }

  async open() {
    try {
      const { attached } = await this.#line.ask("replay", { match: this.#match })
      this.#take(attached)
    } catch (refusal) { return fill(this.element, h("p", { class: "empty" }, refusal.message)) }
    this.#shown = isCalm() ? this.#moves.length : 0
    this.#show()
    clearInterval(this.#timer)
    if (!isCalm()) this.#timer = setInterval(() => this.#go(1), pause)
  }

  close() { clearInterval(this.#timer) }

  #take(lines) {
    this.#moves = lines.filter(({ type }) => type === "replay_move")
    const outcomes = lines.filter(({ type }) => type === "replay_outcome")
    const tries = this.#moves.filter(({ turn }) => turn?.tiles)
    // Those who have played as one have one board: the grid that each may share holds the tries of all.
    const isOne = outcomes.length > 1 && parseShare(outcomes[0].share).rows.length === tries.length
    this.#players = isOne ? [{ ...outcomes[0], player: outcomes.map(({ player }) => player).join(", "), moves: this.#moves }]
      : outcomes.map((outcome) => ({ ...outcome, moves: this.#moves.filter(({ player }) => player === outcome.player) }))
  }

  #go(step) {
    this.#shown = Math.max(0, Math.min(this.#moves.length, this.#shown + step))
    if (this.#shown === this.#moves.length) clearInterval(this.#timer)
    this.#show()
  }

  #step(step) {
    clearInterval(this.#timer)
    this.#go(step)
    return true
  }

  key({ key }) { return key === "ArrowLeft" ? this.#step(-1) : key === "ArrowRight" ? this.#step(1) : false }

  #show() {
    const seen = this.#moves.slice(0, this.#shown)
    fill(this.element, h("h1", {}, "Replay"), this.#players.map((player) => this.#player(player, seen)),
      h("p", { class: "months" }, h("button", { "aria-label": "A move back", disabled: !this.#shown, onclick: () => this.#step(-1) }, "‹"),
        h("b", {}, `${this.#shown} of ${this.#moves.length}`),
        h("button", { "aria-label": "A move further", disabled: this.#shown === this.#moves.length, onclick: () => this.#step(1) }, "›")),
      h("ol", {}, seen.map((one) => h("li", {}, h("small", {}, `${time(one.elapsed_ms)} ${one.player} `), words(one)))))
  }

  /// The tries as far as they have been seen, and below them the tiles as they were sorted since.
  #player({ player, moves, share }, seen) {
    const tries = moves.filter(({ turn }) => turn?.tiles)
    const rows = tries.map(({ turn }) => [characters(turn.tiles), characters(letters(turn).toUpperCase())])
    const sorted = moves.slice(moves.indexOf(tries.at(-1)) + 1).find(({ turn }) => turn?.row)
    if (sorted) rows.push([[], characters(sorted.turn.row)])
    if (!rows.length) return this.#shown === this.#moves.length && share && picture(share)
    const done = tries.filter((one) => seen.includes(one)).length
    const last = moves.findLast((one) => seen.includes(one))?.turn
    const open = last && !last.tiles ? characters((last.row ?? "").toUpperCase()) : []
    const columns = Math.max(...rows.flat().map((row) => row.length))
    const cell = (tile, letter) => h("span", { class: "cell", role: "img", "data-tile": tile ? tileClass(tile) : "open", "aria-label": tile ? `${letter}, ${tileWords(tile)}` : letter || "empty" }, letter)
    return h("figure", { class: "picture" }, h("figcaption", {}, player),
      h("div", { class: "board", style: `--columns:${columns};--rows:${rows.length}` }, rows.map(([tiles, letters], y) => h("div", { class: "row" },
        Array.from({ length: columns }, (_, x) => y < done ? cell(tiles[x], letters[x] ?? "") : cell("", y === done ? open[x] ?? "" : ""))))))
  }
}
