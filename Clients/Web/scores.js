// The list of scores, in the look of the wall: letters behind a tap, and those of today behind the server's word.

import { Page, button, characters, empty, faint, h, plural } from "./dom.js"
import { HiddenGrid } from "./hidden.js"

export class Scores extends Page {
  #cards = h("div", { class: "cards" })
  #more = button("Earlier scores", () => this.#fetch(), { class: "quiet more", hidden: true })
  #next

  constructor(line) {
    super(line, "Old scores", "wall")
    this.show(faint("Finished Wordles from anywhere, which whoever runs this server writes down with their words, the newest first. Tap a cell for its letter. What is played and shared here hangs on ",
      h("a", { href: "#/wall" }, "the wall"), "."), this.#cards, this.#more)
  }

  async open() {
    this.#next = undefined
    await this.#fetch(true)
  }

  async #fetch(isFirst = false) {
    const { scores, next } = await this.line.ask("scores", { limit: 30, ...(this.#next && { after: this.#next }) })
    if (isFirst) this.#cards.replaceChildren()
    this.#cards.append(...scores.map((score) => this.#card(score)))
    if (isFirst && !scores.length) this.#cards.append(empty("Nothing has been written down yet."))
    this.#next = next
    this.#more.hidden = next === undefined
  }

  #card(score) {
    const rows = score.tiles.map(characters)
    const reveal = async (y) => {
      if (score.hidden) throw new Error("Finish today's puzzles first: then you may see these letters")
      return score.tries[y]
    }
    return h("article", { class: "card share" },
      h("header", {}, h("b", { class: "who" }, score.player ?? `No. ${score.id}`), h("span", { class: "what" }, `${score.date} · ${plural(rows.length, "try", "tries")}`)),
      new HiddenGrid(rows, reveal, `${score.player ?? "Score"} ${score.id}`).element)
  }
}
