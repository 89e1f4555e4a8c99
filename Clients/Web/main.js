// The page: which view is shown, how the line is doing, and the keys.

import { Line } from "./line.js"
import { store } from "./store.js"
import { Today } from "./today.js"
import { keepFocus } from "./focus.js"
import { app, ask, button, closeSheets, empty, go, h, hush, toast } from "./dom.js"

// An invitation's address names its room, or a puzzle, in the path, for messengers, and has the room's code behind the #.
const invited = location.pathname.match(/^\/((room|puzzle)\/[^/]+)$/)
if (invited) history.replaceState(null, "", `/#/${invited[1]}${location.hash.replace("#", "/")}`)

const line = new Line(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/line`)
const page = document.getElementById("page")
let view = null
let address = ""
let turns = 0

/// The style sheets of all views but the first. They are fetched at once, and hold up nobody who sees today's puzzles.
let sheets = null
const loadSheets = () => (sheets ??= Promise.all(["board", "pages"].map((name) => new Promise((resolve, reject) => {
  const fail = (error) => {
    sheets = null
    reject(error)
  }
  document.body.append(h("link", { rel: "stylesheet", href: `/web/${name}.css`, onload: resolve, onerror: fail }))
}))))
loadSheets().catch(() => {})

/// The pages by the first word of the address's fragment: each is the class of that name in the module of that name, and
/// gets the other words. They are fetched when they are asked for, or while there is nothing else to do.
const pages = ["room", "wall", "me", "arena", "result", "player", "puzzle", "make", "archive", "leaders", "replay", "words",
  "list", "decks", "quiz", "host", "scores"]
/// Addresses that do not name their page.
const aliases = { watch: "room", best: "leaders", match: "replay" }

async function makeView(name, words) {
  const file = aliases[name] ?? name
  if (!pages.includes(file)) return new Today(line)
  const [module] = await Promise.all([import(`./${file}.js`), loadSheets()])
  const isWatching = name === "watch"
  return new module[file[0].toUpperCase() + file.slice(1)](line, ...isWatching ? [words[0], words[1], true] : words)
}

/// Views that were left not long ago, by their address: whoever comes back finds them as they were, without a line too.
const left = new Map()
const mostLeft = 12
/// Whether a link was followed, which leads to the top of a page; the way back leads to where one was.
let isFollowing = false
/// What could not be shown without a line is tried again with it.
let isMissing = false
/// Whether the view has what it shows: nothing else is fetched before.
let isComplete = false

const decoded = (text) => { try { return decodeURIComponent(text) } catch { return text } }

async function show() {
  const turn = ++turns
  const here = location.hash.replace(/\?.*$/, "")
  // From the page of somebody's result to the puzzle: its end leads back to that result.
  const sent = location.hash.match(/\?result=(\d+)$/)
  if (sent) {
    store.mark("sent", sent[1])
    history.replaceState(null, "", here)
  }
  const [name = "", ...rest] = here.replace(/^#\/?/, "").split("/").map(decoded)
  closeSheets()
  hush()
  const known = left.get(here)
  let next = known
  try {
    next ??= await makeView(name, rest)
  } catch (error) {
    if (turn === turns) miss(error)
    return
  }
  // Somebody has gone on meanwhile.
  if (turn !== turns) return
  leave()
  left.delete(here)
  ;[view, address, isMissing, isComplete] = [next, here, false, false]
  page.replaceChildren(view.element)
  document.body.dataset.view = name || "today"
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === `#/${name}`) link.setAttribute("aria-current", "page")
    else link.removeAttribute("aria-current")
  }
  scrollTo(0, isFollowing ? 0 : view.scroll ?? 0)
  isFollowing = false
  // The link that led here is not what the next Enter is for, and what is read out begins with the page.
  if (turn > 1) page.focus({ preventScroll: true })
  showTitle()
  showState()
  try {
    await view.open?.()
    if (turn === turns) showTitle()
    store.mark("reloaded", null)
  } catch (refusal) {
    if (refusal.code !== "lost") throw refusal
    isMissing = turn === turns
  }
  if (turn !== turns) return
  isComplete = true
  idle(loadRest)
}

const showTitle = () => { document.title = view.title ? `${view.title} · Parlor` : "Parlor" }

/// Leaves the view that is shown, and keeps it for a while unless it has nothing to show.
function leave() {
  if (!view) return
  view.scroll = scrollY
  view.close?.()
  if (!view.isOver) left.set(address, view)
  for (const oldest of [...left.keys()].slice(0, Math.max(0, left.size - mostLeft))) left.delete(oldest)
  view = null
}

/// A view whose module is not here and cannot be fetched. It opens by itself when the line is back.
function miss(error) {
  console.warn(error)
  leave()
  isMissing = true
  address = ""
  page.replaceChildren(empty(...line.state === "open" ? ["This page could not be loaded. ", button("Load it again", () => location.reload())]
    : ["There is no connection, and this page is not here yet. It opens by itself when the connection is back."]))
}

/// Browsers may remember that a module could not be fetched: then loading everything again is what helps, once.
async function tryAgain() {
  isMissing = false
  if (view) return show()
  await show()
  if (isMissing && !store.mark("reloaded") && store.mark("reloaded", true)) location.reload()
}

const idle = (body) => "requestIdleCallback" in window ? requestIdleCallback(body, { timeout: 4000 }) : setTimeout(body, 1500)
let isLoadingRest = false

/// Fetches what else there is, one module at a time, so that every page opens without a line, too.
async function loadRest() {
  if (isLoadingRest || line.state !== "open") return
  isLoadingRest = true
  try {
    for (const file of ["room", "create", "goal", "drawn", ...pages]) await import(`./${file}.js`)
    // Over plain HTTP from elsewhere browsers let no page do so.
    await navigator.serviceWorker?.register("/worker.js")
  } catch { isLoadingRest = false }
}

keepFocus()
history.scrollRestoration = "manual"
addEventListener("hashchange", show)
document.addEventListener("click", (event) => {
  if (event.target.closest("a[href^='#/']")) isFollowing = true
  // The page itself is where it skips to, and no address.
  if (event.target.closest(".skip")) {
    event.preventDefault()
    page.focus()
  }
}, true)

/// By player, the sheets on which they ask for a match.
const asking = new Map()

/// Somebody to play with: who has challenged the player, or whom a seek has found. A challenge stands beside what one does.
async function paired(pairing) {
  const { player, bot, state, room, challenge, own } = pairing
  const who = bot ? `${player} (bot)` : player
  asking.get(player)?.remove()
  asking.delete(player)
  if (state === "playing") {
    closeSheets()
    go("room", room)
  } else if (state === "asked") {
    const accept = async () => paired(await line.ask("accept", { player }))
    const [{ termsOf }, games] = await Promise.all([import("./create.js"), line.games(), loadSheets()])
    asking.set(player, ask(`${who} would play with you`, termsOf(pairing, games), "Play", accept, () => line.ask("decline", { player })))
  } else {
    const waiting = challenge && !own ? `You accept; ${who} is asked whether it may begin now` : `${who} is asked`
    toast({ waiting, declined: `${who} has declined`, expired: `${who} has not accepted in time`, gone: `${who} has left` }[state] ?? `${who} asks no more`)
  }
}
line.addEventListener("message", ({ detail }) => {
  // What those who run the server say, and why a session ends.
  if (detail.type === "announcement") toast(detail.room ? `To ${detail.room}: ${detail.text}` : detail.text)
  if (detail.type === "unsaid") toast(detail.line ? `A line of ${detail.player}'s in ${detail.room} was taken back` : `What ${detail.player} has said in ${detail.room} was taken back`)
  if (detail.type === "goal" && detail.re === undefined) toast(`Goal of the day reached · streak ${detail.streak}`, "good")
  if (detail.type === "error" && detail.re === undefined) toast(detail.message, "bad")
  if (detail.type === "pairing" && detail.re === undefined) paired(detail)
  if (detail.type === "arena_game") {
    line.arenaGame = detail
    paired({ ...detail, state: "playing" })
  }
  // From a game of an arena that is over one comes back to the standing.
  if (detail.type === "left" && detail.reason === "closed" && detail.player === line.you && line.arenaGame?.room === detail.room && view?.name === detail.room) go("arena", line.arenaGame.code)
  if (detail.type === "arena_score" && line.arenaGame) line.arenaGame.isOver = true
  if (detail.type === "arena_score") toast(`Against ${detail.player}: ${detail.result} · ${detail.points} points, place ${detail.place}${detail.paused ? " · paused" : ""}`)
  if (detail.type === "rematch" && detail.re === undefined && view?.name !== detail.room) toast(`${detail.wanted.join(", ")} would play once more in ${detail.room}`)
  // A board that was begun before midnight stays for a while.
  if (detail.type === "new_day" || detail.type === "opened" && detail.re === undefined) view?.newDay?.(detail)
  view?.hear?.(detail)
})
line.addEventListener("gone", ({ detail }) => { if (view?.name === detail) view.open() })
let you = null
line.addEventListener("you", () => {
  document.getElementById("me").textContent = line.isNamed ? line.you : "You"
  // What was shown to somebody else is not shown again.
  if (you !== line.you) left.clear()
  you = line.you
  // Whoever was sent here for a name goes back to the room that asked for it.
  const back = line.isNamed && document.body.dataset.view === "me" && store.mark("back")
  if (back) {
    store.mark("back", null)
    location.hash = back
  }
  view?.known?.()
})

const words = {
  connecting: "Connecting…", lost: "No connection: trying again…", open: "",
  waiting: "One moment: another server is taking over…",
  reading: "No server can take over at present: you can look around, but what you see may be out of date.",
  outdated: "This server speaks another version: load the page again.",
}
const silent = "No answer yet: what you have played counts once the connection is back."
const unkept = "The server gives no more tokens to your network today: if this page is loaded again, your boards and results are lost."

const loggedOut = "You are a guest now: your password was changed elsewhere, or the account is gone. Under You one logs in again."

function showState() {
  const status = document.getElementById("link")
  document.body.dataset.line = line.state
  if (line.state === "elsewhere") {
    status.replaceChildren("The game goes on in another window or on another device: a player is at one place at a time. ",
      button("Play here", () => line.connect()))
  } else {
    const text = words[line.state] || (line.isSilent ? silent : line.isLoggedOut ? loggedOut : line.isRefusedToken ? unkept : "")
    // What is said already is not read out again.
    if (status.textContent !== text) status.textContent = text
  }
  status.hidden = !status.textContent || (line.state === "connecting" && !view)
}

line.addEventListener("status", showState)

line.addEventListener("state", () => {
  showState()
  if (line.state !== "open") return
  if (isMissing) tryAgain()
  else if (isComplete) idle(loadRest)
})

// What the browser offers to install as an app is offered by the page, where there is room for it.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault()
  app.offer = event
  view?.known?.()
})

addEventListener("keydown", (event) => {
  if (event.defaultPrevented) return
  if (event.key === "Escape") return document.querySelector("dialog.beside")?.close()
  if (event.target.matches?.("input, textarea, select")) return
  const sheet = document.querySelector("dialog:modal")
  // Who types goes on without what has opened by itself.
  if (sheet && !(sheet.matches(".passing") && /^\p{L}$/u.test(event.key))) return
  sheet?.close()
  if (view?.key?.(event)) event.preventDefault()
})

addEventListener("unhandledrejection", (event) => {
  if (event.reason?.code) {
    toast(event.reason.message, "bad")
    event.preventDefault()
  }
})

show()
