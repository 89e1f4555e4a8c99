// Who is best at a game, in a day, a week, or ever.

import { fill, h } from "./dom.js"

const periods = { day: "Today", week: "This week", all: "Ever" }

export class Leaders {
  title = "Leaderboard"
  element = h("section", { class: "today" }, h("h1", {}, "Leaderboard"))
  #line
  #game
  #period = "week"

  constructor(line, game) {
    this.#line = line
    this.#game = game
  }

  async open() {
    const { games } = await this.#line.ask("about")
    const dailies = games.filter(({ modes }) => modes.includes("daily"))
    this.#game ||= dailies[0]?.id
    const { entries, least_games } = await this.#line.ask("leaderboard", { game: this.#game, period: this.#period })
    const choice = (texts, chosen, act) => h("p", { class: "buttons themes" }, Object.entries(texts).map(([key, text]) =>
      h("button", { "aria-pressed": key === chosen, onclick: () => { act(key); this.open() } }, text)))
    fill(this.element, h("h1", {}, "Leaderboard"),
      choice(Object.fromEntries(dailies.map(({ id, title }) => [id, title])), this.#game, (key) => { this.#game = key }),
      choice(periods, this.#period, (key) => { this.#period = key }),
      entries.length
        ? h("table", { class: "standings" }, h("tr", {}, ["Place", "Player", "Points", "Won"].map((text) => h("th", { scope: "col" }, text))),
            entries.map(({ place, player, played, won, average }) => h("tr", { class: player === this.#line.you ? "you" : "" },
              h("td", {}, place ? `${place}.` : "–"),
              h("th", { scope: "row" }, h("a", { href: `#/player/${encodeURIComponent(player)}` }, player)),
              h("td", {}, average), h("td", {}, `${won} of ${played}`))))
        : h("p", { class: "empty" }, "Nobody yet: dailies of players with a name are counted."),
      h("p", { class: "faint" }, `Points are the average of the dailies. A place takes ${least_games} of them.`))
  }
}
