// One result that was shared, at an address of its own: its letters are for those who have played the same.

import { Card } from "./card.js"
import { Page, at, buttons, empty, faint, h, link } from "./dom.js"
import { store } from "./store.js"

export class Result extends Page {
  #number
  #card = null

  constructor(line, number) {
    super(line, "A result", "wall result-page")
    this.#number = Number.parseInt(number, 10)
  }

  async open() {
    const [about, { shares }, { rooms }] = await Promise.all([this.line.ask("about"),
      this.#number > 0 ? this.line.ask("shares", { after: this.#number + 1, limit: 1 }) : { shares: [] }, this.line.ask("rooms"),
      this.line.enter("shares", { watching: true }).catch(() => {})])
    const share = shares[0]
    if (share?.share_id !== this.#number) return this.#gone()
    this.#card = new Card(this.line, share, about.reactions)
    this.title = `${share.player}’s result`
    this.show(this.#card.element, this.#hint(share, about, rooms.find(({ room }) => room === share.game)), buttons(link("See the wall", "wall")))
  }

  known() { if (this.#card) this.open() }
  close() { this.line.leave("shares") }

  hear(message) {
    if (message.room !== "shares" || message.isOld) return
    if (message.type === "unshared" && (message.share_id === this.#number || (message.all && message.player === this.#card?.share.player))) this.#gone()
    if (message.type === "reacted" && message.share_id === this.#number) this.#card?.update(message.reactions)
  }

  #gone() { this.show(empty("This result has been taken down. ", h("a", { href: "#/wall" }, "See the wall"))) }

  /// Who may see the letters, and what whoever may not can do about it.
  #hint(share, about, room) {
    const tap = faint("Tap a cell to see its letter, and again to hide it. A swipe turns a row, Letters all of them.")
    if (share.claimed || !this.#card.grid) return null
    if (about.recorded_games.some(({ id }) => id === share.game)) return faint("What it was about is its player’s alone.")
    if (share.player === this.line.you) return tap
    if (share.mode !== "daily") return faint("Its letters are for those who have played that round.")
    if (share.day !== about.day) {
      return this.line.isNamed ? tap : faint("That day is over: whoever has a name may see the letters. ", h("a", { href: "#/me" }, "Choose one"))
    }
    if (room?.yours?.state === "finished") {
      store.mark("sent", null)
      return tap
    }
    const title = about.games.find(({ id }) => id === share.game)?.title ?? share.game
    return [faint("Play the same puzzle first: then a tap on a cell shows its letter."),
      buttons(h("a", { class: "button primary", href: `${at("room", share.game)}?result=${share.share_id}` },
        room?.yours ? `Go on with today’s ${title}` : `Play today’s ${title}`))]
  }
}
