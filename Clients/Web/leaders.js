// Who is best at a game: at dailies, in a day, a week, or ever; and at games against others, by rating.

import { Page, choice, empty, faint, h } from "./dom.js"
import { Drawn } from "./drawn.js"

export class Leaders extends Page {
  #game
  #list

  constructor(line, game) {
    super(line, "Leaderboard", "today")
    this.#game = game
    this.#list = new Drawn(line)
  }

  async open() {
    const listed = [...(await this.line.games()).values()].filter(({ modes, seats }) => modes.includes("daily") || seats)
    const game = listed.find(({ id }) => id === this.#game) ?? listed[0]
    if (!game) return this.show(empty("No game here has a leaderboard."))
    await this.#list.open(game.seats ? "ratings" : "leaderboard", { game: game.id })
    this.show(choice(Object.fromEntries(listed.map(({ id, title }) => [id, title])), game.id, (id) => {
      this.#game = id
      return this.open()
    }), this.#list.element, !this.line.isNamed && faint(h("a", { href: "#/me" }, "Choose a name"), ": only players with one are listed."))
  }
}
