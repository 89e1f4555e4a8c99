// How a game is played, in the server's words: at the first visit, and when it is asked for.

import { button, buttons, dialog, h } from "./dom.js"
import { store } from "./store.js"
import { tiled } from "./tiles.js"

const read = () => store.get("howto") ?? []

/// Whether the player has not seen yet how a game is played.
export const isFirstVisit = (game) => !read().includes(game)

/// What the settings change that a match is played with and that are off as a rule.
async function settingsOf(line, game, settings = {}) {
  const chosen = Object.keys(settings).filter((name) => settings[name] === true)
  if (!chosen.length) return []
  const { schema } = await line.ask("schema", { of: "settings", game })
  return chosen.map((name) => `${name[0].toUpperCase()}${name.slice(1)}: ${schema.properties[name]?.description ?? "on"}.`)
}

/// Shows how a game is played, with the settings of this match, unless the player has gone on meanwhile to where it
/// `isWanted` no more.
export async function showHowTo(line, { game, settings }, isWanted) {
  const [games, { rules }, own] = await Promise.all([line.games(), line.ask("help", { topic: game }), settingsOf(line, game, settings)])
  if (!isWanted() || document.querySelector("dialog:modal")) return
  store.set("howto", [...new Set([...read(), game])])
  const { title, summary } = games.get(game)
  const box = dialog(`${title}: ${summary}`, h("div", { class: "howto", tabindex: "0", role: "group", "aria-label": "Rules" }, [...rules, ...own].map((rule) => h("p", {}, tiled(rule)))),
    buttons(button("Play", () => box.close(), { class: "primary" })))
  box.classList.add("passing")
}
