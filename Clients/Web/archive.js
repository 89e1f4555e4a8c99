// The puzzles of past days: a month of one game, where each day is played by a tap, and the next one that is not solved.

import { Page, at, button, buttons, choice, empty, faint, go, toast } from "./dom.js"
import { calendar, months } from "./results.js"
import { solvedDays } from "./solved.js"

/// The day of each game's puzzle number 1.
const first = "2026-01-01"
const dayBefore = (day) => new Date(Date.parse(`${day}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

export class Archive extends Page {
  #game
  #today = ""
  #month = ""
  /// Whether the next unsolved puzzle is opened at once.
  #opensNext

  constructor(line, game = "", which = "") {
    super(line, "Past puzzles", "player archive")
    ;[this.#game, this.#opensNext] = [game, which === "next"]
    // Who comes back here looks for another one.
    this.isOver = this.#opensNext
  }

  async open() {
    const { games, day } = await this.line.ask("about")
    this.#today = day
    this.#month ||= dayBefore(day).slice(0, 7)
    const listed = games.filter(({ modes }) => modes.includes("daily") && modes.includes("practice"))
    if (!listed.some(({ id }) => id === this.#game)) this.#game = listed[0]?.id
    if (!this.#game) return this.show(empty("No game here has past puzzles."))
    if (this.#opensNext) return this.once(() => this.#playNext())
    await this.#show(listed)
  }

  async #show(listed) {
    const month = await this.#fetchMonth(this.#month)
    for (const day of solvedDays(this.#game)) if (day.startsWith(this.#month) && !month.days.some((one) => one.day === day)) month.days.push({ day, won: true })
    const turn = (month) => {
      this.#month = month
      return this.open()
    }
    this.show(
      choice(Object.fromEntries(listed.map(({ id, title }) => [id, title])), this.#game, (id) => { this.#game = id; this.open() }),
      buttons(button("Next unsolved", () => this.once(() => this.#playNext()), { class: "primary" })),
      months(this.#month, first, this.#today, turn),
      calendar(month, this.#today, (day) => this.once(() => this.#play(day)), first),
      faint("Past puzzles are for practice: streak and statistics stay as they are."))
  }

  /// What the player has of a month of dailies.
  #fetchMonth(month) { return this.line.ask("calendar", { game: this.#game, month }) }

  /// The newest past day whose puzzle was not solved, neither on its day nor here.
  async #playNext() {
    const solved = solvedDays(this.#game)
    let month = ""
    for (let day = dayBefore(this.#today); day >= first; day = dayBefore(day)) {
      if (!day.startsWith(month) || !month) {
        month = day.slice(0, 7)
        for (const { day, won } of (await this.#fetchMonth(month)).days) if (won) solved.add(day)
      }
      if (!solved.has(day) && await this.#play(day, { skipsShut: true })) return
    }
    toast("You have solved all of them", "good")
    go("archive", this.#game)
  }

  /// Opens a past puzzle. The one of yesterday is shut for a while after midnight; with `skipsShut` that is not said.
  /// Resolves with whether this is the end of it, and not with a puzzle that is to be passed over.
  async #play(day, { skipsShut = false } = {}) {
    try {
      await this.line.keep()
      const { room } = await this.line.create({ game: this.#game, mode: "practice", day })
      // The way back leads past the search for it.
      if (this.#opensNext) location.replace(at("room", room))
      else go("room", room)
    } catch (refusal) {
      if (skipsShut && refusal.code === "not_over") return false
      toast(refusal.message, "bad")
    }
    return true
  }
}
