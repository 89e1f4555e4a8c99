// A move as one would type it, for what no gesture says: “hint”, “give up”. What begins with a slash is a command, as at a
// terminal.

import { mayHoldPassword } from "./secrets.js"
import { dialog, h, toast } from "./dom.js"

/// Commands for which there is a page, on which what is typed stays covered.
const accounts = new Set(["login", "name", "register", "password", "logout", "rename", "forget-me"])

/// Carries out a command that was typed in a room: shows what it is answered with, and goes where it leads.
export async function runCommand(line, room, text) {
  if (accounts.has(text.slice(1).split(/\s/u)[0].toLowerCase())) return void (location.hash = "#/me")
  try {
    const answer = await line.ask("command", { room, text })
    if (answer.type === "joined" && answer.room !== room) {
      location.hash = `#/${answer.state === "watching" ? "watch" : "room"}/${encodeURIComponent(answer.room)}${answer.code ? `/${encodeURIComponent(answer.code)}` : ""}`
    } else if (answer.type === "left" && answer.room === room) {
      line.rooms.delete(room)
      location.hash = "#/"
    } else if (answer.drawn) dialog(text, h("pre", { class: "drawn" }, answer.drawn))
  } catch (refusal) { toast(refusal.message, "bad") }
}

/// Asks for a move, or with `begun` a slash for a command, and hands it to `send`; asks again where it may be a password that
/// was meant for the page about oneself.
export function typeMove(send, begun = "") {
  const input = h("input", { type: "text", name: "move", value: begun, required: true, maxlength: 200, autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-label": "Move" })
  const held = h("div", { class: "held", role: "alert" })
  const box = dialog(begun ? "Type a command" : "Type a move", h("form", { class: "ask", onsubmit: (event) => {
    event.preventDefault()
    const text = input.value.trim()
    if (!text) return
    if (!mayHoldPassword(text)) return done(text)
    input.value = ""
    held.replaceChildren(h("p", {}, "This may hold a password, so it was not sent. To log in, go to ", h("a", { href: "#/me" }, "You"), "."),
      h("button", { type: "button", onclick: () => done(text) }, "Send it"))
  } }, h("p", { class: "faint" }, begun ? "Such as /who or /stats; /help lists them all." : "Such as a word, “hint” or “give up”."), input, held, h("button", { class: "primary" }, "Send")))
  const done = (text) => {
    box.close()
    send(text)
  }
  input.focus()
  input.setSelectionRange(begun.length, begun.length)
}
