// All words of a language: found by a part of either side, mended, or deleted.

import { Page, buttons, link } from "./dom.js"
import { Drawn } from "./drawn.js"
import { forNames } from "./fornames.js"

export class List extends Page {
  #language
  #list

  constructor(line, language = "") {
    super(line, `${language}: all words`, "words")
    this.#language = language
    this.#list = new Drawn(line)
  }

  known() { this.open() }

  async open() {
    if (this.line.state !== "open") return
    if (!this.line.isNamed) return this.show(forNames())
    await this.#list.open("search", { language: this.#language })
    this.show(this.#list.element, buttons(link("All languages", "words")))
  }
}
