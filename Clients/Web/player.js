// A player: figures, bars and the month, game by game, and results on the wall.

import { fill, h } from "./dom.js"
import { bars, calendar, figures } from "./results.js"

export class Player {
  #line
  #month = ""

  constructor(line, name) {
    this.#line = line
    this.name = this.title = name
    this.element = h("section", { class: "player" }, h("h1", {}, name))
  }

  async open() {
    const about = await this.#line.ask("about")
    this.#month ||= about.day.slice(0, 7)
    let games
    try {
      games = await Promise.all(about.games.filter((game) => game.modes.includes("daily")).map((game) => this.#game(game, about.day)))
    } catch (refusal) {
      if (refusal.answer?.what !== "player") throw refusal
      return fill(this.element, h("h1", {}, this.name), h("p", { class: "empty" }, refusal.message, ". ", h("a", { href: "#/" }, "Back to today")))
    }
    const { results } = await this.#line.ask("history", { player: this.name, limit: 10 }).catch(() => ({ results: [] }))
    const name = encodeURIComponent(this.name)
    const isMe = this.name === this.#line.you
    fill(this.element, h("h1", {}, this.name),
      h("p", { class: "buttons" }, h("a", { class: "button", href: `#/wall/${name}` }, "On the wall"),
        !isMe && this.#line.isNamed && h("a", { class: "button", href: `#/wall/${encodeURIComponent(this.#line.you)}/${name}` }, "Beside me")),
      h("p", { class: "months" }, h("button", { "aria-label": "The month before", onclick: () => this.#turn(-1) }, "‹"),
        h("b", {}, this.#month), h("button", { "aria-label": "The month after", disabled: this.#month >= about.day.slice(0, 7), onclick: () => this.#turn(1) }, "›")),
      h("div", { class: "cards" }, games),
      results.length > 0 && [h("h2", {}, "Last played"), h("ul", { class: "rooms" }, results.map((result) => this.#result(result, about.recorded_games)))])
  }

  /// A result, which leads to its moves, where there are any.
  #result({ match, game, day, share }, recorded) {
    const words = [h("small", {}, day), " ", share.split("\n")[0].replace(/^Parlor /, "")]
    return h("li", {}, recorded.some(({ id }) => id === game) ? h("span", {}, words) : h("a", { href: `#/match/${match}` }, words))
  }

  #turn(step) {
    const [year, month] = this.#month.split("-").map(Number)
    this.#month = new Date(Date.UTC(year, month - 1 + step, 1)).toISOString().slice(0, 7)
    this.open()
  }

  async #game({ id, title }, today) {
    const who = { player: this.name, game: id }
    try {
      const [stats, month] = await Promise.all([this.#line.ask("stats", who), this.#line.ask("calendar", { ...who, month: this.#month })])
      return h("article", { class: "card" }, h("h2", {}, title), figures(stats),
        Object.keys(stats.distribution).length > 0 && bars(stats.distribution), calendar(month, today))
    } catch (refusal) {
      if (refusal.answer?.what === "player" || refusal.code === "lost") throw refusal
      return h("article", { class: "card" }, h("h2", {}, title), h("p", { class: "faint" }, refusal.message))
    }
  }
}
