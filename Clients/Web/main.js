// The page: which view is shown, how the line is doing, and the keys.

import { Line } from "./line.js"
import { Today } from "./today.js"
import { applyTheme } from "./theme.js"
import { h, toast } from "./dom.js"

applyTheme()

const line = new Line(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/line`)
const page = document.getElementById("page")
let view = null
let turns = 0

/// The views by the first word of the address's fragment. All but the first are fetched when they are asked for; the board
/// is what comes next, and is there by then.
const views = {
  "": async () => new Today(line),
  room: async ([name, code]) => new (await import("./room.js")).Room(line, name, code ? { code } : {}),
  watch: async ([name, code]) => new (await import("./room.js")).Room(line, name, { how: "watch", ...(code ? { code } : {}) }),
  wall: async ([player, other]) => new (await import("./wall.js")).Wall(line, [player, other].filter(Boolean)),
  me: async () => new (await import("./me.js")).Me(line),
  player: async ([name]) => new (await import("./player.js")).Player(line, name),
  best: async ([game]) => new (await import("./leaders.js")).Leaders(line, game),
  match: async ([match]) => new (await import("./replay.js")).Replay(line, match),
  words: async ([language]) => new (await import("./words.js")).Words(line, language),
  scores: async () => new (await import("./scores.js")).Scores(line),
}

async function show() {
  const [name = "", ...rest] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent)
  const make = views[name] ?? views[""]
  const turn = ++turns
  const next = await make(rest)
  // Somebody has gone on meanwhile.
  if (turn !== turns) return next.close?.()
  view?.close?.()
  view = next
  page.replaceChildren(view.element)
  document.body.dataset.view = name || "today"
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === `#/${name}`) link.setAttribute("aria-current", "page")
    else link.removeAttribute("aria-current")
  }
  scrollTo(0, 0)
  document.title = view.title ? `${view.title} · Parlor` : "Parlor"
  await view.open?.()
}

addEventListener("hashchange", show)
line.addEventListener("message", ({ detail }) => {
  if (detail.type === "new_day") view?.newDay?.(detail)
  view?.hear?.(detail)
})
line.addEventListener("gone", ({ detail }) => { if (view?.name === detail) view.open() })
line.addEventListener("you", () => {
  document.getElementById("me").textContent = line.isNamed ? line.you : "You"
  view?.known?.()
})

const words = {
  connecting: "Connecting…", lost: "No connection: trying again…", open: "",
  outdated: "This server speaks another version: load the page again.",
}
line.addEventListener("state", () => {
  const status = document.getElementById("link")
  document.body.dataset.line = line.state
  if (line.state === "elsewhere") {
    status.replaceChildren("You are playing in another window. ",
      h("button", { onclick: () => line.connect() }, "Play here"))
  } else {
    status.textContent = words[line.state] ?? ""
  }
  status.hidden = line.state === "open" || (line.state === "connecting" && !view)
})

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || document.querySelector("dialog[open]")) return
  if (event.target.matches?.("input, textarea, select")) return
  if (view?.key?.(event)) event.preventDefault()
})

addEventListener("unhandledrejection", (event) => {
  if (event.reason?.code) {
    toast(event.reason.message, "bad")
    event.preventDefault()
  }
})

show()
setTimeout(() => import("./room.js").catch(() => {}), 1500)
