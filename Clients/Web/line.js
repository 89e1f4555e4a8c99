// The line to the server: one WebSocket message a line. It logs in again and resumes by itself, sends moves whose answers
// were lost once more under their move_id, and hands everything else on as events.

import { Refusal } from "./refusal.js"
import { store } from "./store.js"
import { repeatable } from "./wire.js"

const [pingEvery, pongWithin, longestWait, patience, silence] = [25000, 20000, 15000, 3000, 2000]

export class Line extends EventTarget {
  you = ""
  day = ""
  epoch = ""
  token = store.get("token")
  /// The last game of an arena.
  arenaGame = null
  /// Words that are due today, as far as the server has told.
  due = 0
  state = "connecting"
  /// Whether the server has refused this guest a token, so that a reload makes another guest.
  isRefusedToken = false
  /// Whether the server has refused the token of this browser, which is a guest's now.
  isLoggedOut = false
  /// Whether the server owes an answer, and has said nothing for `silence` milliseconds.
  isSilent = false
  #silence = 0
  /// By room, what `join` or `watch` is sent with again, and the last number heard.
  rooms = new Map()
  /// Names this window among those of the browser.
  #window = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
  #socket = null
  #pending = new Map()
  #replay = null
  #nextID = 1
  #failures = 0
  #timers = []

  constructor(url) {
    super()
    this.url = url
    addEventListener("online", () => this.#retryNow())
    addEventListener("focus", () => this.#shown())
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#shown() })
    // A window that was opened behind another takes the session once somebody looks at it.
    if (document.hidden && this.isInOtherWindow) this.#setState("elsewhere")
    else this.connect()
  }

  /// Whether another window of this browser has connected since this one: a player has one session.
  get isInOtherWindow() { return ![null, this.#window].includes(store.get("window")) }

  connect() {
    // Another window may have claimed a name, or logged out.
    if (this.isInOtherWindow) this.token = store.get("token")
    this.#setState("connecting")
    const early = window.early?.readyState <= WebSocket.OPEN ? window.early : null
    window.early = null
    const socket = early ?? new WebSocket(this.url)
    const hear = (data) => { if (socket === this.#socket) this.#hear(data) }
    this.#socket = socket
    socket.onmessage = ({ data }) => hear(data)
    socket.addEventListener("close", () => { if (socket === this.#socket) this.#lost() })
    // Not before everybody listens.
    queueMicrotask(() => early?.heard.forEach(hear))
  }

  /// Resolves with the answer, or rejects with a Refusal. A request that was under way when the line broke is repeated
  /// only if that is harmless. Where `isMeant` says so by the time there is a line, it is not sent any more.
  ask(type, fields = {}, isMeant = () => true) {
    return new Promise((resolve, reject) => {
      const request = { type, ...fields, id: this.#nextID++ }
      if (request.type === "move") request.move_id ??= `${Date.now().toString(36)}-${request.id}`
      // Where nobody can take over for now, what only reads is answered.
      const isSent = this.state === "open" || this.state === "reading"
      this.#pending.set(request.id, { request, resolve, reject, isMeant, isSent })
      if (isSent) this.#send(request)
    })
  }

  /// Asks for something that nobody wants to be done later, when the line is back.
  async askNow(type, fields) {
    if (this.state !== "open") throw new Refusal({ code: "no_line" })
    return this.ask(type, fields)
  }

  /// Resolves with an answer that has its text for a person, and its links.
  askDrawn(type, fields) {
    if (!this.#isDrawn) this.#draw()
    return this.ask(type, fields)
  }

  /// From now on all that comes over the line has its text.
  #isDrawn = false
  #draw() {
    this.#isDrawn = true
    this.ask("theme", { drawn: true }).catch(() => {})
  }

  /// Enters a room and keeps track of it: after a lost connection it is resumed.
  async enter(room, fields = {}) {
    const joined = await this.ask("join", { room, ...fields })
    const { code, watching } = fields
    this.rooms.set(joined.room, { fields: { ...(code && { code }), ...(watching && { watching }) }, seq: joined.seq })
    this.#emit("message", joined)
    return joined
  }

  leave(room) {
    if (!this.rooms.delete(room)) return
    this.ask("leave", { room }).catch(() => {})
  }

  /// Opens a room. For a practice room the ones before it are left: no page leads back to them, and each of them counts
  /// towards the rooms that a player may own.
  async create(fields) {
    if (fields.mode !== "practice") return this.ask("create", fields)
    const { rooms } = await this.ask("rooms")
    const old = rooms.filter(({ mode }) => mode === "practice").map(({ room }) => room)
    const leaveOld = () => Promise.all(old.map((room) => this.quit(room).catch(() => {})))
    let created
    try { created = await this.ask("create", fields) } catch (refusal) {
      if (refusal.code !== "too_many" || !old.length) throw refusal
      await leaveOld()
      return this.ask("create", fields)
    }
    await leaveOld()
    return created
  }

  /// Leaves a room that this page may not have entered: those of a player are resumed by the login.
  async quit(room) {
    this.rooms.delete(room)
    await this.ask("leave", { room })
  }

  /// Guests are forgotten with their connection unless they have a token: asked for when there is something to lose.
  async keep() {
    if (this.token) return
    try { await this.ask("login") } catch (refusal) {
      // The address has had its share: playing goes on, as long as the page is open.
      this.isRefusedToken = refusal.code === "too_many"
      this.#emit("status")
    }
  }

  /// The games that are played here, by what they are called on the wire.
  games() { return this.#once("", async () => new Map((await this.ask("about")).games.map((game) => [game.id, game]))) }

  /// Moves of a game without details, such as a hint: what is sent, what a button says, and what it costs.
  offers(game) {
    return this.#once(game, async () => ((await this.ask("schema", { of: "move", game })).schema.oneOf ?? []).filter(({ title }) => title)
      .map(({ title, description, required, properties }) => ({ title, description, move: Object.fromEntries(required.map((name) => [name, properties[name].const])) })))
  }

  /// What is asked for once, by name; what was refused is asked for again.
  #once(name, ask) {
    if (!this.#known.has(name)) this.#known.set(name, ask().catch((refusal) => { this.#known.delete(name); throw refusal }))
    return this.#known.get(name)
  }
  #known = new Map()

  get isNamed() { return this.you !== "" && !this.you.startsWith("guest-") }

  /// Who one is, and what brings one back, changes with what is answered, wherever it was asked.
  #becomes({ type, you, token }, request) {
    if (["logout", "forget_me"].includes(type)) return this.#left(you)
    if (!["login", "register", "password", "rename"].includes(type)) return
    this.you = you
    if (token ?? request.token) this.#keepToken(token ?? request.token)
    this.#emit("you")
  }

  /// Keeps the player of this window for all windows of the browser.
  #keepToken(token) {
    this.token = token
    this.isRefusedToken = this.isLoggedOut = false
    store.set("token", token)
    store.set("window", this.#window)
    this.#emit("status")
  }

  /// Nothing of the player stays here: what goes on is a new guest.
  #left(you) {
    this.#keepToken(null)
    this.you = you
    this.due = 0
    this.rooms.clear()
    this.#emit("you")
  }

  #send(message) {
    this.#socket.send(JSON.stringify(message))
    this.#silence ||= setTimeout(() => this.#setSilent(true), silence)
  }

  #setSilent(isSilent) {
    if (this.isSilent === isSilent) return
    this.isSilent = isSilent
    this.#emit("status")
  }

  /// The server has said something, or the connection is gone; what is owed still is waited for anew.
  #endSilence() {
    clearTimeout(this.#silence)
    const isOwed = [...this.#pending.values()].some(({ isSent }) => isSent)
    this.#silence = isOwed ? setTimeout(() => this.#setSilent(true), silence) : 0
    this.#setSilent(false)
  }

  #hear(data) {
    this.#handle(JSON.parse(data))
    this.#endSilence()
  }

  #handle(message) {
    if (message.type === "hello") return this.#greeted(message)
    if (message.type === "closing") return this.#closing(message)
    if (message.type === "takeover") return this.#takeover(message)
    if (message.re === "ping") return this.#after(pingEvery, () => this.#ping())
    if (message.type === "renamed" && message.player === this.you) {
      this.you = message.name
      this.#emit("you")
    }
    if (message.type === "new_day") this.day = message.day
    if (message.type === "due") this.due = message.words
    const track = message.room && this.rooms.get(message.room)
    // A room that is being resumed is described once more, with all that was missed.
    if (track?.isResuming && message.re === undefined) return
    if (track && message.seq !== undefined && !this.#isNews(track, message)) return
    if (this.#replay) return this.#collect(message)
    const pending = this.#pending.get(message.re)
    if (message.type === "replay" && pending && message.count) {
      this.#replay = { ...message, attached: [] }
      return
    }
    // What was too fast was not carried out, and is asked again once the server says so.
    if (pending && message.code === "too_fast" && message.retry_after_ms <= patience) {
      setTimeout(() => { if (this.state === "open" && this.#pending.has(message.re)) this.#send(pending.request) }, message.retry_after_ms)
      return
    }
    if (pending) {
      this.#pending.delete(message.re)
      if (message.type === "error") pending.reject(new Refusal(message))
      else {
        this.#becomes(message, pending.request)
        pending.resolve(message)
      }
    }
    if (message.type !== "error" && !(pending && message.type === "joined")) this.#emit("message", message)
  }

  /// The lines of a replay, which come behind their answer with nothing else in between.
  #collect(line) {
    const replay = this.#replay
    if (replay.attached.push(line) < replay.count) return
    this.#replay = null
    this.#pending.get(replay.re)?.resolve(replay)
    this.#pending.delete(replay.re)
  }

  /// Whether a numbered message has not been heard. Where numbers lack, the room describes itself anew.
  #isNews(track, message) {
    const { type, seq, room, re } = message
    if (type === "joined" || type === "digest") {
      // Of a room that is not recovered the server may count anew.
      track.seq = type === "joined" && !message.recovered ? seq : Math.max(track.seq, seq)
      track.recoveredTo = message.recovered ? seq : undefined
      return true
    }
    if (track.recoveredTo !== undefined && seq <= track.recoveredTo) message.isOld = true
    else if (seq <= track.seq) return re !== undefined
    else if ((message.from ?? seq) > track.seq + 1) this.enter(room, track.fields).catch(() => {})
    track.seq = Math.max(track.seq, seq)
    return true
  }

  async #greeted(hello) {
    const isSame = this.epoch === hello.epoch
    Object.assign(this, { you: hello.you, day: hello.day, epoch: hello.epoch })
    if (hello.protocol !== 1) return this.#setState("outdated")
    this.#failures = 0
    this.state = "open"
    store.set("window", this.#window)
    if (this.#isDrawn) this.#draw()
    for (const track of this.rooms.values()) track.isResuming = true
    if (this.token) {
      try { await this.ask("login", { token: this.token }) } catch (refusal) {
        // A server that is too busy to look at a token has not refused it.
        if (refusal.code !== "bad_token") return this.#socket?.close()
        this.#keepToken(null)
        this.isLoggedOut = true
      }
    }
    for (const [room, track] of this.rooms) {
      const since = isSame ? { since: { epoch: this.epoch, seq: track.seq } } : {}
      this.ask("join", { room, ...track.fields, ...since }).then((joined) => {
        track.isResuming = false
        this.#emit("message", joined)
        this.#sendWaiting()
      }, () => {
        this.rooms.delete(room)
        this.#emit("gone", room)
      })
    }
    this.#sendWaiting()
    this.#setState("open")
    this.#emit("you")
    this.#after(pingEvery, () => this.#ping())
  }

  #sendWaiting() {
    for (const [id, pending] of this.#pending) {
      const { request, isMeant, reject } = pending
      // A move waits for its room, which may have gone on.
      if (pending.isSent || request.type === "move" && this.rooms.get(request.room)?.isResuming) continue
      if (isMeant()) {
        pending.isSent = true
        this.#send(request)
      } else {
        this.#pending.delete(id)
        reject(new Refusal({ code: "gone_on" }))
      }
    }
  }

  /// What has no answer may have been done or not: it is asked once more where that is harmless.
  #forgetUnanswered(isGivenUp = () => false) {
    for (const [id, pending] of this.#pending) {
      if (repeatable.has(pending.request.type) && !isGivenUp(pending.request)) {
        pending.isSent = false
      } else if (pending.isSent) {
        this.#pending.delete(id)
        pending.reject(new Refusal({ code: "lost" }))
      }
    }
  }

  /// The server is several machines, and another one goes on, or is to: this line stays, and its rooms with it.
  #takeover({ state }) {
    if (!["open", "waiting", "reading"].includes(this.state)) return
    if (state !== "resumed") return this.#setState(state)
    this.#replay = null
    this.#forgetUnanswered()
    this.#setState("open")
    this.#sendWaiting()
    this.#after(pingEvery, () => this.#ping())
  }

  /// Sends what shows that the other end is still there; a phone that was asleep learns from it that it is not.
  #ping() {
    this.#send({ type: "ping", id: "ping" })
    this.#after(pongWithin, () => this.#drop())
  }

  /// Gives up a connection on which nothing is answered: the browser would wait a minute for the other end to close it.
  #drop() {
    const socket = this.#socket
    this.#lost()
    socket.close()
  }

  #closing({ reason, back_in_s }) {
    if (reason === "taken_over") {
      this.#disconnected()
      return this.#setState("elsewhere")
    }
    // Not all at once: the others come back as well.
    this.backIn = (back_in_s ?? 1) * 1000 + Math.random() * 250
  }

  #disconnected() {
    this.#timers.forEach(clearTimeout)
    this.#socket = null
    this.#replay = null
    // Rooms that one is in are resumed anyway.
    this.#forgetUnanswered(({ type, room }) => type === "join" && this.rooms.has(room))
    this.#endSilence()
  }

  #lost() {
    this.#disconnected()
    const wait = this.backIn ?? Math.min(longestWait, 400 * 2 ** this.#failures++) * (0.5 + Math.random() / 2)
    this.backIn = undefined
    this.#setState("lost")
    this.#after(wait, () => this.#reconnect())
  }

  /// Connects again, but takes no session from another window while nobody looks at this one.
  #reconnect() {
    if (document.hidden && this.isInOtherWindow) this.#setState("elsewhere")
    else this.connect()
  }

  #retryNow() {
    if (this.state === "lost") this.#after(0, () => this.#reconnect())
    else if (this.state === "open" && this.#socket) this.#ping()
  }

  /// The session moves to the window that somebody turns to, and nowhere by itself: two windows never compete for it.
  #shown() {
    if (!this.isInOtherWindow || this.state === "lost") return this.#retryNow()
    const isOther = store.get("token") !== this.token
    this.token = store.get("token")
    if (this.state === "elsewhere") this.connect()
    else if (this.state === "open" && isOther) this.#socket?.close()
    else this.#retryNow()
  }

  /// One thing at a time is waited for: the next ping, its answer, or the next attempt.
  #after(milliseconds, body) {
    this.#timers.forEach(clearTimeout)
    this.#timers = [setTimeout(body, milliseconds)]
  }

  #setState(state) {
    this.state = state
    this.#emit("state")
  }

  #emit(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })) }
}
