// A room: the board, the keyboard, who else is there, and what comes when the game is over.

import { between } from "./between.js"
import { isSolved } from "./board.js"
import { cheer } from "./cheer.js"
import { Heading } from "./heading.js"
import { isFirstVisit, showHowTo } from "./howto.js"
import { keepRoom } from "./keeping.js"
import { pauseQuiz } from "./leading.js"
import { follow, isSameName, isUnnamed } from "./model.js"
import { News } from "./news.js"
import { Others } from "./others.js"
import { PlayArea } from "./playing.js"
import { Poll } from "./poll.js"
import { Seats } from "./seats.js"
import { aboutPlayer } from "./person.js"
import { Talk } from "./talk.js"
import { Tally } from "./tally.js"
import { table } from "./table.js"
import { tools } from "./tools.js"
import { result, standings } from "./ending.js"
import { bars } from "./results.js"
import { Nickname, askForCode, invitation, turnedAway } from "./waiting.js"
import { keepSolved } from "./solved.js"
import { runCommand, typeMove } from "./typing.js"
import { characters, confirm, dialog, fill, h, pass, toast } from "./dom.js"

/// Whether a typed text is a move of the schema that has a title: `give up`, `Give_up`, or another name of it on the wire.
function isMeant({ title, move }, text) {
  const bare = (words) => words.toLowerCase().replace(/[\s_]/g, "")
  return [title, ...Object.keys(move)].some((name) => bare(name) === bare(text))
}

export class Room {
  /// What `join` is sent with besides the room's name.
  entrance
  #line
  #joined = null
  #others = new Others()
  #seats = new Seats()
  #poll = new Poll((type, fields) => this.#ask(type, fields))
  #nickname = new Nickname((name) => this.#line.ask("login", { name: `guest-${name}` }))
  #tally = new Tally((move) => this.#play.send(move))
  #talk
  #heading
  #news = new News()
  #play = new PlayArea({
    joined: () => this.#joined, send: (move) => this.#send(move), typed: (text) => this.#typed(text), type: (text) => this.#typeMove(text),
    isAway: () => this.#line.state !== "open",
    refused: (refusal, isShown) => this.#refused(refusal, isShown), rest: () => this.#rest(), changed: () => this.#showTools(),
  })
  #parts
  /// The room as it stood at the end of the round before, in a race.
  #previous = null

  constructor(line, name, code, watching) {
    this.#line = line
    this.name = name
    this.entrance = { ...(code && { code }), ...(watching && { watching }) }
    this.#heading = new Heading(line, name)
    // On a wide window talk has a place of its own, once something has been said.
    this.#talk = new Talk((text) => this.#say(text), (isThere) => this.element.classList.toggle("social", isThere), (player, seq) => this.#about(player, seq))
    this.#parts = table(this.#play.elements, { heading: this.#heading.element, news: this.#news.element, others: this.#others.element,
      seats: this.#seats.element, poll: this.#poll.element, tally: this.#tally.element, nickname: this.#nickname.element })
    this.element = h("section", { class: "room", "aria-labelledby": "roomTitle" }, this.#parts.element, this.#talk.element)
  }

  get title() { return this.#joined ? this.#heading.title : undefined }

  async open() {
    const fields = this.entrance
    const known = this.#line.rooms.get(this.name)
    try {
      const joined = await this.#line.enter(this.name, { ...known?.fields, ...fields })
      this.name = joined.room
    } catch (refusal) {
      // The room is joined again as soon as there is a line.
      if (refusal.code === "lost" && known) return
      if (refusal.code === "lost") throw refusal
      this.isOver = true
      fill(this.element, refusal.code === "wrong_code" ? askForCode(this.name, Boolean(fields.code)) : turnedAway(this.name, refusal))
    }
  }

  close() {
    this.#heading.stop()
    this.#seats.stop()
    this.#news.clear()
  }

  #sentAway(reason) {
    this.close()
    this.#line.leave(this.name)
    ;[this.#joined, this.isOver] = [null, true]
    fill(this.element, turnedAway(this.name, { message: reason === "closed" ? "This room was closed" : "The owner of this room has sent you away" }))
  }

  // What the server says.

  hear(message) {
    // An address may spell the name in another way.
    if (message.type === "joined" && isSameName(message.room, this.name)) this.name = message.room
    // What happens before one is in stands in the room's description.
    if (message.room !== this.name || (!this.#joined && message.type !== "joined")) return
    if (message.type === "left" && message.player === this.#joined.you) {
      return ["kicked", "closed"].includes(message.reason) ? this.#sentAway(message.reason) : undefined
    }
    const before = this.#joined?.board
    if (message.type === "round" && this.#joined.mode === "race" && this.#joined.share) this.#previous = { ...this.#joined }
    if (this.#joined) follow(this.#joined, message)
    this.#talk.noteEvent(message)
    this[`on_${message.type}`]?.(message, before)
  }

  #showPeople() {
    this.#others.show(this.#joined.you)
    if (this.#joined.mode === "daily" || this.#play.isPlaying) this.#showTools()
    else this.#showEnd()
  }

  on_joined(joined) {
    const isResumed = joined.recovered && this.#joined
    this.#joined = joined
    this.#others.set(joined.boards ?? [])
    if (!isResumed) this.#talk.clear()
    // An open one is told right after this.
    this.#poll.show()
    if (!joined.mode) this.#talk.open()
    this.#heading.show(joined)
    this.#showAround()
    this.#play.open()
    this.#showEnd()
    this.#heading.showTime(joined)
    if (joined.game) this.#learnGame(joined)
    if (joined.game && !joined.solo && this.#hasTime && isFirstVisit(joined.game)) this.#explain()
  }

  /// Whether there is time to read rules: no clock runs, the player is not asked for a name, and does not lead.
  get #hasTime() {
    const { mode, state, owner, you } = this.#joined
    if (mode === "daily" || mode === "practice") return this.#play.isPlaying && this.#play.isUntouched
    return !this.#asksName && (state === "waiting" || (state === "watching" && owner !== you))
  }

  async #explain() {
    await showHowTo(this.#line, this.#joined, () => this.element.isConnected)
  }

  /// Which moves are offered as buttons, and how many a match takes, so that nobody is offered to begin it alone; a shared
  /// board has no seats.
  async #learnGame(joined) {
    const { game, mode } = joined
    const [offers, games] = await Promise.all([this.#line.offers(game).catch(() => []), mode === "together" && this.#line.games().catch(() => undefined)])
    if (games) joined.seats = games.get(game)?.seats ?? null
    Object.assign(joined, { offers, fewest: joined.seats?.[0] })
    if (joined !== this.#joined) return
    this.#heading.showMode()
    this.#showEnd()
  }

  on_moved(message, before) {
    const was = this.#isOnButton && document.activeElement
    this.#showMoved(message, before)
    if (!was || !this.#joined?.solo) return
    // What has been turned over, such as a mark, is still the control in hand.
    const turned = [...this.#parts.tools.children].find(({ name, textContent }) => name && name === was.name && textContent !== was.textContent)
    if (turned) turned.focus({ preventScroll: true })
    else if (!this.#isOnButton) this.#focusNext()
  }

  /// Whether who plays by keys is on a button of the board.
  get #isOnButton() { return [this.#play.elements.choices, this.#parts.tools].some((place) => place.contains(document.activeElement)) }

  /// The button that had the focus has gone with its board: goes on at the one that does what Enter does, else before the
  /// answers, where Enter does it.
  #focusNext() {
    const { gestures, choices } = this.#joined.board ?? {}
    const enter = gestures?.find(({ on }) => on === "enter")?.text
    const button = [...this.#parts.tools.children].find(({ name }) => name && name === enter)
    ;(button ?? (choices ? this.#play.elements.choices : this.#parts.end)).focus({ preventScroll: true })
  }

  #showMoved(message, before) {
    const { mode, you, board } = this.#joined
    if (message.player === you || mode === "together") {
      if (message.board?.seats && message.player !== you) this.#showNews(message)
      if (!message.board || message.isOld) return
      this.#showAround()
      return this.#play.showMove(message, before)
    }
    // What was missed is in the boards already that came with the room.
    if (!message.isOld) {
      if (message.board) this.#others.put(message.player, message.board)
      else if (message.turn?.tiles && mode === "race") this.#others.follow(message.player, message.turn.tiles, board)
    }
    this.#talk.noteMove(message)
    this.#others.show(you)
  }

  /// What somebody else has done in a match against each other: a word that was found, or what the server says of it.
  #showNews(message) {
    const { player, remark, turn = {}, board, isOld } = message
    this.#seats.note(player, turn)
    if (!remark && !isSolved(turn.tiles)) return
    this.#talk.noteMove(message)
    // Where clocks run it changes what one does next.
    if (!isOld && board?.clocks) this.#news.show(message)
  }

  /// Votes for the next move: what leads is played when the time is up, which the board's clock shows.
  on_tally(message) {
    const { board, you } = this.#joined
    if (board) this.#seats.show(Object.assign(board, { ends_in_ms: message.ends_in_ms }), you)
    this.#tally.show(message)
  }

  on_finished(message) {
    if (message.player !== this.#joined.you) return this.#talk.noteEnd(message)
    const { outcome, praise } = message
    if (this.#joined.archive && outcome.won) keepSolved(this.#joined.game, this.#joined.archive)
    setTimeout(() => {
      if (outcome.won) this.#play.celebrate()
      if (outcome.won && !message.isOld) cheer()
      if (praise) this.#play.praise(praise)
      this.#showEnd()
      if (!message.isOld) this.#settleFocus()
    }, message.isOld ? 0 : this.#play.turning)
  }

  /// Keys that were meant for the board go on at the result, once no sheet is open.
  #settleFocus() {
    const sheet = document.querySelector("dialog:modal")
    if (sheet) sheet.addEventListener("close", () => this.#settleFocus(), { once: true })
    else if (document.activeElement.matches("body, main")) this.#rest()
  }

  /// Where the focus goes from what is gone.
  #rest() { this.#parts.end.focus({ preventScroll: true }) }

  on_round(message) {
    // Who reads the rules meanwhile, or the talk, has a board now.
    document.querySelector("dialog.passing")?.close()
    this.#others.clear()
    this.#seats.clear()
    this.#news.clear()
    this.#play.clear()
    this.#heading.show(this.#joined)
    this.#showAround()
    this.#play.show()
    this.#showEnd()
    this.#heading.showTime({ ends_in_s: message.ends_in_s })
    // The button that began it may have the focus on an answer in its place, which the next Enter would give.
    const { choices } = this.#play.elements
    if (choices.contains(document.activeElement)) choices.focus({ preventScroll: true })
    if (this.element.isConnected) document.querySelector("main").scrollTop = document.scrollingElement.scrollTop = 0
  }

  on_round_over(message) {
    this.#news.clear()
    this.#showEnd()
    this.#heading.showTime({ next_in_s: message.next_in_s })
  }

  on_digest({ board }) {
    if (board) {
      this.#showAround()
      this.#play.show(true)
    }
    this.#showPeople()
  }

  on_entered() { this.#showPeople() }

  /// Who has made the puzzle that is played here; at its end how others did.
  on_puzzle(made) {
    const { player, clue, played, results } = this.#joined.made = made
    this.#parts.about.hidden = false
    fill(this.#parts.about, `By ${player}`, clue && [": ", h("b", {}, clue)],
      results && [` · ${results.solved} of ${played} solved it`, bars(results.distribution)])
    this.#showEnd()
  }

  on_poll(poll) { this.#poll.show(poll, [poll.player, this.#joined.owner].includes(this.#joined.you)) }
  on_poll_removed() { this.#poll.show() }

  on_rematch() { this.#showEnd() }

  on_left({ player }) {
    this.#others.remove(player)
    this.#showPeople()
  }

  on_renamed({ player, name }) {
    if (name === this.#joined.you && isUnnamed(name)) {
      this.#isRenamed = true
      toast("The owner of this room asks you for another name", "bad")
    }
    this.#others.rename(player, name)
    this.#showEnd()
  }

  /// Whether the owner has taken the nickname away.
  #isRenamed = false

  /// Whether the player is asked for a nickname: before the first round, or in place of one that was taken away.
  get #asksName() {
    const { state, round, mode, you } = this.#joined
    const isNew = state === "waiting" && round === undefined && (mode === "race" || mode === "together")
    return isUnnamed(you) && (isNew || this.#isRenamed)
  }

  on_said(message) { this.#hearTalk([message]) }
  on_unsaid(message) { this.#talk.takeBack(message) }
  on_talk(message) { this.#hearTalk(message.lines) }
  /// Where the talk is out of sight, the button that opens it counts the lines, and the last one passes by.
  #hearTalk(lines) {
    const unread = lines.filter((line) => this.#talk.add(line, this.#joined.you)).at(-1)
    this.#showTools()
    if (unread && this.element.isConnected) toast(`${unread.player}: ${characters(unread.text).slice(0, 80).join("")}`)
  }

  on_owner({ player }) {
    this.#talk.note(player === this.#joined.you ? "This room is yours now" : `${player} owns this room now`)
    this.#showEnd()
  }

  on_paused(message) {
    this.#heading.showTime(message)
    this.#showEnd()
  }

  on_stopped() {
    this.#heading.showTime({})
    this.#showEnd()
  }

  on_locked() {
    this.#showEnd()
    this.#showTools()
  }

  on_changed({ ends_in_s }) {
    if (ends_in_s !== undefined) this.#heading.showTime({ ends_in_s, paused: this.#joined.paused })
  }

  /// What there is to do about somebody; `seq` is the number of a line of talk.
  #about(player, seq) {
    const { you, owner, players = [] } = this.#joined
    if (player === you) return
    const act = (type, fields) => () => this.#ask(type, { player, ...fields })
    const isHere = owner === you && players.includes(player)
    aboutPlayer(this.#line, player, seq ? { room: this.name, seq } : { room: this.name, player },
      isHere ? [["Mute", act("mute")], ["Send away", act("kick")], ["Hand the room over", act("hand_over")]] : [])
  }

  /// The daily rooms have dealt new boards.
  newDay() { if (this.#joined?.mode === "daily") this.open() }

  // What is shown.

  /// Shows what stands around the board: whose turn it is, the votes for a move, how others get on.
  #showAround() {
    const { board, you, vote_s } = this.#joined
    this.#seats.show(board, you)
    this.#tally.wait(this.#play.isPlaying ? vote_s : undefined)
    this.#others.show(you)
  }

  #showTools() {
    const joined = this.#joined
    const { isPlaying, isLooking, isAsking, isTyped } = this.#play
    this.element.classList.toggle("playing", isPlaying)
    this.element.classList.toggle("asking", isAsking)
    // All at once, so that none moves when others come.
    if (joined.game && !joined.offers) return
    const now = { isPlaying, isLooking, isTyped, unread: this.#talk.unread, hasPrevious: Boolean(this.#previous) }
    this.#parts.tools.replaceChildren(...tools(joined, now, this.#acts))
  }

  #acts = {
    move: (move) => this.#play.send(move),
    offer: (offer) => this.#offer(offer),
    resign: () => confirm("Give up", "The match is lost for you.", "Give up", () => this.#ask("resign")),
    type: () => this.#typeMove(),
    pause: () => pauseQuiz(this.#joined.board, (fields) => this.#ask("pause", fields)),
    skip: () => this.#ask("skip"),
    keep: () => keepRoom(this.#joined, (type, fields) => this.#ask(type, fields)),
    invite: () => this.#invite(),
    poll: () => this.#askEverybody(),
    talk: () => {
      this.#talk.toggle()
      this.#showTools()
    },
    previous: () => this.#lookBack(this.#previous),
    explain: () => this.#explain(),
    start: () => this.#ask("start"),
    again: () => this.#ask("rematch"),
    seat: () => this.#takeSeat(),
    about: (player) => this.#about(player),
  }

  async #askEverybody() {
    const { askFor } = await import("./fields.js")
    await askFor(this.#line, { type: "poll", room: this.name }, ["question", "options"], "Ask everybody", () => {})
  }

  /// Asks before a move that is no try is sent, such as giving up.
  #offer({ title, description, move }) { confirm(title, description, title, () => this.#play.send(move)) }

  #invite() {
    return pass({ title: `${this.title}: play with ${this.#joined.you}`, url: invitation(this.name, this.#joined.code ?? this.entrance.code) })
  }

  /// The round before, whose result went with the next board.
  #lookBack(room) {
    dialog("Last round", room.standings?.length > 1 && standings(room.standings, room.you, (player) => this.#about(player)), result(this.#line, room))
  }

  #showEnd() {
    this.#nickname.show(this.#asksName ? this.#joined.you : undefined)
    fill(this.#parts.end, between(this.#line, this.#joined, this.#acts))
    this.#play.showLine()
  }

  async #takeSeat() {
    const { code } = this.#line.rooms.get(this.name)?.fields ?? {}
    await this.#line.enter(this.name, { code })
    this.entrance = { ...this.entrance, watching: false }
  }

  // What the player does.

  /// A key of the computer's keyboard. Returns whether it was meant for the board.
  key(event) { return this.#play.key(event) }

  #typeMove(begun) { typeMove((text) => this.#typed(text), begun, (this.#joined.offers ?? []).map(({ title }) => title.toLowerCase())) }

  /// Carries out what was typed as a whole: a move, or with a slash before it a command; what has a button asks as the
  /// button does. Resolves with the reason where it was refused.
  #typed(text) {
    if (text.startsWith("/")) return runCommand(this.#line, this.name, text)
    const offer = this.#joined.offers?.find((offer) => isMeant(offer, text))
    return offer ? this.#offer(offer) : this.#play.type(text)
  }

  async #send(move) {
    await this.#line.keep()
    const { board, puzzle } = this.#joined
    // What has no number must not be taken for the answer to a later question.
    const isMeant = puzzle === undefined && board?.choices ? () => this.#joined?.board?.prompt === board.prompt : undefined
    await this.#line.ask("move", { room: this.name, ...(typeof move === "string" ? { text: move } : { move }), puzzle }, isMeant)
  }

  /// Tells why a move was refused, unless a line shows it.
  #refused(refusal, isShown) {
    // Whoever is on another page by now is not told there.
    if (!isShown && this.element.isConnected) toast(refusal.message, "bad")
    // A room of one's own may be gone with the server that had it.
    if (refusal.code === "other_puzzle" || refusal.answer?.what === "room") this.open()
  }

  /// Says something, or carries out a command.
  async #say(text) {
    const reason = text.startsWith("/") && await runCommand(this.#line, this.name, text)
    if (reason) toast(reason, "bad")
    if (text.startsWith("/")) return
    await this.#line.keep()
    await this.#ask("say", { text })
  }

  async #ask(type, fields = {}) {
    try {
      return await this.#line.ask(type, { room: this.name, ...fields })
    } catch (refusal) {
      toast(refusal.message, "bad")
      return undefined
    }
  }
}
