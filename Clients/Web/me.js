// Oneself: what the server offers to do about one's name, the token that brings it back elsewhere, and how the page looks.

import { Page, button, buttons, choice, copy, faint, fill, h, link } from "./dom.js"
import { Drawn } from "./drawn.js"
import { goalLine } from "./goal.js"
import { applyTheme, theme, themes } from "./theme.js"

export class Me extends Page {
  #you = null
  #account
  #own = h("div")
  #look = h("div")
  /// What became of the dailies that a guest had finished before logging in.
  #carried = h("div", { role: "status" })

  constructor(line) {
    super(line, "You", "me")
    this.#account = new Drawn(line)
    this.#showLook()
    this.show(this.#carried, this.#own, this.#account.element, h("h2", {}, "Look"), this.#look)
  }

  async open() {
    this.#showOwn()
    await this.#account.open("account")
  }

  known() { if (this.#you !== this.line.you) this.open() }

  hear({ type, guest_results: results }) {
    if (type === "login" && results) fill(this.#carried, results.map(({ message }) => h("p", {}, message)))
  }

  #showOwn() {
    const line = this.line
    this.#you = line.you
    if (!line.isNamed) return fill(this.#own, faint("A name keeps your streak, and what you have played as a guest."))
    const goal = h("p")
    goalLine(line).then((text) => text && goal.replaceWith(text))
    fill(this.#own, goal,
      buttons(link("Statistics and calendar", "player", line.you), link("Words to learn", "words"), button("Copy my token", () => copy(line.token))),
      faint("The token brings you back on another device. Whoever has it is you."))
  }

  #showLook() {
    fill(this.#look, choice(Object.fromEntries(themes.map((one) => [one, one])), theme(), (one) => { applyTheme(one); this.#showLook() }))
  }
}
