// What a player has typed and not sent: in the row that it will fill, or in a line of its own where the board has no such row.

import { openRow } from "./board.js"
import { characters, h } from "./dom.js"

export class Entry {
  element = h("p", { class: "typed", hidden: true })
  #view
  #text = ""
  /// What is typed while the answer to the text is pending.
  #ahead = ""
  /// The board on which a try is meant.
  #sure = null

  constructor(view) { this.#view = view }

  get text() { return this.#text }
  set text(text) {
    this.#text = text
    if (this.#view.board) this.show()
  }

  show() {
    this.#view.draft = this.#text
    const rest = this.#view.showAhead(this.#ahead) ? "" : this.#ahead
    const line = rest || (openRow(this.#view.board) >= 0 ? "" : this.#text)
    this.element.hidden = line === ""
    this.element.textContent = line.toUpperCase()
  }

  /// Shows the word that queued keys begin.
  showAhead(queued) {
    const letters = []
    for (const { key } of queued) {
      if (key === "Enter") break
      if (key === "Backspace") letters.pop()
      else if (key) letters.push(key.toLowerCase())
    }
    this.#ahead = letters.join("")
    if (this.#view.board) this.show()
  }

  /// What Enter sends: what was typed, else the word into which tiles have been sorted.
  get word() { return this.#text || this.#view.sorted }

  /// Whether a try is meant: letters were typed, or the tiles sorted, or it was asked for before.
  get isSure() { return this.#text !== "" || this.#sure === this.#view.board }
  set isSure(isSure) { this.#sure = isSure ? this.#view.board : null }

  /// A letter more, or with `Backspace` one less. Returns whether there was room for it, and a tile where tiles are sorted.
  take(key) {
    if (key === "Backspace") {
      this.text = characters(this.#text).slice(0, -1).join("")
      return true
    }
    const letter = key.toLowerCase()
    if (characters(this.#text).length >= Math.min(this.#view.width, 40)) return true
    const left = this.#view.tiles
    for (const typed of characters(this.#text)) if (left?.includes(typed)) left.splice(left.indexOf(typed), 1)
    if (left && !left.includes(letter)) return false
    this.text = this.#text + letter
    return true
  }
}
