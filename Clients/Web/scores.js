// The list of scores: letters behind a tap, and those of today behind the server's word.

import { Page, faint, h } from "./dom.js"
import { Drawn } from "./drawn.js"

export class Scores extends Page {
  #list

  constructor(line) {
    super(line, "Old scores", "wall")
    this.#list = new Drawn(line)
    this.show(faint("Finished Wordles from anywhere, which whoever runs this server writes down with their words, the newest first. Tap a cell for its letter. What is played and shared here hangs on ",
      h("a", { href: "#/wall" }, "the wall"), "."), this.#list.element)
  }

  open() { return this.#list.open("scores", { limit: 30 }) }
}
