// Who is best at a game: at dailies, in a day, a week, or ever; and at games against others, by rating.

import { Page, at, choice, empty, faint, h, table } from "./dom.js"

const periods = { day: "Today", week: "This week", all: "Ever" }

export class Leaders extends Page {
  #game
  #period = "week"

  constructor(line, game) {
    super(line, "Leaderboard", "today")
    this.#game = game
  }

  async open() {
    const { games } = await this.line.ask("about")
    const listed = games.filter(({ modes, seats }) => modes.includes("daily") || seats)
    this.#game ||= listed[0]?.id
    const turn = (key) => {
      if (periods[key]) this.#period = key
      else this.#game = key
      return this.open()
    }
    const isRated = listed.find(({ id }) => id === this.#game)?.seats
    const { heads, lines, none, note } = isRated ? await this.#ratings() : await this.#points()
    const rows = lines.map(({ place, player, cells }) => [place ? `${place}.` : "–", h("a", { href: at("player", player) }, player), ...cells])
    this.show(choice(Object.fromEntries(listed.map(({ id, title }) => [id, title])), this.#game, turn),
      !isRated && choice(periods, this.#period, turn),
      rows.length ? table(["Place", "Player", ...heads], rows, { own: (index) => lines[index].player === this.line.you }) : empty(none), faint(note))
  }

  async #ratings() {
    const { entries } = await this.line.ask("ratings", { game: this.#game })
    return {
      heads: ["Rating", "Matches"], none: "Nobody yet: matches between players with a name are rated.",
      lines: entries.map(({ rating, deviation, matches, ...entry }) => ({ ...entry, cells: [`${rating} ± ${2 * deviation}`, matches] })),
      note: "A place takes some matches: until then nobody knows.",
    }
  }

  async #points() {
    const { entries, least_games } = await this.line.ask("leaderboard", { game: this.#game, period: this.#period })
    return {
      heads: ["Points", "Won"], none: "Nobody yet: dailies of players with a name are counted.",
      lines: entries.map(({ played, won, average, ...entry }) => ({ ...entry, cells: [average, `${won} of ${played}`] })),
      note: `Points are the average of the dailies. A place takes ${least_games} of them.`,
    }
  }
}
