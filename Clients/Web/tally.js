// The votes for the next move, where a room moves as one: each move that leads is a button that votes for it.

import { fill, h } from "./dom.js"

export class Tally {
  element = h("div", { class: "tally", role: "group", "aria-label": "Votes" })
  #own = ""

  /// `vote(move)` is called with the move of a button.
  constructor(vote) { this.vote = vote }

  /// Shows the counts of a message; nothing without one. Which move is one's own stands in answers alone.
  show(message) {
    if (!message) this.#own = ""
    if (message?.own) this.#own = message.own.text
    const { leading = [], votes, players } = message ?? {}
    fill(this.element, message && h("small", {}, `${votes} of ${players} have voted`),
      leading.map(({ text, move, votes }) => h("button", { type: "button", "aria-pressed": String(text === this.#own), onclick: () => this.vote(move) },
        text, " ", h("b", {}, votes))))
  }
}
