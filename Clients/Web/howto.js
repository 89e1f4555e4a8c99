// How a game is played, in the server's words: at the first visit, and when it is asked for.

import { button, buttons, characters, dialog, h } from "./dom.js"
import { store } from "./line.js"
import { tileClass, tiled } from "./tiles.js"

const read = () => store.get("howto") ?? []

/// Whether the player has not seen yet how a game is played.
export const isFirstVisit = (game) => !read().includes(game)

const hasTile = (line) => characters(line).some((one) => tileClass(one) !== "other")

/// The lines of a text that was broken for a terminal: a line that ends inside a sentence goes on with the next one, unless
/// that is set apart by spaces, or one of them has tiles.
export function unwrapped(text) {
  const lines = []
  for (const line of text.split("\n").map((line) => line.replace(/^ {2}/, "").trimEnd())) {
    const last = lines.at(-1)
    if (last && line && !/[.:;]$/.test(last) && !line.startsWith(" ") && !hasTile(last) && !hasTile(line)) lines[lines.length - 1] += ` ${line}`
    else lines.push(line)
  }
  return lines.filter(Boolean)
}

/// A text without the clauses that say what to type.
export const untyped = (text) => text.replace(/(^|[.;:] )\s*\/[a-z](?:[^.;:]|[.;:](?! |$))*(?=[.;:] |\.?$)\.?/g, "").replace(/^[.;:] /, "")

/// Shows how a game is played, unless the player has gone on meanwhile to where it `isWanted` no more.
export async function showHowTo(line, game, isWanted) {
  const answer = await line.ask("command", { text: `/help ${game}` })
  if (!isWanted() || document.querySelector("dialog:modal")) return
  const [title, ...rules] = unwrapped(answer.drawn.replace("\n", "\n\n")).map(untyped).filter(Boolean)
  store.set("howto", [...new Set([...read(), game])])
  const box = dialog(title, h("div", { class: "howto", tabindex: "0", role: "group", "aria-label": "Rules" }, rules.map((rule) => h("p", {}, tiled(rule)))),
    buttons(button("Play", () => box.close(), { class: "primary" })))
  box.classList.add("passing")
}
