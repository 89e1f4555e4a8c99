// What a player has typed and not sent: in the row that it will fill, or in a line of its own where the board has no such row.

import { openRow } from "./board.js"
import { characters, h } from "./dom.js"

export class Entry {
  element = h("p", { class: "typed", hidden: true })
  #view
  #text = ""

  constructor(view) { this.#view = view }

  get text() { return this.#text }
  set text(text) {
    this.#text = text
    if (this.#view.board) this.show()
  }

  show() {
    this.#view.draft = this.#text
    this.element.hidden = this.#text === "" || openRow(this.#view.board) >= 0
    this.element.textContent = this.#text.toUpperCase()
  }

  /// What Enter sends: what was typed, else the word into which tiles have been sorted.
  get word() { return this.#text || this.#view.sorted }

  /// A letter more, or with `Backspace` one less.
  take(key) {
    if (key === "Backspace") this.text = characters(this.#text).slice(0, -1).join("")
    else if (characters(this.#text).length < Math.min(this.#view.width, 40)) this.text = this.#text + key.toLowerCase()
  }
}
