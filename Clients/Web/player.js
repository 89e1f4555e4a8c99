// A player: figures, bars and the month, game by game, and results on the wall.

import { Page, button, buttons, empty, faint, h, link } from "./dom.js"
import { Drawn } from "./drawn.js"
import { bars, calendar, figures, months } from "./results.js"

export class Player extends Page {
  #month = ""

  constructor(line, name) { super(line, name, "player") }

  async open() {
    const { day, games } = await this.line.ask("about")
    this.#month ||= day.slice(0, 7)
    let cards
    try {
      cards = await Promise.all(games.filter(({ modes }) => modes.includes("daily")).map((game) => this.#game(game, day)))
    } catch (refusal) {
      if (refusal.answer?.what !== "player") throw refusal
      return this.show(empty(refusal.message, ". ", h("a", { href: "#/" }, "Back to today")))
    }
    const played = new Drawn(this.line)
    await played.open("history", { player: this.title, limit: 10 }).catch(() => {})
    const { you, isNamed } = this.line
    const turn = (month) => {
      this.#month = month
      return this.open()
    }
    this.show(
      buttons(link("On the wall", "wall", this.title), this.title !== you && [isNamed && link("Beside me", "wall", you, this.title), button("Challenge", async () => (await import("./create.js")).challenge(this.line, this.title))]),
      months(this.#month, "", day, turn),
      h("div", { class: "cards" }, cards),
      h("h2", {}, "Last played"), played.element)
  }

  async #game({ id, title }, today) {
    const who = { player: this.title, game: id }
    const card = (...content) => h("article", { class: "card" }, h("h2", {}, title), content)
    try {
      const [stats, month] = await Promise.all([this.line.ask("stats", who), this.line.ask("calendar", { ...who, month: this.#month })])
      return card(figures(stats), bars(stats.distribution), calendar(month, today))
    } catch (refusal) {
      if (refusal.answer?.what === "player" || refusal.code === "lost") throw refusal
      return card(faint(refusal.message))
    }
  }
}
