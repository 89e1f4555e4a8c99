// A room: the board, the keyboard, who else is there, and what comes when the game is over.

import { BoardView, miniature, openRow } from "./board.js"
import { Countdown } from "./countdown.js"
import { Keyboard } from "./keyboard.js"
import { Talk } from "./talk.js"
import { copy, result, standings } from "./ending.js"
import { characters, h, toast } from "./dom.js"

export class Room {
  #line
  #joined = null
  #draft = ""
  #isSending = false
  #others = new Map()
  #talk
  #board
  #keyboard
  #countdown = new Countdown()
  #parts = {}

  /// `entrance` is what `join` is sent with besides the room's name: a code, or `how: "watch"`.
  constructor(line, name, entrance = {}) {
    this.#line = line
    this.name = name
    this.entrance = entrance
    this.#board = new BoardView((text) => this.#move(text))
    this.#keyboard = new Keyboard((key) => this.#press(key))
    this.#talk = new Talk((text) => this.#say(text))
    const part = (name, element) => (this.#parts[name] = element)
    this.element = h("section", { class: "room", "aria-labelledby": "roomTitle" },
      h("div", { class: "table" },
        h("h1", { id: "roomTitle" }, part("title", h("span", {}, name)), part("mode", h("small", {}))),
        part("others", h("div", { class: "others", "aria-label": "Others" })),
        this.#board.element,
        part("line", h("p", { class: "prompt", "aria-live": "polite" })),
        part("typed", h("p", { class: "typed", hidden: true })),
        part("end", h("div", { class: "end" })),
        this.#keyboard.element,
        part("tools", h("p", { class: "tools" }))),
      this.#talk.element)
  }

  async open() {
    const { how = "join", ...fields } = this.entrance
    const known = this.#line.rooms.get(this.name)
    try {
      const joined = await this.#line.enter(this.name, known?.how ?? how, { ...known?.fields, ...fields })
      this.name = joined.room
    } catch (refusal) {
      if (refusal.code === "wrong_code") return this.#askForCode()
      this.element.replaceChildren(h("p", { class: "empty" }, refusal.message, " ", h("a", { href: "#/" }, "Back to today")))
    }
  }

  close() { this.#countdown.stop() }

  // What the server says.

  hear(message) {
    // What happens before one is in stands in the room's description.
    if (message.room !== this.name || (!this.#joined && message.type !== "joined")) return
    const hear = this[`on_${message.type}`]
    hear?.call(this, message)
  }

  on_joined(joined) {
    const isResumed = joined.recovered && this.#joined
    this.#joined = joined
    this.#others = new Map((joined.boards ?? []).map(({ player, board }) => [player, board]))
    if (!isResumed) this.#talk.clear()
    this.#parts.title.textContent = joined.board?.title ?? joined.room
    this.#show(joined.board)
    this.#showEnd()
    this.#clock(joined.ends_in_s, "ends in")
  }

  on_moved(message) {
    const isMine = message.player === this.#joined?.you || this.#joined?.mode === "together"
    if (isMine) {
      if (message.board && !message.isOld) {
        this.#joined.board = message.board
        this.#joined.state = message.board.prompt ? "playing" : this.#joined.state
        this.#draft = ""
        this.#show(message.board, true)
        if (message.board.completed) toast(message.board.completed.caption, "good")
      }
      if (message.remark && message.player === this.#joined.you && !message.turn?.tiles) toast(message.remark)
    } else {
      // What was missed is in the boards already that came with the room.
      if (!message.isOld) {
        if (message.board) this.#others.set(message.player, message.board)
        else if (message.turn?.tiles && this.#joined.mode === "race") this.#follow(message.player, message.turn.tiles)
      }
      if (message.remark) this.#talk.note(`${message.player} ${message.remark}`)
      else if (message.turn?.tiles) this.#talk.note(`${message.player}: ${message.turn.tiles}`)
      this.#showOthers()
    }
  }

  on_finished(message) {
    if (message.player !== this.#joined?.you) {
      this.#talk.note(`${message.player} ${message.outcome.won ? "has it" : "is done"}${message.outcome.tries ? `, tries: ${message.outcome.tries}` : ""}`)
      return
    }
    Object.assign(this.#joined, { state: "finished", outcome: message.outcome, share: message.share,
      next_day_in_s: message.next_day_in_s })
    setTimeout(() => {
      if (message.outcome.won) this.#board.celebrate()
      if (message.praise) toast(message.praise, "good")
      this.#showEnd()
    }, message.isOld ? 0 : this.#board.turning)
  }

  on_round(message) {
    Object.assign(this.#joined, { state: this.#joined.state === "watching" ? "watching" : "playing", board: message.board,
      round: message.n, outcome: undefined, share: undefined, standings: undefined, next_in_s: undefined })
    this.#others.clear()
    this.#draft = ""
    this.#parts.title.textContent = message.board?.title ?? this.name
    this.#show(message.board)
    this.#showEnd()
    this.#clock(message.ends_in_s, "ends in")
  }

  on_round_over(message) {
    Object.assign(this.#joined, { standings: message.standings, solution: message.solution, next_in_s: message.next_in_s,
      state: this.#joined.state === "watching" ? "watching" : "waiting" })
    this.#showEnd()
    this.#clock(message.next_in_s, "next round in")
  }

  on_said(message) { this.#talk.add(message) }
  on_talk(message) { for (const said of message.lines) this.#talk.add(said) }
  on_entered({ player, watching }) {
    this.#change("players", (players) => watching ? players : [...players.filter((name) => name !== player), player])
    this.#talk.note(`${player} ${watching ? "watches" : "is here"}`)
  }
  on_left({ player, reason }) {
    if (player === this.#joined.you) return
    this.#change("players", (players) => players.filter((name) => name !== player))
    this.#others.delete(player)
    this.#talk.note(`${player} ${reason === "kicked" ? "was sent away" : "has left"}`)
    this.#showOthers()
  }
  on_away({ player }) { this.#talk.note(`${player} is away`) }
  on_back({ player }) { this.#talk.note(`${player} is back`) }
  on_owner({ player }) {
    this.#joined.owner = player
    this.#showEnd()
  }
  on_renamed({ player, name }) {
    if (player === this.#joined.you) this.#joined.you = name
    this.#change("players", (players) => players.map((other) => (other === player ? name : other)))
    const board = this.#others.get(player)
    if (board) {
      this.#others.delete(player)
      this.#others.set(name, board)
      this.#showOthers()
    }
  }

  /// The daily rooms have dealt new boards.
  newDay() { if (this.#joined?.mode === "daily") this.open() }

  #change(field, body) {
    this.#joined[field] = body(this.#joined[field] ?? [])
    this.#showTools()
  }

  // What is shown.

  #show(board, isMove = false) {
    this.#board.element.hidden = !board
    if (!board) return this.#showOthers()
    this.#board.show(board, isMove)
    this.#board.draft = this.#draft
    const show = () => this.#keyboard.show(board)
    if (isMove) setTimeout(show, this.#board.turning)
    else show()
    this.#showLine()
    this.#showOthers()
  }

  #showLine() {
    const board = this.#joined.board
    const isPlaying = this.#isPlaying
    this.#parts.line.textContent = [board?.prompt, (board?.notes ?? []).join(" · ")].filter(Boolean).join(" — ")
    // A field of letters is pointed at: on a phone its keyboard would take the field's place.
    this.#keyboard.element.hidden = !isPlaying || !this.#board.takesLetters || openRow(board) < 0
    this.#showTools()
  }

  get #isPlaying() { return this.#joined?.state === "playing" && Boolean(this.#joined.board?.prompt) }

  #showTools() {
    const { players = [], mode } = this.#joined
    const tools = []
    if (this.#isPlaying) tools.push(h("button", { class: "quiet", onclick: () => this.#typeMove() }, "Type a move"))
    if (mode && mode !== "daily") tools.push(h("button", { class: "quiet", onclick: () => copy(this.#invitation) }, "Copy invitation"))
    tools.push(h("button", { class: "quiet", onclick: () => this.#talk.toggle() },
      mode ? `Talk · ${players.length} here` : `${players.length} here`))
    this.#parts.tools.replaceChildren(...tools)
  }

  /// The address that brings others here. The code stands behind the `#`, which browsers send to nobody.
  get #invitation() {
    const code = this.#joined.code ?? this.entrance.code
    return `${location.origin}/#/room/${encodeURIComponent(this.name)}${code ? `/${encodeURIComponent(code)}` : ""}`
  }

  #follow(player, tiles) {
    const board = this.#others.get(player)
    const rows = (board?.rows ?? []).filter((row) => /[^⬜]/u.test(row.tiles))
    const empty = (this.#joined.board?.rows ?? []).map((row) => ({ letters: "", tiles: "⬜".repeat(characters(row.tiles).length) }))
    this.#others.set(player, { rows: [...rows, { letters: "", tiles }, ...empty.slice(rows.length + 1)] })
  }

  #showOthers() {
    this.#parts.others.replaceChildren(...[...this.#others].filter(([player]) => player !== this.#joined.you)
      .slice(0, 12).map(([player, board]) => h("figure", {}, miniature(board), h("figcaption", {}, player))))
  }

  #showEnd() {
    const joined = this.#joined
    const parts = []
    if (joined.standings) parts.push(standings(joined.standings, joined.you))
    if (joined.state === "finished" && joined.share) parts.push(result(this.#line, joined))
    const mayStart = joined.owner === joined.you && ["waiting", "finished"].includes(joined.state) && joined.mode !== "daily"
    if (mayStart) {
      parts.push(h("button", { class: "primary", onclick: () => this.#ask("start") },
        joined.round || joined.outcome ? "Next round" : "Start"))
    } else if (joined.state === "waiting" && !joined.next_in_s) {
      parts.push(h("p", { class: "faint" }, `${joined.owner ?? "The owner"} begins the next round.`))
    }
    this.#parts.end.replaceChildren(...parts)
    this.#showLine()
  }

  #clock(seconds, words) {
    const mode = [this.#joined.mode, this.#joined.code && `code ${this.#joined.code}`].filter(Boolean).join(" · ")
    this.#countdown.start(seconds, (left) => { this.#parts.mode.textContent = left ? `${mode} · ${words} ${left}` : mode })
  }

  // What the player does.

  /// A key of the page's keyboard or of the computer's. Returns whether it was meant for the board.
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    if (event.key !== "Enter" && event.key !== "Backspace" && characters(event.key).length !== 1) return false
    if (!this.#isPlaying || !this.#board.takesLetters) return false
    if (event.key === "Enter" && event.target.closest?.("button, a")) return false
    this.#press(event.key)
    return true
  }

  #press(key) {
    if (!this.#isPlaying || this.#isSending) return
    if (key === "Enter") return this.#draft && this.#move(this.#draft)
    const before = this.#draft
    if (key === "Backspace") this.#draft = characters(this.#draft).slice(0, -1).join("")
    else if (characters(this.#draft).length < Math.min(this.#board.width, 40)) this.#draft += key.toLowerCase()
    if (before === this.#draft) return
    this.#board.draft = this.#draft
    const isOnBoard = openRow(this.#joined.board) >= 0
    this.#parts.typed.hidden = isOnBoard || this.#draft === ""
    this.#parts.typed.textContent = this.#draft.toUpperCase()
  }

  async #move(text) {
    if (this.#isSending) return
    this.#isSending = true
    const before = this.#draft
    try {
      await this.#line.keep()
      await this.#line.ask("move", { room: this.name, text, puzzle: this.#joined.puzzle })
      this.#parts.typed.hidden = true
      // An answer that comes a second time, after the line was lost, changes no board: that came with the room.
      if (this.#draft === before) this.#board.draft = this.#draft = ""
    } catch (refusal) {
      this.#board.shake()
      toast(refusal.message, "bad")
      if (refusal.code === "other_puzzle") this.open()
      if (this.#joined.board) this.#board.draft = this.#draft = before === text ? before : this.#draft
    } finally {
      this.#isSending = false
    }
  }

  #typeMove() {
    const text = prompt("A move as one would type it, such as a word, “hint” or “give up”")
    if (text?.trim()) this.#move(text.trim())
  }

  async #say(text) {
    await this.#line.keep()
    return this.#ask("say", { text })
  }

  async #ask(type, fields = {}) {
    try {
      return await this.#line.ask(type, { room: this.name, ...fields })
    } catch (refusal) {
      toast(refusal.message, "bad")
      return undefined
    }
  }

  #askForCode() {
    const input = h("input", { name: "code", required: true, autocomplete: "off", "aria-label": "Code" })
    this.element.replaceChildren(h("form", { class: "card ask", onsubmit: (event) => {
      event.preventDefault()
      location.hash = `#/room/${encodeURIComponent(this.name)}/${encodeURIComponent(input.value)}`
    } }, h("h1", {}, this.name), h("p", {}, "This room asks for a code."), input, h("button", { class: "primary" }, "Come in")))
  }
}
