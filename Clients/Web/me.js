// Oneself: a name with a password or without, the token that brings it back elsewhere, and how the page looks.

import { copy, dialog, fill, form, h, toast } from "./dom.js"
import { block } from "./person.js"
import { goalLine } from "./goal.js"
import { applyTheme, theme, themes } from "./theme.js"

const input = (type, name, autocomplete, more) => h("input", { type, name, autocomplete, required: true, spellcheck: "false", autocapitalize: "none", ...more })
const nameField = (more) => input("text", "name", "username", { maxlength: 20, ...more })
const present = (name, more) => input("password", name, "current-password", more)
const future = (more) => input("password", "new-password", "new-password", { minlength: 8, ...more })

export class Me {
  title = "You"
  element = h("section", { class: "me" })
  #line
  #you = null
  #guestName = h("b")
  /// What became of the dailies that the guest had finished before the player logged in.
  #carried = []

  constructor(line) { this.#line = line }

  open() { this.#show() }

  /// What is typed while the line comes back stays.
  known() {
    if (this.#you === this.#line.you) return
    if (this.#line.isNamed || !this.#guestName.isConnected) return this.#show()
    this.#you = this.#guestName.textContent = this.#line.you
  }

  #show() {
    this.#you = this.#line.you
    const blocked = h("ul", { class: "blocked" })
    this.#showBlocked(blocked)
    fill(this.element, h("h1", {}, this.#line.isNamed ? this.#line.you : "You"), this.#line.isNamed ? this.#named() : this.#guest(),
      h("h2", {}, "Look"),
      h("div", { class: "themes", role: "group", "aria-label": "Look" }, themes.map((one) =>
        h("button", { "aria-pressed": one === theme(), onclick: () => { applyTheme(one); this.#show() } }, one))),
      blocked)
  }

  /// Whom one does not want to hear, and how one hears them again.
  async #showBlocked(place) {
    try {
      const { players } = await this.#line.ask("block")
      fill(place, players.map((player) => h("li", {}, `${player} is blocked `,
        h("button", { class: "quiet", onclick: async () => { await block(this.#line, player, false); this.#showBlocked(place) } }, "Hear again"))))
    } catch { /* There is no line, and nothing to show. */ }
  }

  #guest() {
    const line = this.#line
    const [name, password, known, old, token] = [nameField(), future({ required: false }), nameField(), present("password"), present("token")]
    this.#guestName.textContent = line.you
    return [
      h("p", {}, "You play as ", this.#guestName, `. A name keeps your streak, and what you have played as a guest. `,
        h("span", { class: "faint" }, "It is one word: letters and digits, also - _ and ., at most twenty, a letter first.")),
      this.#form("Take this name", { Name: name, "Password, to come back from anywhere (may stay empty)": password },
        () => password.value ? line.register(name.value.trim(), password.value) : line.claim(name.value.trim())),
      h("details", {}, h("summary", {}, "I have been here before"),
        this.#form("Log in", { Name: known, Password: old }, () => this.#comeBack(line.logIn(known.value.trim(), old.value)))),
      h("details", {}, h("summary", {}, "I have a token"), this.#form("Come back", { Token: token }, () => this.#comeBack(line.comeBack(token.value.trim())))),
    ]
  }

  async #comeBack(login) {
    this.#carried = (await login).guest_results ?? []
    this.#show()
  }

  #named() {
    const line = this.#line
    const [old, password, other, shown] = [present("password", { required: false }), future(), nameField({ autocomplete: "off" }), present("password", { required: false })]
    const goal = h("p")
    goalLine(line).then((text) => text && goal.replaceWith(text))
    return [
      goal,
      h("div", { role: "status" }, this.#carried.map(({ message }) => h("p", {}, message))),
      h("p", { class: "buttons" }, h("a", { class: "button primary", href: `#/player/${encodeURIComponent(line.you)}` }, "Statistics and calendar"),
        h("a", { class: "button", href: "#/words" }, "Words to learn")),
      h("details", {}, h("summary", {}, "Another name"), h("p", { class: "faint" }, "What you have played, shared and learnt goes with you; the name that you have now is free again."),
        this.#form("Take this name", { Name: other, "Password, if you have one": shown }, () => line.rename(other.value.trim(), shown.value))),
      h("details", {}, h("summary", {}, "Password"), h("p", { class: "faint" }, "It brings you back from anywhere. A change ends all tokens."),
        this.#form("Keep it", { "Present password, if you have one": old, "New password": password }, async () => {
          await line.setPassword(old.value, password.value)
          this.#show()
        }, "Your password is set")),
      h("details", {}, h("summary", {}, "Token"), h("p", { class: "faint" }, "The token brings you back on another device. Whoever has it is you."),
        h("button", { onclick: () => copy(line.token) }, "Copy my token")),
      h("p", { class: "buttons" }, h("button", { onclick: () => this.#leave() }, "Log out"),
        h("button", { class: "quiet", onclick: () => this.#delete() }, "Delete my account")),
    ]
  }

  #leave() {
    const box = dialog("Log out?", h("p", {}, `This browser forgets ${this.#line.you}. A password brings you back, or a token that you have copied. With neither, ${this.#line.you} and all that you have played and learnt are lost for good.`),
      h("p", { class: "buttons" }, h("button", { type: "button", onclick: () => copy(this.#line.token) }, "Copy my token"),
        h("button", { type: "button", onclick: () => box.close() }, "Not now")),
      this.#form("Log out", {}, async () => { await this.#line.logOut(); box.close() }))
  }

  #delete() {
    const [name, password] = [nameField({ autocomplete: "off" }), present("password", { required: false })]
    const box = dialog("Delete my account?",
      h("p", {}, "Your name, words, results and what you have shared are removed for good. To do it, type your name, and your password if you have one."),
      this.#form("Remove all of it", { Name: name, Password: password }, async () => {
        if (name.value.trim().toLowerCase() !== this.#line.you.toLowerCase()) throw new Error("That is not your name: nothing was removed")
        await this.#line.forget(name.value.trim(), password.value)
        box.close()
      }))
  }

  /// Fields by their labels, and what is done with them.
  #form(button, fields, act, done) {
    return form(button, Object.entries(fields), async () => {
      await act()
      toast(done ?? `You are ${this.#line.you}`, "good")
    })
  }
}
