// A move as one would type it, for what no gesture says: “hint”, “give up”, and all moves of a game that is not pointed at.
// What begins with a slash is a command, as at a terminal.

import { mayHoldPassword } from "./secrets.js"
import { dialog, fill, h } from "./dom.js"

/// Commands for which there is a page, on which what is typed stays covered.
const accounts = new Set(["login", "name", "register", "password", "logout", "rename", "forget-me"])

/// Carries out a command that was typed in a room: shows what it is answered with, and goes where it leads. Resolves with
/// the reason where it was refused.
export async function runCommand(line, room, text) {
  if (accounts.has(text.slice(1).split(/\s/u)[0].toLowerCase())) return void (location.hash = "#/me")
  try {
    const answer = await line.ask("command", { room, text })
    if (answer.type === "joined" && answer.room !== room) {
      location.hash = `#/${answer.state === "watching" ? "watch" : "room"}/${encodeURIComponent(answer.room)}${answer.code ? `/${encodeURIComponent(answer.code)}` : ""}`
    } else if (answer.type === "left" && answer.room === room && answer.player === line.you) {
      line.rooms.delete(room)
      location.hash = "#/"
    } else if (answer.drawn) (await import("./drawn.js")).showTyped(line, text, answer)
  } catch (refusal) { return refusal.message }
}

/// A line in which moves are typed one after the other. What is refused stays in it, with the reason below, and so does
/// what may be a password that was meant for the page about oneself.
export class MoveLine {
  #input = h("input", { type: "text", name: "move", maxlength: 200, autocomplete: "off", autocapitalize: "none", autocorrect: "off", spellcheck: "false",
    enterkeyhint: "send", "aria-describedby": "moveRefusal" })
  #below = h("div", { class: "held", id: "moveRefusal", role: "alert" })
  #label = h("span")
  #send
  #sendNothing
  #isPending = false
  /// Whether the next text was sent before the last one was answered.
  #isAhead = false

  /// `send(text)` resolves with the reason where the text was refused; `sendNothing()` is what Enter alone does.
  constructor(send, sendNothing = () => {}, label = "Your move") {
    this.#send = send
    this.#sendNothing = sendNothing
    this.label = label
    this.element = h("form", { class: "move-line", onsubmit: (event) => {
      event.preventDefault()
      this.#submit()
    } }, h("label", {}, this.#label, this.#input), h("button", { class: "primary" }, "Send"), this.#below)
    // The focus, and with it a phone's keyboard, stays where it is.
    this.element.querySelector("button").addEventListener("pointerdown", (event) => event.preventDefault())
  }

  set label(words) { this.#label.textContent = words }

  get hasFocus() { return this.element.contains(document.activeElement) }

  /// Goes on typing here, behind `begun` where nothing has been typed.
  focus(begun = "") {
    this.#input.value ||= begun
    this.#input.focus({ preventScroll: true })
  }

  #submit() {
    const text = this.#input.value.trim()
    if (!text) return void this.#sendNothing()
    if (this.#isPending) return void (this.#isAhead = true)
    this.#input.value = ""
    if (!mayHoldPassword(text)) return this.#play(text)
    fill(this.#below, h("p", {}, "This may hold a password, so it was not sent. To log in, go to ", h("a", { href: "#/me" }, "You"), "."),
      h("button", { type: "button", onclick: () => this.#play(text) }, "Send it"))
    this.#input.focus()
  }

  async #play(text) {
    if (this.#below.contains(document.activeElement)) this.#input.focus()
    fill(this.#below)
    this.#isPending = true
    const reason = await this.#send(text)
    const isAhead = this.#isAhead
    ;[this.#isPending, this.#isAhead] = [false, false]
    this.#input.setAttribute("aria-invalid", Boolean(reason))
    if (!reason) return isAhead && this.#submit()
    // What somebody has typed meanwhile stays.
    this.#input.value ||= text
    fill(this.#below, h("p", { class: "bad" }, reason))
  }
}

/// Asks for a move in a sheet, or with `begun` a slash for a command, until one is accepted by `send`. `proposed` are moves
/// that the game has besides its tries.
export function typeMove(send, begun = "", proposed = []) {
  const examples = proposed.map((text) => `“${text}”`).join(" or ")
  const line = new MoveLine(async (text) => {
    const reason = await send(text)
    if (!reason) box.close()
    return reason
  }, undefined, begun ? "Such as /who or /stats; /help lists them all" : examples ? `Your move: a try, or ${examples}` : "Your move")
  const box = dialog(begun ? "Type a command" : "Type a move", line.element)
  line.focus(begun)
}
