// An arena: its standing, and taking part in it. Games open their rooms by themselves, from any page.

import { fill, h, plural, toast } from "./dom.js"

export class Arena {
  title = "Arena"
  element = h("section", { class: "today" }, h("h1", {}, "Arena"))
  #line
  #code

  constructor(line, code) {
    this.#line = line
    this.#code = Number.parseInt(code, 10) || undefined
  }

  async open() {
    try {
      const [arena, games] = await Promise.all([this.#line.ask("arena", { code: this.#code, limit: 100 }), this.#line.games()])
      this.#show(arena, games.get(arena.game)?.title ?? arena.game)
    } catch (refusal) {
      if (refusal.code === "lost") throw refusal
      fill(this.element, h("h1", {}, "Arena"), h("p", { class: "empty", role: "alert" }, refusal.message))
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
    const change = (type, members) => () => this.#line.ask(type, members).then(() => this.open(), ({ message }) => toast(message, "bad"))
    fill(this.element, h("h1", {}, arena.name),
      h("p", { class: "faint" }, `${game}${arena.clock ? ` ${arena.clock}` : ""}${arena.bots ? " · with bots" : ""} · ${times[arena.state]}${left} · ${plural(arena.players, "player")}, ${plural(arena.played, "game")}`),
      ["waiting", "running"].includes(arena.state) && h("p", { class: "buttons" }, takesPart
        ? h("button", { onclick: change("pause_arena", {}) }, "Pause")
        : h("button", { class: "primary", onclick: change("join_arena", { code: this.#code }) }, "Take part")),
      takesPart && h("p", {}, "Opponents come by themselves: stay here, or look around."),
      h("table", { class: "standings" },
        h("tr", {}, ["Place", "Player", "Points", "Games", "Rating"].map((text) => h("th", { scope: "col" }, text))),
        arena.rows.map((row) => h("tr", { class: row.player === this.#line.you ? "you" : "" },
          h("td", {}, `${row.place}.`),
          h("th", { scope: "row" }, `${row.player}${row.bot ? " (bot)" : ""}${row.on_fire ? " 🔥 on fire" : ""}${row.paused ? " (paused)" : ""}`),
          [row.points, row.games, row.rating].map((cell) => h("td", {}, cell))))))
  }
}
