// Where one plays: the board with what is typed on it, further grids and cards, answers to choose from, keys, and a line
// for typed moves.

import { BoardView, openRow, outsideBoard, spoken, smallRow, spokenRow } from "./board.js"
import { Choices, question } from "./choices.js"
import { Entry } from "./entry.js"
import { letGo } from "./focus.js"
import { Keyboard } from "./keyboard.js"
import { Moves } from "./moves.js"
import { Parts, spokenParts } from "./parts.js"
import { plain } from "./talk.js"
import { MoveLine } from "./typing.js"
import { animate, button, characters, fill, h, toast } from "./dom.js"

export class PlayArea {
  #room
  #board = new BoardView((text) => this.#moves.send(text, "pointer"))
  #keyboard = new Keyboard((key) => this.#moves.press(key))
  #choices = new Choices((text) => this.#choose(text))
  /// A card waits for no other's answer: by then the hand is another one.
  #fields = new Parts((text) => { if (!this.#moves.isPending) this.#moves.send(text, "card") }, (text) => this.#moves.send(text, "pointer"))
  #entry = new Entry(this.#board)
  #moves = new Moves(this.#entry, this.#board, {
    isPlaying: () => this.isPlaying, isLooking: () => this.isLooking, isAsking: () => Boolean(this.#joined.board?.choices),
    send: (move) => this.#room.send(move), refuse: (refusal, isShown) => this.#refuse(refusal, isShown),
  })
  #moveLine = new MoveLine((text) => this.#room.typed(text), () => this.#enter())
  /// One's own last try, where the board has gone on to another word.
  #last = null
  /// The field that has just been completed, while it is looked at; the next one is on the server's board already.
  #completed = null
  /// Whether a move was being typed when the field was completed.
  #isTypingOn = false
  /// Whether moves are typed here, since there is nothing on the board to point at or to choose.
  isTyped = false

  elements = {
    place: h("div", { class: "place" }, this.#board.element), fields: this.#fields.element,
    line: h("p", { class: "prompt", "aria-live": "polite" }, "…"), spoken: h("p", { class: "spoken", role: "status" }),
    choices: this.#choices.element, hint: h("p", { class: "hint faint", hidden: true }), entry: this.#entry.element,
    moveLine: this.#moveLine.element, keyboard: this.#keyboard.element,
  }

  /// `room` is what is played in: `joined()` is its description, `send(move)` sends a move and `typed(text)` what was typed
  /// as a whole, `type(text)` asks for a move that begins so; `refused(refusal, isShown)` is called after a refusal,
  /// `rest()` where the focus has nowhere to stay, `isAway()` whether there is no connection, and `changed()` when something else is shown.
  constructor(room) {
    this.#room = room
    this.#keyboard.element.hidden = this.#moveLine.element.hidden = true
  }

  get #joined() { return this.#room.joined() }

  get isPlaying() { return this.#joined?.state === "playing" && Boolean(this.#joined.board?.prompt) }
  /// Whether a completed field is looked at.
  get isLooking() { return Boolean(this.#completed) }
  get isAsking() { return !this.#completed && Boolean(this.#joined.board?.choices?.length) }
  get isUntouched() { return this.#board.isUntouched }
  /// How long the last move is seen to turn, in milliseconds.
  get turning() { return this.#board.turning }

  celebrate() { this.#board.celebrate() }

  /// A round begins: what was typed was for the board before.
  clear() {
    [this.#last, this.#completed] = [null, null]
    this.elements.spoken.textContent = ""
    this.#entry.text = ""
    this.#moves.clear()
  }

  // What is shown.

  /// Shows the board of the description, after a move or as it was found.
  show(isMove = false) {
    const { board } = this.#joined
    this.#choices.show(this.#completed ? null : board)
    if (this.#completed) return this.#lookAt(this.#completed)
    // After a match against others a board on which nothing stands says nothing.
    const isBlank = board?.seats && !this.isPlaying && board.rows.every(({ letters, tiles }) => !letters.trim() && !/[^⬜]/u.test(tiles))
    this.elements.place.hidden = !board?.rows.length || isBlank
    this.#fields.show(board, isMove)
    if (!board) return this.showLine()
    this.#board.show(board, isMove)
    this.#entry.show()
    const show = () => this.#keyboard.show(board)
    if (isMove) setTimeout(show, this.#board.turning)
    else show()
    this.showLine()
    this.elements.place.scrollTop = this.elements.place.scrollHeight
  }

  /// Shows the description again, on joining; a field that was looked at stays if the board still tells of it.
  open() {
    if (this.#joined.board?.completed?.caption !== this.#completed?.caption) this.#completed = null
    this.show()
  }

  /// Shows a move on this board, which was `before`.
  showMove({ player, board, turn, remark }, before) {
    const { you } = this.#joined
    // What one is typing is lost only where the row for it is.
    if (player === you || JSON.stringify(before?.rows) !== JSON.stringify(board.rows)) this.#entry.text = ""
    this.#speak({ player, board, turn }, before)
    if (player === you) this.#last = outsideBoard({ board, turn })
    if (board.completed) return void this.#lookAt(board.completed)
    if (player === you && remark && !turn?.tiles) toast(plain(remark))
    if (this.#completed) this.showLine()
    else this.show(true)
  }

  /// Tells those who do not see the board what a move has changed on it.
  #speak({ player, board, turn }, before) {
    const last = outsideBoard({ board, turn })
    const words = last ? spokenRow(last) : [spoken(board, before), spokenParts(board, before)].filter(Boolean).join(", ")
    // What time or the owner brings is nobody's move.
    if (words) this.elements.spoken.textContent = !player || turn?.event || player === this.#joined.you ? words : `${player}: ${words}`
  }

  /// Tells them of how it ended, after what was told of the last move.
  praise(words) {
    const { spoken } = this.elements
    spoken.textContent = [spoken.textContent, words].filter(Boolean).join(". ")
  }

  /// Shows a field that is complete until the player goes on.
  #lookAt(completed) {
    const isNew = this.#completed?.caption !== completed.caption
    this.#completed = completed
    this.elements.place.hidden = !completed.rows.length
    this.#choices.show(null)
    this.#board.show({ title: this.#joined.board.title, rows: completed.rows, grid: true }, isNew)
    this.showLine()
  }

  #goOn() {
    this.#completed = null
    this.show()
    if (this.#isTypingOn && !this.#moveLine.element.hidden) this.#moveLine.focus()
    this.#isTypingOn = false
  }

  /// Shows what is asked, what can be done about it, and with which keys.
  showLine() {
    const { board, share } = this.#joined
    const isLooking = this.isPlaying && this.isLooking
    this.#showMoveLine(board)
    // What a result says stands on its card.
    const words = this.isPlaying || !share ? [board?.prompt, (board?.notes ?? []).join(" · ")] : []
    const isAsked = Boolean(board?.grid && words[0] && !isLooking)
    const { line, hint } = this.elements
    line.classList.toggle("asked", isAsked)
    fill(line, ...isLooking ? this.#caption()
      : question(board) ?? (isAsked ? [h("b", {}, words[0]), words[1]] : [this.#last && smallRow(this.#last), words.filter(Boolean).join(" — ")]))
    hint.textContent = this.isPlaying && !isLooking && this.#board.isUntouched ? this.#board.hint || this.#fields.hint : ""
    hint.hidden = !hint.textContent
    this.#showKeys(board)
    this.#room.changed()
  }

  /// What a completed field says, and what can be done with it.
  #caption() {
    const { caption, actions } = this.#completed
    return [h("b", { class: "caption" }, caption),
      h("span", { class: "buttons", style: "justify-content:center" }, button("Go on", () => this.#goOn(), { class: "primary" }),
        actions?.map(({ text, move }) => button(text, () => {
          this.#goOn()
          this.send(move)
        })))]
  }

  #showKeys(board) {
    // A field of letters is pointed at: on a phone its keyboard would take the field's place.
    const keys = this.#keyboard.element
    const hadFocus = keys.contains(document.activeElement)
    keys.hidden = !this.isPlaying || !this.#board.takesLetters || (openRow(board) < 0 && this.#board.takesPointer)
    // Who plays by the keys of the page goes on above them.
    if (hadFocus && keys.hidden) this.#room.rest()
  }

  /// The line for moves stays while it is another's turn, when a board that is pointed at has nothing to point at either.
  #showMoveLine(board) {
    if (board && (!board.to_move || board.to_move.includes(this.#joined.you))) {
      this.isTyped = !board.gestures?.some(({ on }) => on !== "enter") && !board.choices && !board.parts?.some(({ drag, cards = [] }) => drag || cards.some(({ move }) => move))
    }
    this.#moveLine.label = this.#joined.solo ? "Your answer" : "Your move"
    const isHidden = !this.isPlaying || !this.isTyped || this.isLooking
    if (this.isLooking && this.#moveLine.hasFocus) this.#isTypingOn = true
    if (isHidden && this.#moveLine.hasFocus) this.#room.rest()
    this.#moveLine.element.hidden = isHidden
  }

  // What the player does.

  /// Sends a move that has a button. Resolves once it is answered.
  send(move) { return this.#moves.send(move, "card") }

  /// Gives an answer. Until it has come back, and also without a connection, it is marked, and there is no second one.
  async #choose(text) {
    if (this.#moves.isPending) return
    this.#choices.hold(text, this.#room.isAway() ? "is sent when the connection is back" : "on its way")
    await this.#moves.send(text)
    this.#choices.hold()
  }

  /// Sends a typed move. Resolves with the reason where it was refused.
  type(text) { return this.#moves.send(text, "line") }

  /// A key of the computer's keyboard. Returns whether it was meant for the board.
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    const control = event.target.closest?.("button, a")
    const goesOn = (event.key === " " || event.key === "Enter") && !control
    if (this.#isAwaited(event.key)) return true
    if (goesOn && !this.isLooking && !this.#entry.text && this.#enter()) return true
    // As at a terminal it begins a command, where nothing stands before it.
    if (this.isPlaying && this.isTyped && event.key !== " " && characters(event.key).length === 1) {
      // The browser types the key there.
      this.#moveLine.focus()
      return false
    }
    if (event.key === "/" && this.#joined && !this.#entry.text) return Boolean(this.#room.type("/") ?? true)
    if (goesOn && this.isLooking) return Boolean(this.#goOn() ?? true)
    if (event.key !== "Enter" && event.key !== "Backspace" && characters(event.key).length !== 1) return false
    if (!this.isPlaying) return false
    if (!this.isLooking && this.#choices.take(this.#joined.board, event.key)) return true
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

  /// Sends what Enter alone means on the board. Returns whether it means anything.
  #enter() {
    const text = this.isPlaying && this.#joined.board.gestures?.find(({ on }) => on === "enter")?.text
    if (text) this.send(text)
    return Boolean(text)
  }

  #refuse(refusal, isShown) {
    this.#board.shake()
    if (this.#joined.board?.parts) animate(this.#fields.element, "shake")
    this.#room.refused(refusal, isShown)
  }
}
