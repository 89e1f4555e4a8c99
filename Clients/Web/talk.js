// What is said in a room, and who comes and goes.

import { h } from "./dom.js"
import { mayHoldPassword } from "./secrets.js"

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
      h("p", {}, "This may hold a password, so nobody is told. To log in, go to ", h("a", { href: "#/me" }, "You"), "."),
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

  #append(item) {
    this.#list.append(item)
    this.#tell(true)
    while (this.#list.children.length > 200) this.#list.firstChild.remove()
    this.#list.scrollTop = this.#list.scrollHeight
  }
}
