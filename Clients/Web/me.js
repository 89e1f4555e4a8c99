// Oneself: a name with a password or without, the token that brings it back elsewhere, and how the page looks.

import { Page, button, buttons, choice, copy, dialog, faint, fill, form, h, link, toast } from "./dom.js"
import { block } from "./person.js"
import { goalLine } from "./goal.js"
import { applyTheme, theme, themes } from "./theme.js"

const input = (type, name, autocomplete, more) => h("input", { type, name, autocomplete, required: true, spellcheck: "false", autocapitalize: "none", ...more })
const nameField = (more) => input("text", "name", "username", { maxlength: 20, ...more })
const present = (name, more) => input("password", name, "current-password", more)
const future = (more) => input("password", "new-password", "new-password", { minlength: 8, ...more })

export class Me extends Page {
  #you = null
  #guestName = h("b")
  /// What became of the dailies that the guest had finished before the player logged in.
  #carried = []

  constructor(line) { super(line, "You", "me") }

  open() { this.#show() }

  /// What is typed while the line comes back stays.
  known() {
    if (this.#you === this.line.you) return
    if (this.line.isNamed || !this.#guestName.isConnected) return this.#show()
    this.#you = this.#guestName.textContent = this.line.you
  }

  #show() {
    this.#you = this.line.you
    const blocked = h("ul", { class: "blocked" })
    this.#showBlocked(blocked)
    this.title = this.line.isNamed ? this.line.you : "You"
    const look = choice(Object.fromEntries(themes.map((one) => [one, one])), theme(), (one) => { applyTheme(one); this.#show() })
    this.show(this.line.isNamed ? this.#named() : this.#guest(), h("h2", {}, "Look"), look, blocked)
  }

  /// Whom one does not want to hear, and how one hears them again.
  async #showBlocked(place) {
    try {
      const { players } = await this.line.ask("block")
      fill(place, players.map((player) => h("li", {}, `${player} is blocked `,
        button("Hear again", async () => { await block(this.line, player, false); this.#showBlocked(place) }, { class: "quiet" }))))
    } catch { /* There is no line, and nothing to show. */ }
  }

  #guest() {
    const line = this.line
    const [name, password, known, old, token] = [nameField(), future({ required: false }), nameField(), present("password"), present("token")]
    this.#guestName.textContent = line.you
    return [
      h("p", {}, "You play as ", this.#guestName, `. A name keeps your streak, and what you have played as a guest. `,
        h("span", { class: "faint" }, "It is one word: letters and digits, also - _ and ., at most twenty, a letter first.")),
      this.#form("Take this name", { Name: name, "Password of 8 characters or more, to come back from anywhere (may stay empty)": password },
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
    const line = this.line
    const [old, password, other, shown] = [present("password", { required: false }), future(), nameField({ autocomplete: "off" }), present("password", { required: false })]
    const goal = h("p")
    goalLine(line).then((text) => text && goal.replaceWith(text))
    return [
      goal,
      h("div", { role: "status" }, this.#carried.map(({ message }) => h("p", {}, message))),
      buttons(link("Statistics and calendar", "player", line.you), link("Words to learn", "words")),
      h("details", {}, h("summary", {}, "Another name"), faint("What you have played, shared and learnt goes with you; the name that you have now is free again."),
        this.#form("Take this name", { Name: other, "Password, if you have one": shown }, () => line.rename(other.value.trim(), shown.value))),
      h("details", {}, h("summary", {}, "Password"), faint("It brings you back from anywhere. A change ends all tokens."),
        this.#form("Keep it", { "Present password, if you have one": old, "New password, of 8 characters or more": password }, async () => {
          await line.setPassword(old.value, password.value)
          this.#show()
        }, "Your password is set")),
      h("details", {}, h("summary", {}, "Token"), faint("The token brings you back on another device. Whoever has it is you."),
        button("Copy my token", () => copy(line.token))),
      buttons(button("Log out", () => this.#leave()), button("Delete my account", () => this.#delete(), { class: "quiet" })),
    ]
  }

  #leave() {
    const box = dialog("Log out?", h("p", {}, `This browser forgets ${this.line.you}. A password brings you back, or a token that you have copied. With neither, ${this.line.you} and all that you have played and learnt are lost for good.`),
      buttons(button("Copy my token", () => copy(this.line.token)), button("Not now", () => box.close())),
      this.#form("Log out", {}, async () => { await this.line.logOut(); box.close() }))
  }

  #delete() {
    const [name, password] = [nameField({ autocomplete: "off" }), present("password", { required: false })]
    const box = dialog("Delete my account?",
      h("p", {}, "Your name, words, results and what you have shared are removed for good. To do it, type your name, and your password if you have one."),
      this.#form("Remove all of it", { Name: name, Password: password }, async () => {
        if (name.value.trim().toLowerCase() !== this.line.you.toLowerCase()) throw new Error("That is not your name: nothing was removed")
        await this.line.forget(name.value.trim(), password.value)
        box.close()
      }))
  }

  /// Fields by their labels, and what is done with them.
  #form(button, fields, act, done) {
    return form(button, Object.entries(fields), async () => {
      await act()
      toast(done ?? `You are ${this.line.you}`, "good")
    })
  }
}
