// An arena: its standing, and taking part in it. Games open their rooms by themselves, from any page.

import { Page, at, button, buttons, empty, faint, h, pass, plural, table } from "./dom.js"
import { save } from "./ending.js"

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

  #show(arena, title) {
    this.title = arena.name
    const isOpen = ["waiting", "running"].includes(arena.state)
    const times = { waiting: "begins", running: "ends", ending: "games under way are played to their end", over: "over" }
    const left = arena.next_in_s === undefined ? "" : ` in ${Math.ceil(arena.next_in_s / 60)} min`
    const game = this.line.arenaGame?.code === this.#code && !this.line.arenaGame.isOver && this.line.arenaGame
    const takesPart = arena.own && !arena.own.paused
    const change = (type, members) => async () => {
      await this.line.ask(type, members)
      await this.open()
    }
    const facts = [`${title}${arena.clock ? ` ${arena.clock}` : ""}`, arena.bots && "with bots", `${times[arena.state]}${left}`,
      `${plural(arena.players, "player")}, ${plural(arena.played, "game")}`]
    const back = game && h("a", { class: "button primary", href: at("room", game.room) }, `Back to your game against ${game.player}`)
    const enter = !takesPart && button("Take part", change("join_arena", { code: this.#code }), { class: "primary" })
    const saveTable = async () => save((await this.line.ask("arena_csv", { code: this.#code })).csv, `arena-${this.#code}.csv`)
    const isFilled = arena.rows.length > 0
    this.show(
      faint(facts.filter(Boolean).join(" · ")),
      isOpen && buttons(back || enter, takesPart && button("Pause", change("pause_arena", {}))),
      isOpen && takesPart && !game && faint("Opponents come by themselves: stay here, or look around."),
      isFilled && table(["Place", "Player", "Points", "Games", "Rating"], arena.rows.map(cells),
        { own: (index) => arena.rows[index].player === this.line.you }),
      buttons(arena.link && button("Share its address", () => pass({ title: arena.name, url: location.origin + arena.link })),
        isFilled && button("Results as a table", saveTable)))
  }
}

const cells = ({ place, player, bot, on_fire, paused, points, games, rating }) => [`${place}.`,
  [h("a", { href: at("player", player) }, player), bot && " (bot)", on_fire && " 🔥 on fire", paused && " (paused)"], points, games, rating]
