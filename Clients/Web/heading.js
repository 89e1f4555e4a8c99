// What a room is called, what kind of match it is, and the time that is left.

import { Countdown } from "./countdown.js"
import { h } from "./dom.js"
import { isMadeUp, modeWord } from "./today.js"

export class Heading {
  #title = h("span")
  #mode = h("small")
  element = h("h1", { id: "roomTitle" }, this.#title, this.#mode)
  #line
  #countdown = new Countdown()
  #joined = {}
  /// The title of the game, where the room's own name stands in its place.
  #game = ""
  #time = ""

  constructor(line, name) {
    this.#line = line
    this.#say(isMadeUp(name) ? "…" : name)
  }

  get title() { return this.#title.textContent }

  /// Shows the title of a room's description: the board's, else the game's where the room's name is made up, else the name.
  async show(joined) {
    const { board, room, game } = joined
    if (game !== this.#joined.game) this.#game = ""
    this.#joined = joined
    this.#say(board?.title ?? (isMadeUp(room) && game ? "…" : room))
    this.showMode()
    if (board?.title || !game) return
    const title = (await this.#line.games().catch(() => undefined))?.get(game)?.title ?? game
    if (joined !== this.#joined || joined.board?.title) return
    if (isMadeUp(room)) return this.#say(title)
    // A room with a name of its own says what is played there.
    this.#game = title
    this.showMode()
  }

  #say(title) { this.#title.textContent = title }

  /// Shows the time to the end of the round, else to the next one; it stands while the owner lets the rounds wait.
  showTime({ ends_in_s, next_in_s, paused }) {
    this.#countdown.start(paused ? undefined : ends_in_s ?? next_in_s, (left) => {
      this.#time = paused ? "paused" : left && `${ends_in_s === undefined ? "next round in" : "ends in"} ${left}`
      this.showMode()
    })
  }

  /// Shows the kind of match again; on what terms people play together is not said before it is known.
  showMode() {
    const { mode, seats, code, board } = this.#joined
    const words = mode === "together" && seats === undefined ? "" : modeWord(mode, seats)
    const shown = [!board?.title && this.#game, words, code && this.#time !== "paused" && `code ${code}`, this.#time].filter(Boolean).join(" · ")
    // The space is for those who hear title and mode as one heading.
    this.#mode.textContent = shown && ` ${shown}`
  }

  stop() { this.#countdown.stop() }
}
