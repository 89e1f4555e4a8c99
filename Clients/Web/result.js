// One result that was shared, at an address of its own: its letters are for those who have played the same.

import { Card } from "./card.js"
import { fill, h } from "./dom.js"
import { store } from "./line.js"

export class Result {
  title = "A result"
  element = h("section", { class: "wall result-page" }, h("h1", {}, "A result"))
  #line
  #number
  #card = null

  constructor(line, number) {
    this.#line = line
    this.#number = number
  }

  async open() {
    const [about, { shares }, { rooms }] = await Promise.all([this.#line.ask("about"),
      this.#number > 0 ? this.#line.ask("shares", { after: this.#number + 1, limit: 1 }) : { shares: [] }, this.#line.ask("rooms"),
      this.#line.enter("shares", { watching: true }).catch(() => {})])
    const share = shares[0]
    if (share?.share_id !== this.#number) return this.#gone()
    this.#card = new Card(this.#line, share, about.reactions)
    fill(this.element, h("h1", {}, `${share.player}’s result`), this.#card.element,
      this.#hint(share, about, rooms.find(({ room }) => room === share.game)),
      h("p", { class: "buttons" }, h("a", { class: "button", href: "#/wall" }, "See the wall")))
  }

  known() { if (this.#card) this.open() }
  close() { this.#line.leave("shares") }

  hear(message) {
    if (message.room !== "shares" || message.isOld) return
    if (message.type === "unshared" && (message.share_id === this.#number || (message.all && message.player === this.#card?.share.player))) this.#gone()
    if (message.type === "reacted" && message.share_id === this.#number) this.#card?.update(message.reactions)
  }

  #gone() { fill(this.element, h("h1", {}, "A result"), h("p", { class: "empty" }, "This result has been taken down. ", h("a", { href: "#/wall" }, "See the wall"))) }

  /// Who may see the letters, and what whoever may not can do about it.
  #hint(share, about, room) {
    const say = (...text) => h("p", { class: "faint" }, ...text)
    const tap = say("Tap a cell to see its letter, and again to hide it. A swipe turns a row, Letters all of them.")
    if (share.claimed || !this.#card.grid) return null
    if (about.recorded_games.some(({ id }) => id === share.game)) return say("What it was about is its player’s alone.")
    if (share.player === this.#line.you) return tap
    if (share.mode !== "daily") return say("Its letters are for those who have played that round.")
    if (share.day !== about.day) {
      return this.#line.isNamed ? tap : say("That day is over: whoever has a name may see the letters. ", h("a", { href: "#/me" }, "Choose one"))
    }
    if (room?.yours?.state === "finished") {
      store.mark("sent", null)
      return tap
    }
    const title = about.games.find(({ id }) => id === share.game)?.title ?? share.game
    return [say("Play the same puzzle first: then a tap on a cell shows its letter."),
      h("p", { class: "buttons" }, h("a", { class: "button primary", href: `#/room/${encodeURIComponent(share.game)}?result=${share.share_id}` },
        room?.yours ? `Go on with today’s ${title}` : `Play today’s ${title}`))]
  }
}
