// The votes for the next move, where a room moves as one: each move that leads is a button that votes for it.

import { button, fill, h } from "./dom.js"

/// How often a screen reader is told the counts, in milliseconds.
const telling = 4000

export class Tally {
  #words = h("small")
  #moves = h("div", { class: "tally", role: "group", "aria-label": "Votes" })
  #spoken = h("p", { class: "for-readers", role: "status" })
  element = h("div", { hidden: true }, h("div", { class: "tally" }, this.#words), this.#moves, this.#spoken)
  #own = ""
  #toldAt = 0

  /// `vote(move)` is called with the move of a button.
  constructor(vote) { this.vote = vote }

  /// Nobody has voted yet. With `seconds` the room votes, else it plays without.
  wait(seconds) {
    this.#own = ""
    this.#toldAt = 0
    const text = seconds ? `Each move is voted for: ${seconds} s after the first vote the one with most votes is played.` : ""
    this.#words.textContent = text
    // Said when the room is entered, and not before each move.
    if (this.element.hidden || !seconds) this.#spoken.textContent = text
    this.element.hidden = !seconds
    fill(this.#moves)
  }

  /// Shows the counts of a message. Which move is one's own stands in answers alone.
  show({ own, leading = [], votes, players, ends_in_ms: left }) {
    if (own) this.#own = own.text
    this.element.hidden = false
    this.#words.textContent = `${votes} of ${players} have voted`
    fill(this.#moves, leading.map(({ text, move, votes }) => button([`${text} `, h("b", {}, votes)], () => this.vote(move), { "aria-pressed": text === this.#own })))
    if (Date.now() - this.#toldAt < telling) return
    this.#toldAt = Date.now()
    const first = leading[0] ? `, most for ${leading[0].text}` : ""
    this.#spoken.textContent = `${votes} of ${players} have voted${first}${left === undefined ? "" : `, ${Math.round(left / 1000)} s left`}`
  }
}
