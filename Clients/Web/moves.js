// Keys and moves of a room: one move is sent at a time, and what comes before its answer waits.

import { hush, toast } from "./dom.js"

export class Moves {
  #entry
  #board
  #room
  #isPending = false
  /// Whether the move whose answer is pending was sent by Enter.
  #isEntered = false
  /// Keys and moves that came while an answer was pending.
  #queued = []

  /// `entry` is the draft, on a `board`. `room` says whether the player can move (`isPlaying()`), whether a completed field
  /// is looked at (`isLooking()`) and whether the board has a question (`isAsking()`); `send(move)` sends a move, and
  /// `refuse(refusal, isShown)` is told of one that was refused, and whether a line shows the reason.
  constructor(entry, board, room) { [this.#entry, this.#board, this.#room] = [entry, board, room] }

  get isPending() { return this.#isPending }

  /// Drops what is queued: it was meant for a board that is gone.
  clear() { this.#queued = [] }

  /// A key of the page's keyboard or of the computer's.
  press(key) {
    if (!this.#room.isPlaying()) return
    if (this.#isPending) return this.#enqueue({ key })
    if (key !== "Enter") return void (this.#entry.take(key) || this.#board.shake())
    const { word, isSure } = this.#entry
    if (!word) return this.#board.shake()
    this.#entry.isSure = true
    // Tiles that nobody has touched would be a try thrown away.
    if (isSure) this.send(word, "Enter")
    else toast("Sort the tiles first; Enter once more tries them as they are")
  }

  /// Sends a move, as text or as the game's schema has it; `by` says what it came from: `Enter`, `pointer`, `card`,
  /// `line`, `queue`. Resolves with the reason where it was refused and a line shows it.
  async send(move, by) {
    if (this.#isPending) return this.#enqueue({ move, by: by === "line" ? "queue" : by })
    this.#isPending = true
    this.#isEntered = by === "Enter"
    // What was said of the last one is no word on this one.
    hush()
    const before = this.#entry.text
    let [isAnswered, reason] = [false, undefined]
    try {
      await this.#room.send(move)
      isAnswered = true
      // An answer that comes a second time, after the line was lost, changes no board: that came with the room.
      if (this.#entry.text === before) this.#entry.text = ""
    } catch (refusal) {
      if (by === "line") reason = refusal.message
      this.#room.refuse(refusal, by === "line")
      if (before === move) this.#entry.text = before
    } finally {
      this.#isPending = false
    }
    // Tiles that were moved are meant as they lie.
    if (by === "pointer") this.#entry.isSure = true
    this.#drain(!isAnswered)
    return reason
  }

  /// Queues a key or a move until the pending answer is there. A repeated Enter is dropped, and so is a second answer to
  /// a question.
  #enqueue(input) {
    const last = this.#queued.at(-1) ?? { key: this.#isEntered ? "Enter" : "" }
    if (this.#room.isAsking() || (input.key === "Enter" && last.key === "Enter")) return
    this.#queued.push(input)
    this.#entry.showAhead(this.#queued)
  }

  /// Applies what is queued, up to the next move that is sent. After a refusal an Enter and what follows it are dropped:
  /// nothing is sent that was typed without knowing of the refusal.
  #drain(isRefused) {
    // What was meant for a field that is complete is not for the next one.
    if (!this.#room.isPlaying() || this.#room.isLooking()) this.clear()
    if (isRefused) {
      const end = this.#queued.findIndex(({ key }) => key === "Enter")
      if (end >= 0) this.#queued.splice(end)
      // Letters begin the next word, in place of the refused one.
      if (this.#queued[0]?.key?.length === 1) this.#entry.text = ""
    }
    while (this.#queued.length && !this.#isPending) {
      const { key, move, by } = this.#queued.shift()
      if (key) this.press(key)
      else this.send(move, by)
    }
    this.#entry.showAhead(this.#queued)
  }
}
