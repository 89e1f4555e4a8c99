// Who is best at a game: at dailies, in a day, a week, or ever; and at games against others, by rating.

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
    const listed = games.filter(({ modes, seats }) => modes.includes("daily") || seats)
    this.#game ||= listed[0]?.id
    const choice = (texts, chosen, act) => h("p", { class: "buttons themes" }, Object.entries(texts).map(([key, text]) =>
      h("button", { "aria-pressed": key === chosen, onclick: () => { act(key); this.open() } }, text)))
    const game = choice(Object.fromEntries(listed.map(({ id, title }) => [id, title])), this.#game, (key) => { this.#game = key })
    const isRated = listed.find(({ id }) => id === this.#game)?.seats
    await (isRated ? this.#showRatings(game) : this.#showPoints(game, choice))
  }

  async #showRatings(game) {
    const { entries } = await this.#line.ask("ratings", { game: this.#game })
    fill(this.element, h("h1", {}, "Leaderboard"), game,
      entries.length
        ? this.#table(["Place", "Player", "Rating", "Matches"], entries.map(({ place, player, rating, deviation, matches }) =>
            ({ place, player, cells: [`${rating} ± ${2 * deviation}`, matches] })))
        : h("p", { class: "empty" }, "Nobody yet: matches between players with a name are rated."),
      h("p", { class: "faint" }, "A place takes some matches: until then nobody knows."))
  }

  #table(heads, lines) {
    return h("table", { class: "standings" }, h("tr", {}, heads.map((text) => h("th", { scope: "col" }, text))),
      lines.map(({ place, player, cells }) => h("tr", { class: player === this.#line.you ? "you" : "" },
        h("td", {}, place ? `${place}.` : "–"),
        h("th", { scope: "row" }, h("a", { href: `#/player/${encodeURIComponent(player)}` }, player)),
        cells.map((cell) => h("td", {}, cell)))))
  }

  async #showPoints(game, choice) {
    const { entries, least_games } = await this.#line.ask("leaderboard", { game: this.#game, period: this.#period })
    fill(this.element, h("h1", {}, "Leaderboard"), game,
      choice(periods, this.#period, (key) => { this.#period = key }),
      entries.length
        ? this.#table(["Place", "Player", "Points", "Won"], entries.map(({ place, player, played, won, average }) =>
            ({ place, player, cells: [average, `${won} of ${played}`] })))
        : h("p", { class: "empty" }, "Nobody yet: dailies of players with a name are counted."),
      h("p", { class: "faint" }, `Points are the average of the dailies. A place takes ${least_games} of them.`))
  }
}
