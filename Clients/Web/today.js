// The first page: today's puzzles and how one stands with each, rooms of others, and one's own.

import { at, button, buttons, confirm, dialog, duration, empty, faint, fill, form, go, h, installButton, link, plural, text, toast } from "./dom.js"
import { mark } from "./mark.js"

/// Names that the server has made up tell people nothing.
export const isMadeUp = (name) => /^(race|together|practice|room|talk|quiz)-[0-9a-f]{4,}$/.test(name)
/// A mode in a word for those who play: in a game with `seats` what is played together is played against each other.
export const modeWord = (mode, seats) => mode === "together" ? (seats ? "match" : "played as one") : mode

export class Today {
  element = h("section", { class: "today" })
  #line
  #about = null
  #rooms = []
  #arenas = []
  #goal = h("div")
  #opponents = h("div")
  #seeks = null
  #timer = 0

  constructor(line) {
    this.#line = line
    this.element.append(empty("…"))
  }

  async open() {
    const since = Date.now()
    // Where they cannot be asked for there are none.
    const arenas = this.#line.ask("arenas").catch(() => ({ arenas: [] }))
    const [about, { rooms }] = await Promise.all([this.#line.ask("about"), this.#line.ask("rooms")])
    const known = (await arenas).arenas
    // Those that are to come or under way, and the last one that is over.
    this.#arenas = known.slice(0, 1 + known.findLastIndex(({ state }) => state !== "over") + 1)
    this.#about = about
    // Before the rest, so that it moves nothing that is about to be tapped.
    await this.#showGoal()
    this.#midnight = since + about.next_day_in_s * 1000
    this.#rooms = rooms
    this.#show()
    // Once what is played is in sight.
    ;(window.requestIdleCallback ?? setTimeout)(() => this.#showOpponents())
    clearInterval(this.#timer)
    this.#timer = setInterval(() => this.#refresh(), 20000)
  }

  #midnight = 0
  close() { clearInterval(this.#timer) }
  newDay() { this.open() }
  known() {
    if (!this.#about) return
    this.#showGoal()
    this.#refresh()
  }

  /// The goal was reached.
  hear({ type, re }) {
    if (re !== undefined) return
    if (type === "goal") this.#showGoal()
    if (type === "pairing" || type === "seek") this.#showOpponents()
  }

  /// Who looks for an opponent; nothing from a server without seeks.
  async #showOpponents() {
    try {
      if (this.#seeks) return await this.#seeks.again()
      this.#seeks = new (await import("./drawn.js")).Drawn(this.#line)
      await this.#seeks.open("seeks")
      fill(this.#opponents, h("h2", {}, "Opponents"), this.#seeks.element)
    } catch {
      fill(this.#opponents)
      this.#seeks = null
    }
  }

  async #showGoal() {
    if (!this.#line.isNamed) return fill(this.#goal)
    // Without a line there is no goal to see.
    try { fill(this.#goal, await (await import("./goal.js")).goalLine(this.#line)) } catch { fill(this.#goal) }
  }

  async #refresh() {
    if (this.#line.state !== "open") return
    this.#showOpponents()
    this.#rooms = (await this.#line.ask("rooms")).rooms
    this.#show()
  }

  #show() {
    const { games, day } = this.#about
    const byName = new Map(this.#rooms.map((room) => [room.room, room]))
    const date = new Date(`${day}T12:00:00Z`).toLocaleDateString("en", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" })
    const played = this.#rooms.filter(({ game, mode }) => game && mode !== "daily")
    const own = played.filter((room) => this.#isOwn(room))
    const others = played.filter((room) => !this.#isOwn(room))
    fill(this.element,
      h("h1", {}, date),
      faint(`New puzzles in ${duration((this.#midnight - Date.now()) / 1000)}`),
      h("ul", { class: "games" }, games.filter((game) => game.modes.includes("daily")).map((game) =>
        this.#game(game, byName.get(game.id)))),
      this.#goal,
      games.some(({ id }) => id === "quiz") && [h("h2", {}, "Quiz"),
        h("ul", { class: "games" }, h("li", {}, h("a", { class: "game", href: "#/quiz" },
          mark("quiz"),
          h("span", {}, h("b", {}, "Make a quiz"), h("small", {}, "For a class or friends, of your own words or a deck")))))],
      own.length > 0 && [h("h2", {}, "Rooms that you are in"),
        h("ul", { class: "rooms" }, own.map((room) => h("li", { class: "own" }, this.#link(room), this.#leaving(room))))],
      this.#arenas.length > 0 && [h("h2", {}, "Arenas"),
        h("ul", { class: "rooms" }, this.#arenas.map((arena) => h("li", {}, this.#arena(arena))))],
      h("h2", {}, "Together"),
      others.length
        ? h("ul", { class: "rooms" }, others.slice(0, 12).map((room) => h("li", {}, this.#link(room))))
        : faint("Nobody else has a room open."),
      buttons(
        button("New race", () => this.#create("race")), button("Play together", () => this.#create("together")),
        button("Practise", () => this.#create("practice")), button("Enter a room", () => this.#enter()),
        link("Past puzzles", "archive"), games.some(({ authored }) => authored) && link("Make a puzzle", "make"),
        link(this.#line.due ? `${plural(this.#line.due, "word")} to repeat` : "Words to learn", "words"),
        link("Leaderboard", "best"), link("Old scores", "scores"), installButton()),
      // Below what is tapped, since it is fetched later.
      this.#opponents)
  }

  /// Whether the player is in a room: no others are told of those with a code and of those for practice.
  #isOwn({ room, mode, open }) { return mode === "practice" || !open || this.#line.rooms.has(room) }

  #link({ room, game, mode, player_count: count, locked }) {
    const isPractice = mode === "practice"
    const words = [!isMadeUp(room) && this.#title(game), modeWord(mode, this.#find(game)?.seats), !isPractice && `${count} here`, locked && "locked"]
    // Who leads a quiz or looks on takes no seat by coming back.
    const page = this.#line.rooms.get(room)?.fields.watching ? "watch" : "room"
    return h("a", { href: at(page, room) }, h("b", {}, isMadeUp(room) ? this.#title(game) : room), " ",
      h("small", {}, words.filter(Boolean).join(" · ")))
  }

  #arena({ code, name, game, state, starts_at_ms, ends_at_ms, players }) {
    const [verb, end] = state === "waiting" ? ["begins", starts_at_ms] : ["ends", ends_at_ms]
    const time = state === "over" ? state : `${verb} in ${duration(Math.max(0, (end - Date.now()) / 1000))}`
    return h("a", { href: at("arena", code) }, h("b", {}, name), " ",
      h("small", {}, [name !== this.#title(game) && this.#title(game), time, plural(players, "player")].filter(Boolean).join(" · ")))
  }

  #leaving({ room, game, mode }) {
    const name = isMadeUp(room) ? this.#title(game) : room
    const leave = async () => {
      await this.#line.quit(room)
      await this.#refresh()
    }
    return button("Leave", () => mode === "practice" ? leave() : confirm(`Leave ${name}?`, "A match that is under way is given up.", "Leave", leave),
      { class: "quiet", "aria-label": `Leave ${name}` })
  }

  #find(id) { return this.#about.games.find((game) => game.id === id) }
  #title(id) { return this.#find(id)?.title ?? id }

  #game(game, room) {
    const yours = room?.yours
    const state = !yours ? "play"
      : yours.state === "playing" ? `playing · ${(yours.notes ?? []).join(" · ")}`
        : `${yours.outcome?.won ? "solved" : "done"}${yours.outcome?.tries ? ` in ${yours.outcome.tries}` : ""}`
    const tile = yours && (yours.state === "playing" ? "elsewhere" : yours.outcome?.won ? "right" : "absent")
    return h("li", {}, h("a", { class: "game", href: at("room", game.id) },
      mark(game.id),
      h("span", {}, h("b", {}, game.title), h("small", {}, game.summary)),
      h("em", { "data-tile": tile || undefined }, state)))
  }

  async #create(mode) {
    let create
    try { ({ create } = await import("./create.js")) } catch { return toast("That takes a connection: try again when there is one", "bad") }
    if (this.element.isConnected) create(this.#line, this.#about.games.filter(({ id, modes }) => modes.includes(mode) && id !== "quiz"), mode)
  }

  #enter() {
    const [name, code] = [text("room", { required: true }), text("code")]
    const box = dialog("Enter a room", form("Come in", [["Room, as it is called where you were invited", name], ["Code, if it has one", code]], () => {
      box.close()
      go("room", name.value.trim(), code.value)
    }))
  }
}
