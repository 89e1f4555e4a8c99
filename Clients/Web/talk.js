// What is said in a room, and who comes and goes.

import { h } from "./dom.js"
import { mayHoldPassword } from "./secrets.js"

/// A remark without the names that a field's cells have on the wire and not on this page.
export const plain = (remark) => remark.replace(/ at [A-Z]+\d+ [A-Z]+\d+/, "")

/// What is noted of an event by its type.
const notes = {
  __proto__: null,
  entered: ({ player, bot, watching }) => `${player}${bot ? " (bot)" : ""} ${watching ? "watches" : "is here"}`,
  left: ({ player, reason }) => `${player} ${reason === "kicked" ? "was sent away" : "has left"}`,
  away: ({ player }) => `${player} is away`,
  back: ({ player }) => `${player} is back`,
  paused: ({ player, paused }) => `${player} ${paused ? "lets it wait" : "goes on"}`,
  stopped: ({ player }) => `${player} stops here`,
  changed: ({ player, round_s }) => `${player} gives each round ${round_s} s`,
  locked: ({ player, locked }) => `${player} ${locked ? "locks the room: nobody new comes in" : "lets others in"}`,
  unkicked: ({ player }) => `${player} may come in again`,
}

export class Talk {
  #list = h("ol", { class: "said", "aria-live": "polite" })
  #hidden = new Map()
  #held = h("div", { class: "held", role: "alert" })

  #isOpen = false
  /// Lines of others that were said while the talk was out of sight.
  unread = 0
  #tell

  #about

  /// `tell` is called with whether there is anything to see: something was said, or the player has opened it. `about` is
  /// called with a speaker and the number of a line, once the speaker's name is tapped.
  constructor(say, tell, about) {
    this.#tell = tell
    this.#about = about
    const input = h("input", { type: "text", maxlength: 500, placeholder: "Say something", "aria-label": "Say something", autocomplete: "off" })
    this.element = h("aside", { class: "talk", "aria-label": "Talk" }, this.#list,
      h("form", { onsubmit: (event) => {
        event.preventDefault()
        const text = input.value.trim()
        if (!text) return
        input.value = ""
        if (mayHoldPassword(text)) return this.#hold(text, say)
        this.#held.replaceChildren()
        say(text)
      } }, input, h("button", {}, "Say")), this.#held)
  }

  /// Asks before something is said that may hold a password, without showing it again.
  #hold(text, say) {
    this.#held.replaceChildren(
      h("p", {}, "This may hold a password, so it was not sent. To log in, go to ", h("a", { href: "#/me" }, "You"), "."),
      h("button", { type: "button", class: "quiet", onclick: () => {
        this.#held.replaceChildren()
        say(text)
      } }, "Say it"))
  }

  get #isInSight() { return this.element.offsetParent !== null }

  clear() {
    this.#list.replaceChildren()
    this.unread = 0
    this.#tell(this.#isOpen)
  }

  open() { if (!this.#isOpen) this.toggle() }

  toggle() {
    this.#isOpen = this.element.classList.toggle("open")
    this.unread = 0
    this.#tell(this.#isOpen || this.#list.children.length > 0)
    if (this.#isOpen) this.element.scrollIntoView({ block: "end", behavior: "smooth" })
  }

  /// Adds a line. Returns whether it is new to a player who does not see the talk; one's own and what may not be read yet
  /// are not.
  add({ seq, player, text, hidden, hidden_from, blocked }, you) {
    if (blocked) return false
    const waiting = this.#hidden.get(seq)
    const content = hidden ? h("i", {}, "shown to you when you have finished") : text
    const item = h("li", { "data-seq": seq, "data-player": player }, h("b", {}, h("button", { type: "button", class: "name", onclick: () => this.#about(player, seq) }, player)), " ", content,
      hidden_from ? h("small", {}, ` hidden from ${hidden_from.join(", ")} until they have finished`) : "")
    if (hidden) this.#hidden.set(seq, item)
    if (waiting) waiting.replaceWith(item)
    else this.#append(item)
    const isUnread = !hidden && player !== you && !this.#isInSight
    this.unread = this.#isInSight ? 0 : this.unread + isUnread
    return isUnread
  }

  /// What a player has said is shown no more, or one line of it.
  takeBack({ player, line }) {
    for (const item of [...this.#list.children]) {
      if (item.dataset.player === player && (line === undefined || Number(item.dataset.seq) === line)) item.remove()
    }
  }

  note(text) { this.#append(h("li", { class: "note" }, text)) }

  noteEvent(message) { if (notes[message.type]) this.note(notes[message.type](message)) }

  /// Says what somebody else has played.
  noteMove({ player, remark, turn }) {
    if (remark) this.note([player, plain(remark)].filter(Boolean).join(" "))
    else if (turn?.tiles) this.note(`${player}: ${turn.tiles}`)
  }

  /// Says how somebody else's match has ended.
  noteEnd({ player, outcome }) {
    if (outcome.result) return this.note(`${player} has ${outcome.place > 1 ? `lost, place ${outcome.place}` : outcome.result}`)
    this.note(`${player} ${outcome.won ? "has it" : "is done"}${outcome.tries ? `, tries: ${outcome.tries}` : ""}`)
  }

  #append(item) {
    this.#list.append(item)
    this.#tell(true)
    while (this.#list.children.length > 200) this.#list.firstChild.remove()
    this.#list.scrollTop = this.#list.scrollHeight
  }
}
