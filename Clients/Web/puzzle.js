// The link to a puzzle by a player: it opens the room where the puzzle is played.

import { Page, at, fill } from "./dom.js"
import { turnedAway } from "./waiting.js"

export class Puzzle extends Page {
  /// The way back leads to the room, not here.
  isOver = true
  #code

  constructor(line, code) {
    super(line, "A puzzle for you")
    this.#code = code
  }

  async open() {
    try {
      await this.line.keep()
      const { room } = await this.line.ask("open_puzzle", { code: this.#code })
      location.replace(at("room", room))
    } catch (refusal) {
      if (refusal.code === "lost") throw refusal
      fill(this.element, turnedAway("", refusal))
    }
  }
}
