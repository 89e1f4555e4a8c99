// Puzzles of one's own: making them, the links that bring others to them, and how they did.

import { Page, empty, faint, h } from "./dom.js"
import { Drawn } from "./drawn.js"
import { store } from "./store.js"

export class Make extends Page {
  #list

  constructor(line) {
    super(line, "Puzzles for others", "make")
    this.#list = new Drawn(line)
  }

  known() { this.open() }

  async open() {
    if (!this.line.isNamed) {
      return this.show(empty("A puzzle is made under your name; others play it without one. ",
        h("a", { href: "#/me", onclick: () => store.mark("back", location.hash) }, "Choose a name")))
    }
    if (this.#list.answer) return this.#list.again()
    await this.#list.open("puzzles")
    this.show(faint("Whoever has its link plays it, without an account. Nothing of it counts for statistics."), this.#list.element)
  }
}
