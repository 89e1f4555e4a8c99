// A match played again, move by move: tries on the board that they were made on, other moves in words.

import { characters, clock, fill, h, isCalm } from "./dom.js"
import { picture } from "./results.js"
import { parseShare, tileClass, tileWords } from "./tiles.js"

const pause = 900
const words = (value) => typeof value === "object" ? Object.values(value).map(words).join(" ") : String(value)
const text = ({ move }) => move.give_up ? "gives up" : words(move.guess ?? move.arrange ?? move)
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
    this.#players = lines.filter(({ type }) => type === "replay_outcome").map((outcome) => {
      const tries = this.#moves.filter((one) => one.player === outcome.player && (one.move.guess ?? one.move.arrange))
      const { rows } = parseShare(outcome.share ?? "")
      const fits = rows.length > 0 && rows.length === tries.length && rows.every((row, y) => row.length === characters(words(tries[y].move.guess ?? tries[y].move.arrange)).length)
      return { ...outcome, tries: fits ? tries : [], rows }
    })
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
      h("ol", {}, seen.map((one) => h("li", {}, h("small", {}, `${time(one.elapsed_ms)} ${one.player} `), text(one)))))
  }

  #player({ player, tries, rows, share }, seen) {
    if (!tries.length) return this.#shown === this.#moves.length && share && picture(share)
    const done = tries.filter((one) => seen.includes(one)).length
    const cell = (tile, letter) => h("span", { class: "cell", role: "img", "data-tile": tile ? tileClass(tile) : "open", "aria-label": tile ? `${letter}, ${tileWords(tile)}` : "empty" }, letter)
    return h("figure", { class: "picture" }, h("figcaption", {}, player),
      h("div", { class: "board", style: `--columns:${rows[0].length};--rows:${rows.length}` }, rows.map((row, y) => h("div", { class: "row" },
        characters(words(tries[y].move.guess ?? tries[y].move.arrange)).map((letter, x) => y < done ? cell(row[x], letter.toUpperCase()) : cell("", ""))))))
  }
}
