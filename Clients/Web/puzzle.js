// The link to a puzzle by a player: it opens the room where the puzzle is played.

import { fill, h } from "./dom.js"
import { turnedAway } from "./waiting.js"

export class Puzzle {
  title = "A puzzle for you"
  element = h("section", {}, h("p", { class: "empty" }, "…"))
  /// The way back leads to the room, not here.
  isOver = true
  #line
  #code

  constructor(line, code) { [this.#line, this.#code] = [line, code] }

  async open() {
    try {
      await this.#line.keep()
      const { room } = await this.#line.ask("open_puzzle", { code: this.#code })
      location.replace(`#/room/${encodeURIComponent(room)}`)
    } catch (refusal) {
      if (refusal.code === "lost") throw refusal
      fill(this.element, turnedAway("", refusal))
    }
  }
}
