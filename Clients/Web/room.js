// A room: the board, the keyboard, who else is there, and what comes when the game is over.

import { between } from "./between.js"
import { BoardView, isSolved, openRow, outsideBoard, spoken, smallRow, spokenRow } from "./board.js"
import { cheer } from "./cheer.js"
import { Choices, question } from "./choices.js"
import { Entry } from "./entry.js"
import { letGo } from "./focus.js"
import { Heading } from "./heading.js"
import { isFirstVisit, showHowTo } from "./howto.js"
import { keepRoom } from "./keeping.js"
import { Keyboard } from "./keyboard.js"
import { pauseQuiz } from "./leading.js"
import { follow } from "./model.js"
import { Moves } from "./moves.js"
import { News } from "./news.js"
import { Others } from "./others.js"
import { Parts, spokenParts } from "./parts.js"
import { Poll } from "./poll.js"
import { Seats } from "./seats.js"
import { aboutPlayer } from "./person.js"
import { Talk, plain } from "./talk.js"
import { Tally } from "./tally.js"
import { table } from "./table.js"
import { tools } from "./tools.js"
import { result, standings } from "./ending.js"
import { bars } from "./results.js"
import { Nickname, askForCode, invitation, turnedAway } from "./waiting.js"
import { keepSolved } from "./solved.js"
import { MoveLine, runCommand, typeMove } from "./typing.js"
import { animate, button, characters, confirm, dialog, fill, h, pass, toast } from "./dom.js"

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
  #choices = new Choices((text) => this.#moves.send(text))
  #nickname = new Nickname((name) => this.#line.claim(name))
  #tally = new Tally((move) => this.#moves.send(move))
  /// A card waits for no other's answer: by then the hand is another one.
  #fields = new Parts((text) => { if (!this.#moves.isPending) this.#moves.send(text, "card") }, (text) => this.#moves.send(text, "pointer"))
  #talk
  #board
  #keyboard
  #entry
  #moves
  #heading
  #news = new News()
  #moveLine = new MoveLine((text) => this.#typed(text), () => this.#enter())
  /// Whether moves are typed here, since there is nothing on the board to point at or to choose.
  #isTyped = false
  /// One's own last try, where the board has gone on to another word.
  #last = null
  /// The field that has just been completed, while it is looked at; the next one is on the server's board already.
  #completed = null
  /// Whether a move was being typed when the field was completed.
  #isTypingOn = false
  #parts
  /// The room as it stood at the end of the round before, in a race.
  #previous = null

  constructor(line, name, code, watching) {
    this.#line = line
    this.name = name
    this.entrance = { ...(code && { code }), ...(watching && { watching }) }
    this.#board = new BoardView((text) => this.#moves.send(text, "pointer"))
    this.#keyboard = new Keyboard((key) => this.#moves.press(key))
    this.#entry = new Entry(this.#board)
    this.#moves = new Moves(this.#entry, this.#board, {
      isPlaying: () => this.#isPlaying, isLooking: () => Boolean(this.#completed), isAsking: () => Boolean(this.#joined.board?.choices),
      send: (move) => this.#send(move), refuse: (refusal, isShown) => this.#showRefusal(refusal, isShown),
    })
    this.#heading = new Heading(line, name)
    // On a wide window talk has a place of its own, once something has been said.
    this.#talk = new Talk((text) => this.#say(text), (isThere) => this.element.classList.toggle("social", isThere), (player, seq) => this.#about(player, seq))
    this.#parts = table({ heading: this.#heading.element, news: this.#news.element, board: this.#board.element, others: this.#others.element, parts: this.#fields.element,
      seats: this.#seats.element, poll: this.#poll.element, choices: this.#choices.element, tally: this.#tally.element,
      nickname: this.#nickname.element, entry: this.#entry.element, moveLine: this.#moveLine.element, keyboard: this.#keyboard.element })
    this.element = h("section", { class: "room", "aria-labelledby": "roomTitle" }, this.#parts.element, this.#talk.element)
    this.#keyboard.element.hidden = this.#moveLine.element.hidden = true
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
    if (this.#joined.mode === "daily" || this.#isPlaying) this.#showTools()
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
    if (joined.board?.completed?.caption !== this.#completed?.caption) this.#completed = null
    this.#heading.show(joined)
    this.#show(joined.board)
    this.#showEnd()
    this.#heading.showTime(joined)
    if (joined.game) this.#learnGame(joined)
    // Where a clock runs nobody has the time to read.
    const isIdle = ["daily", "practice"].includes(joined.mode) ? this.#isPlaying && this.#board.isUntouched : ["waiting", "watching"].includes(joined.state)
    if (joined.game && !joined.solo && isIdle && isFirstVisit(joined.game)) this.#explain()
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
    const wasOnButton = this.#isOnButton
    this.#showMoved(message, before)
    if (wasOnButton && this.#joined?.solo && !this.#isOnButton) this.#focusNext()
  }

  /// Whether who plays by keys is on a button of the board.
  get #isOnButton() { return [this.#choices.element, this.#parts.tools].some((place) => place.contains(document.activeElement)) }

  /// The button that had the focus has gone with its board: goes on at the one that does what Enter does, else before the
  /// answers, where Enter does it.
  #focusNext() {
    const { gestures, choices } = this.#joined.board ?? {}
    const enter = gestures?.find(({ on }) => on === "enter")?.text
    const button = [...this.#parts.tools.children].find(({ name }) => name && name === enter)
    ;(button ?? (choices ? this.#choices.element : this.#parts.end)).focus({ preventScroll: true })
  }

  #showMoved(message, before) {
    const isMine = message.player === this.#joined?.you || this.#joined?.mode === "together"
    if (isMine) {
      if (message.board?.seats && message.player !== this.#joined.you) this.#showNews(message)
      if (message.board && !message.isOld) {
        // What one is typing is lost only where the row for it is.
        const rows = JSON.stringify(before?.rows)
        if (message.player === this.#joined.you || rows !== JSON.stringify(message.board.rows)) this.#entry.text = ""
        this.#speak(message, before)
        if (message.player === this.#joined.you) this.#last = outsideBoard(message)
        if (message.board.completed) this.#lookAt(message.board.completed)
        else if (this.#completed) this.#showLine()
        else this.#show(message.board, true)
        if (!message.board.completed && message.remark && message.player === this.#joined.you && !message.turn?.tiles) toast(plain(message.remark))
      }
    } else {
      // What was missed is in the boards already that came with the room.
      if (!message.isOld) {
        if (message.board) this.#others.put(message.player, message.board)
        else if (message.turn?.tiles && this.#joined.mode === "race") this.#others.follow(message.player, message.turn.tiles, this.#joined.board)
      }
      this.#talk.noteMove(message)
      this.#others.show(this.#joined.you)
    }
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

  /// Tells those who do not see the board what a move has changed on it.
  #speak(message, before) {
    const { player, board, turn } = message
    const last = outsideBoard(message)
    const words = last ? spokenRow(last) : [spoken(board, before), spokenParts(board, before)].filter(Boolean).join(", ")
    // What time or the owner brings is nobody's move.
    if (words) this.#parts.spoken.textContent = !player || turn?.event || player === this.#joined.you ? words : `${player}: ${words}`
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
      if (outcome.won) this.#board.celebrate()
      if (outcome.won && !message.isOld) cheer()
      const { spoken } = this.#parts
      if (praise) spoken.textContent = [spoken.textContent, praise].filter(Boolean).join(". ")
      this.#showEnd()
      if (!message.isOld) this.#settleFocus()
    }, message.isOld ? 0 : this.#board.turning)
  }

  /// Keys that were meant for the board go on at the result, once no sheet is open.
  #settleFocus() {
    const sheet = document.querySelector("dialog:modal")
    if (sheet) sheet.addEventListener("close", () => this.#settleFocus(), { once: true })
    else if (document.activeElement.matches("body, main")) this.#parts.end.focus({ preventScroll: true })
  }

  on_round(message) {
    // Who reads the rules meanwhile, or the talk, has a board now.
    document.querySelector("dialog.passing")?.close()
    this.#others.clear()
    this.#seats.clear()
    this.#news.clear()
    this.#last = null
    this.#entry.text = ""
    this.#moves.clear()
    this.#completed = null
    this.#heading.show(this.#joined)
    this.#show(message.board)
    this.#showEnd()
    this.#heading.showTime({ ends_in_s: message.ends_in_s })
    if (this.element.isConnected) document.querySelector("main").scrollTop = document.scrollingElement.scrollTop = 0
  }

  on_round_over(message) {
    this.#news.clear()
    this.#showEnd()
    this.#heading.showTime({ next_in_s: message.next_in_s })
  }

  on_digest({ board }) {
    if (board) this.#show(board, true)
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
    this.#others.rename(player, name)
    this.#showPeople()
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
      isHere ? [["Silence", act("mute")], ["Send away", act("kick")], ["Hand the room over", act("hand_over")]] : [])
  }

  /// The daily rooms have dealt new boards.
  newDay() { if (this.#joined?.mode === "daily") this.open() }

  // What is shown.

  #show(board, isMove = false) {
    this.#seats.show(board, this.#joined.you)
    this.#choices.show(this.#completed ? null : board)
    this.#tally.wait(this.#isPlaying ? this.#joined.vote_s : undefined)
    if (this.#completed) return this.#lookAt(this.#completed)
    this.element.classList.toggle("asking", Boolean(board?.choices?.length))
    // After a match against others a board on which nothing stands says nothing.
    const isBlank = board?.seats && !this.#isPlaying && board.rows.every(({ letters, tiles }) => !letters.trim() && !/[^⬜]/u.test(tiles))
    this.#parts.place.hidden = !board?.rows.length || isBlank
    this.#fields.show(board, isMove)
    if (!board) return this.#showLine()
    this.#board.show(board, isMove)
    this.#entry.show()
    const show = () => this.#keyboard.show(board)
    if (isMove) setTimeout(show, this.#board.turning)
    else show()
    this.#showLine()
    this.#others.show(this.#joined.you)
    this.#parts.place.scrollTop = this.#parts.place.scrollHeight
  }

  /// Shows a field that is complete until the player goes on.
  #lookAt(completed) {
    const isNew = this.#completed?.caption !== completed.caption
    this.#completed = completed
    this.#parts.place.hidden = !completed.rows.length
    this.#choices.show(null)
    this.#board.show({ title: this.#joined.board.title, rows: completed.rows, grid: true }, isNew)
    this.#showLine()
  }

  #goOn() {
    this.#completed = null
    this.#show(this.#joined.board)
    if (this.#isTypingOn && !this.#moveLine.element.hidden) this.#moveLine.focus()
    this.#isTypingOn = false
  }

  #showLine() {
    const board = this.#joined.board
    const isPlaying = this.#isPlaying
    const isLooking = isPlaying && this.#completed
    this.#showMoveLine(board)
    this.element.classList.toggle("playing", isPlaying)
    // What a result says stands on its card.
    const words = isPlaying || !this.#joined.share ? [board?.prompt, (board?.notes ?? []).join(" · ")] : []
    const isAsked = Boolean(board?.grid && words[0] && !isLooking)
    this.#parts.line.classList.toggle("asked", isAsked)
    fill(this.#parts.line, ...isLooking
      ? [h("b", { class: "caption" }, this.#completed.caption), h("span", { class: "buttons", style: "justify-content:center" }, button("Go on", () => this.#goOn(), { class: "primary" }),
        this.#completed.actions?.map(({ text, move }) => button(text, () => { this.#goOn(); this.#moves.send(move, "card") })))]
      : question(board) ?? (isAsked ? [h("b", {}, words[0]), words[1]] : [this.#last && smallRow(this.#last), words.filter(Boolean).join(" — ")]))
    const hint = isPlaying && !isLooking && this.#board.isUntouched ? this.#board.hint || this.#fields.hint : ""
    this.#parts.hint.textContent = hint
    this.#parts.hint.hidden = !hint
    // A field of letters is pointed at: on a phone its keyboard would take the field's place.
    const keys = this.#keyboard.element
    const hadFocus = keys.contains(document.activeElement)
    keys.hidden = !isPlaying || !this.#board.takesLetters || (openRow(board) < 0 && this.#board.takesPointer)
    // Who plays by the keys of the page goes on above them.
    if (hadFocus && keys.hidden) this.#parts.end.focus({ preventScroll: true })
    this.#showTools()
  }

  /// The line for moves stays while it is another's turn, when a board that is pointed at has nothing to point at either.
  #showMoveLine(board) {
    if (board && (!board.to_move || board.to_move.includes(this.#joined.you))) {
      this.#isTyped = !board.gestures?.some(({ on }) => on !== "enter") && !board.choices && !board.parts?.some(({ drag, cards = [] }) => drag || cards.some(({ move }) => move))
    }
    this.#moveLine.label = this.#joined.solo ? "Your answer" : "Your move"
    const isHidden = !this.#isPlaying || !this.#isTyped || Boolean(this.#completed)
    if (this.#completed && this.#moveLine.hasFocus) this.#isTypingOn = true
    if (isHidden && this.#moveLine.hasFocus) this.#parts.end.focus({ preventScroll: true })
    this.#moveLine.element.hidden = isHidden
  }

  get #isPlaying() { return this.#joined?.state === "playing" && Boolean(this.#joined.board?.prompt) }

  #showTools() {
    const joined = this.#joined
    // All at once, so that none moves when others come.
    if (joined.game && !joined.offers) return
    const now = { isPlaying: this.#isPlaying, isLooking: Boolean(this.#completed), isTyped: this.#isTyped, unread: this.#talk.unread, hasPrevious: Boolean(this.#previous) }
    this.#parts.tools.replaceChildren(...tools(joined, now, this.#acts))
  }

  #acts = {
    move: (move) => this.#moves.send(move, "card"),
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
  #offer({ title, description, move }) { confirm(title, description, title, () => this.#moves.send(move)) }

  #invite() {
    return pass({ title: `${this.title}: play with ${this.#joined.you}`, url: invitation(this.name, this.#joined.code ?? this.entrance.code) })
  }

  /// The round before, whose result went with the next board.
  #lookBack(room) {
    dialog("Last round", room.standings?.length > 1 && standings(room.standings, room.you, (player) => this.#about(player)), result(this.#line, room))
  }

  #showEnd() {
    const { state, round, mode, you } = this.#joined
    const isNew = state === "waiting" && round === undefined && ["race", "together"].includes(mode)
    this.#nickname.show(isNew && you.startsWith("guest-") ? you : undefined)
    fill(this.#parts.end, between(this.#line, this.#joined, this.#acts))
    this.#showLine()
  }

  async #takeSeat() {
    const { code } = this.#line.rooms.get(this.name)?.fields ?? {}
    await this.#line.enter(this.name, { code })
    this.entrance = { ...this.entrance, watching: false }
  }

  // What the player does.

  /// A key of the page's keyboard or of the computer's. Returns whether it was meant for the board.
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    const control = event.target.closest?.("button, a")
    if (this.#isAwaited(event.key)) return true
    if ([" ", "Enter"].includes(event.key) && !control && !this.#completed && !this.#entry.text && this.#enter()) return true
    // As at a terminal it begins a command, where nothing stands before it.
    if (this.#isPlaying && this.#isTyped && event.key !== " " && characters(event.key).length === 1) {
      // The browser types the key there.
      this.#moveLine.focus()
      return false
    }
    if (event.key === "/" && this.#joined && !this.#entry.text) return Boolean(this.#typeMove("/") ?? true)
    if (this.#completed && [" ", "Enter"].includes(event.key) && !event.target.closest?.("button, a")) return Boolean(this.#goOn() ?? true)
    if (event.key !== "Enter" && event.key !== "Backspace" && characters(event.key).length !== 1) return false
    if (!this.#isPlaying) return false
    if (!this.#completed && this.#choices.take(this.#joined.board, event.key)) return true
    if (!this.#board.takesLetters) return false
    if (control && (event.key === "Enter" || event.key === " ")) return false
    // Who types a word means the board with the Enter after it, and not the button that was used before.
    if (control) letGo()
    this.#moves.press(event.key)
    return true
  }

  /// Whether a key is one for what comes after the awaited answer, in a room where a key is a move: it must neither be
  /// taken for a card that nobody has seen yet, nor begin a text.
  #isAwaited(key) { return Boolean(this.#joined?.solo && this.#moves.isPending && /^([^\p{L}/]|Enter)$/u.test(key)) }

  #typeMove(begun) { typeMove((text) => this.#typed(text), begun, (this.#joined.offers ?? []).map(({ title }) => title.toLowerCase())) }

  /// Carries out what was typed as a whole: a move, or with a slash before it a command; what has a button asks as the
  /// button does. Resolves with the reason where it was refused.
  #typed(text) {
    if (text.startsWith("/")) return runCommand(this.#line, this.name, text)
    const offer = this.#joined.offers?.find((offer) => isMeant(offer, text))
    return offer ? this.#offer(offer) : this.#moves.send(text, "line")
  }

  /// Sends what Enter alone means on the board. Returns whether it means anything.
  #enter() {
    const text = this.#isPlaying && this.#joined.board.gestures?.find(({ on }) => on === "enter")?.text
    if (text) this.#moves.send(text, "card")
    return Boolean(text)
  }

  async #send(move) {
    await this.#line.keep()
    await this.#line.ask("move", { room: this.name, ...(typeof move === "string" ? { text: move } : { move }), puzzle: this.#joined.puzzle })
  }

  /// Shows why a move was refused, unless a line does.
  #showRefusal(refusal, isShown) {
    this.#board.shake()
    if (this.#joined.board?.parts) animate(this.#fields.element, "shake")
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
