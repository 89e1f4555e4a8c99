// An arena: its standing, and taking part in it. Games open their rooms by themselves, from any page.

import { Page, at, buttons, empty, faint, h } from "./dom.js"
import { Drawn } from "./drawn.js"
import { store } from "./store.js"

export class Arena extends Page {
  #code
  #list

  constructor(line, code) {
    super(line, "Arena", "today")
    this.#code = Number.parseInt(code, 10) || undefined
    this.#list = new Drawn(line)
  }

  async open() {
    try { await this.#list.open("arena", { code: this.#code, limit: 100 }) } catch (refusal) {
      if (refusal.code === "lost") throw refusal
      return this.show(empty(refusal.message))
    }
    const { arenaGame: game } = this.line
    const { name, own } = this.#list.answer
    const isUnderWay = game?.code === this.#code && !game.isOver
    this.title = name
    this.show(isUnderWay && buttons(h("a", { class: "button primary", href: at("room", game.room) }, `Back to your game against ${game.player}`)),
      this.#list.element, own && !own.paused && !isUnderWay && faint("Stay here, or look around."),
      !this.line.isNamed && faint("To take part takes a name. ", h("a", { href: "#/me", onclick: () => store.mark("back", location.hash) }, "Choose one")))
  }

  known() { this.open() }

  hear({ type, code, re }) {
    const concerns = type === "arena_score" || type === "arena" && re === undefined
    if (concerns && code === this.#code) this.open()
  }
}
