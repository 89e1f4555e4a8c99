// A move as one would type it, for what no gesture says: “hint”, “give up”.

import { mayHoldPassword } from "./secrets.js"
import { dialog, h } from "./dom.js"

/// Asks for a move and hands it to `send`; asks again where it may be a password that was meant for the page about oneself.
export function typeMove(send) {
  const input = h("input", { type: "text", name: "move", required: true, maxlength: 200, autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-label": "Move" })
  const held = h("div", { class: "held", role: "alert" })
  const box = dialog("Type a move", h("form", { class: "ask", onsubmit: (event) => {
    event.preventDefault()
    const text = input.value.trim()
    if (!text) return
    if (!mayHoldPassword(text)) return done(text)
    input.value = ""
    held.replaceChildren(h("p", {}, "This may hold a password, so it was not sent. To log in, go to ", h("a", { href: "#/me" }, "You"), "."),
      h("button", { type: "button", onclick: () => done(text) }, "Send it"))
  } }, h("p", { class: "faint" }, "Such as a word, “hint” or “give up”."), input, held, h("button", { class: "primary" }, "Send")))
  const done = (text) => {
    box.close()
    send(text)
  }
  input.focus()
}
