// A match played again, move by move: tries, which are turns with tiles, on a board, other moves in words.

import { Page, button, characters, clock, empty, h, isCalm } from "./dom.js"
import { BoardView } from "./board.js"
import { plain } from "./talk.js"
import { picture } from "./results.js"
import { parseShare } from "./tiles.js"

const pause = 900
/// The letters that a turn has come to, where one may know them.
const letters = (turn) => turn?.guess ?? turn?.letters ?? turn?.row ?? ""
const words = ({ text, turn, remark }) => remark ? plain(remark) : letters(turn) || turn?.tiles || text
const time = (milliseconds) => clock(Math.floor(milliseconds / 1000))

export class Replay extends Page {
  #match
  #moves = []
  #players = []
  #shown = 0
  #timer = 0

  constructor(line, match) {
    super(line, "Replay", "today")
    this.#match = match
  }

  async open() {
    try {
      const { attached } = await this.line.ask("replay", { match: this.#match })
      this.#take(attached)
    } catch (refusal) { return this.show(empty(refusal.message)) }
    this.#shown = isCalm() ? this.#moves.length : 0
    this.#draw()
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
    this.#draw()
  }

  #step(step) {
    clearInterval(this.#timer)
    this.#go(step)
    return true
  }

  key({ key }) { return key === "ArrowLeft" ? this.#step(-1) : key === "ArrowRight" ? this.#step(1) : false }

  #draw() {
    const seen = this.#moves.slice(0, this.#shown)
    this.show(this.#players.map((player) => this.#player(player, seen)),
      h("p", { class: "months" }, button("‹", () => this.#step(-1), { "aria-label": "A move back", disabled: !this.#shown }),
        h("b", {}, `${this.#shown} of ${this.#moves.length}`),
        button("›", () => this.#step(1), { "aria-label": "A move further", disabled: this.#shown === this.#moves.length })),
      h("ol", {}, seen.map((one) => h("li", {}, h("small", {}, `${time(one.elapsed_ms)} ${one.player} `), words(one)))))
  }

  /// The tries as far as they have been seen, and below them the tiles as they were sorted since.
  #player({ player, moves, share }, seen) {
    const tries = moves.filter(({ turn }) => turn?.tiles)
    const rows = tries.map(({ turn }) => ({ letters: letters(turn), tiles: turn.tiles }))
    const sorted = moves.slice(moves.indexOf(tries.at(-1)) + 1).find(({ turn }) => turn?.row)
    if (sorted) rows.push({ letters: sorted.turn.row, tiles: "" })
    if (!rows.length) return this.#shown === this.#moves.length && share && picture(share)
    const done = tries.filter((one) => seen.includes(one)).length
    const last = moves.findLast((one) => seen.includes(one))?.turn
    const columns = Math.max(...rows.flatMap(({ letters, tiles }) => [characters(letters).length, characters(tiles).length]))
    const open = (y) => ({ letters: y === done && last && !last.tiles ? last.row ?? "" : "", tiles: "⬜".repeat(columns) })
    const view = new BoardView(() => {})
    view.show({ title: player, rows: rows.map((row, y) => y < done ? row : open(y)) })
    return h("figure", { class: "picture" }, h("figcaption", {}, player), view.element)
  }
}
