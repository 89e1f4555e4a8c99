// An arena: its standing, and taking part in it. Games open their rooms by themselves, from any page.

import { Page, button, buttons, empty, faint, plural, table } from "./dom.js"

export class Arena extends Page {
  #code

  constructor(line, code) {
    super(line, "Arena", "today")
    this.#code = Number.parseInt(code, 10) || undefined
  }

  async open() {
    try {
      const [arena, games] = await Promise.all([this.line.ask("arena", { code: this.#code, limit: 100 }), this.line.games()])
      this.#show(arena, games.get(arena.game)?.title ?? arena.game)
    } catch (refusal) {
      if (refusal.code === "lost") throw refusal
      this.show(empty(refusal.message))
    }
  }

  hear({ type, code, re }) {
    const concerns = type === "arena_score" || type === "arena" && re === undefined
    if (concerns && code === this.#code) this.open()
  }

  #show(arena, game) {
    this.title = arena.name
    const times = { waiting: "begins", running: "ends", ending: "games under way are played to their end", over: "over" }
    const left = arena.next_in_s === undefined ? "" : ` in ${Math.ceil(arena.next_in_s / 60)} min`
    const takesPart = arena.own && !arena.own.paused
    const change = (type, members) => async () => {
      await this.line.ask(type, members)
      await this.open()
    }
    this.show(
      faint(`${game}${arena.clock ? ` ${arena.clock}` : ""}${arena.bots ? " · with bots" : ""} · ${times[arena.state]}${left} · ${plural(arena.players, "player")}, ${plural(arena.played, "game")}`),
      ["waiting", "running"].includes(arena.state) && buttons(takesPart ? button("Pause", change("pause_arena", {}))
        : button("Take part", change("join_arena", { code: this.#code }), { class: "primary" })),
      takesPart && faint("Opponents come by themselves: stay here, or look around."),
      table(["Place", "Player", "Points", "Games", "Rating"], arena.rows.map((row) =>
        [`${row.place}.`, `${row.player}${row.bot ? " (bot)" : ""}${row.on_fire ? " 🔥 on fire" : ""}${row.paused ? " (paused)" : ""}`, row.points, row.games, row.rating]),
      { own: (index) => arena.rows[index].player === this.line.you }))
  }
}
