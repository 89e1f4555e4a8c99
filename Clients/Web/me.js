// Oneself: a name, the token that brings it back elsewhere, and how the page looks.

import { copy } from "./ending.js"
import { fill, h, toast } from "./dom.js"
import { applyTheme, theme, themes } from "./theme.js"

export class Me {
  title = "You"
  element = h("section", { class: "me" })
  #line

  constructor(line) { this.#line = line }

  open() { this.known() }

  known() {
    const line = this.#line
    const name = h("input", { type: "text", name: "name", required: true, maxlength: 20, autocomplete: "username", spellcheck: "false", autocapitalize: "none" })
    const token = h("input", { type: "password", name: "token", required: true, autocomplete: "current-password" })
    fill(this.element, h("h1", {}, line.isNamed ? line.you : "You"),
      line.isNamed
        ? h("p", { class: "buttons" }, h("a", { class: "button primary", href: `#/player/${encodeURIComponent(line.you)}` }, "Statistics and calendar"),
            h("button", { onclick: () => copy(line.token) }, "Copy my token"))
        : [h("p", {}, `You play as ${line.you}. A name keeps your streak, and what you have played as a guest.`),
            this.#form("Take this name", "Name", name, () => line.claim(name.value.trim()))],
      line.isNamed && h("p", { class: "faint" }, "The token brings you back on another device. Whoever has it is you."),
      h("details", {}, h("summary", {}, "I have a token"), this.#form("Come back", "Token", token, () => line.comeBack(token.value.trim()))),
      h("h2", {}, "Look"),
      h("div", { class: "themes", role: "group", "aria-label": "Look" }, themes.map((one) =>
        h("button", { "aria-pressed": one === theme(), onclick: () => { applyTheme(one); this.known() } }, one))))
  }

  #form(button, label, input, act) {
    return h("form", { class: "ask", onsubmit: async (event) => {
      event.preventDefault()
      try {
        await act()
        toast(`You are ${this.#line.you}`, "good")
      } catch (refusal) { toast(refusal.message, "bad") }
    } }, h("label", {}, label, input), h("button", { class: "primary" }, button))
  }
}
