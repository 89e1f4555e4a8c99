// The list of scores, in the look of the wall: letters behind a tap, and those of today behind the server's word.

import { characters, h, plural } from "./dom.js"
import { HiddenGrid } from "./hidden.js"

export class Scores {
  title = "Old scores"
  element = h("section", { class: "wall" }, h("h1", {}, "Old scores"),
    h("p", { class: "faint" }, "Finished Wordles from anywhere, which whoever runs this server writes down with their words, the newest first. Tap a cell for its letter. What is played and shared here hangs on ",
      h("a", { href: "#/wall" }, "the wall"), "."))
  #cards = h("div", { class: "cards" })
  #more = h("button", { class: "quiet more", hidden: true, onclick: () => this.#fetch() }, "Earlier scores")
  #next = undefined
  #line

  constructor(line) {
    this.#line = line
    this.element.append(this.#cards, this.#more)
  }

  async open() {
    this.#next = undefined
    await this.#fetch(true)
  }

  async #fetch(isFirst = false) {
    const { scores, next } = await this.#line.ask("scores", { limit: 30, ...(this.#next === undefined ? {} : { after: this.#next }) })
    if (isFirst) this.#cards.replaceChildren()
    for (const score of scores) this.#cards.append(this.#card(score))
    if (isFirst && !scores.length) this.#cards.append(h("p", { class: "empty" }, "Nothing has been written down yet."))
    this.#next = next
    this.#more.hidden = next === undefined
  }

  #card(score) {
    const rows = score.tiles.map(characters)
    const reveal = async (y) => {
      if (score.hidden) throw new Error("Finish today's puzzles first: then you may see these letters")
      return score.tries[y]
    }
    const label = `${score.player ?? "Score"} ${score.id}`
    return h("article", { class: "card share" },
      h("header", {}, h("b", { class: "who" }, score.player ?? `No. ${score.id}`), h("span", { class: "what" }, `${score.date} · ${plural(rows.length, "try", "tries")}`)),
      new HiddenGrid(rows, reveal, label).element)
  }
}
