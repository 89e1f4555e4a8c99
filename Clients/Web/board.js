// Any game's Board, drawn and pointed at. It knows no game: a gesture's text with its places filled in is what it sends.

import { animate, characters, h, isCalm } from "./dom.js"
import { tileClass, tileWords } from "./tiles.js"

const gestureOf = (board, act) => board?.gestures?.find((gesture) => gesture.on === act)?.text
const fill = (text, from, to) =>
  text.replace("{x1}", from.x).replace("{y1}", from.y).replace("{x2}", to.x).replace("{y2}", to.y)

/// `B3`, as people name the cells of a grid.
export function cellName(x, y) {
  const letter = String.fromCharCode(65 + x % 26)
  return `${x < 26 ? "" : String.fromCharCode(64 + Math.floor(x / 26))}${letter}${y + 1}`
}

/// The row that is played on: of tries the first that is open; of tiles that are sorted the last.
export function openRow(board) {
  if (board.grid || !board.gestures?.length) return -1
  const isOpen = (row) => row.tiles !== "" && characters(row.tiles).every((tile) => tile === "⬜")
  if (gestureOf(board, "swap")) return board.rows.findLastIndex(isOpen)
  return gestureOf(board, "key") ? board.rows.findIndex((row) => isOpen(row) && row.letters.trim() === "") : -1
}

/// The cells of a straight line from one cell to another; of one that is crooked its ends alone.
function line(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  if (dx !== 0 && dy !== 0 && Math.abs(dx) !== Math.abs(dy)) return [from, to]
  const steps = Math.max(Math.abs(dx), Math.abs(dy))
  return Array.from({ length: steps + 1 }, (_, step) =>
    ({ x: from.x + Math.sign(dx) * step, y: from.y + Math.sign(dy) * step }))
}

/// What a move has changed, for those who do not see it: the row that was judged, letter by letter, or the row of tiles
/// as it lies now; nothing of a field.
export function spoken(board, before) {
  if (board.grid) return ""
  const judged = board.rows.findLast((row, y) => isJudged(row) && row.tiles !== before?.rows[y]?.tiles)
  // Tiles without letters stand for what was asked.
  if (judged) return judged.letters.trim() ? spokenRow(judged) : (board.notes ?? []).join(", ")
  const y = gestureOf(board, "swap") ? openRow(board) : -1
  return y >= 0 && board.rows[y].letters !== before?.rows[y]?.letters ? characters(board.rows[y].letters.toUpperCase()).join(" ") : ""
}

export function spokenRow(row) {
  const letters = characters(row.letters.toUpperCase())
  return characters(row.tiles).map((tile, x) => `${letters[x] ?? ""} ${tileWords(tile)}`.trim()).join(", ")
}

/// The row of a try that is not on the board after it, since that has gone on to another word. Tiles that are not one for
/// each letter tell something else.
export function outsideBoard({ board, turn }) {
  const letters = turn?.guess
  if (!letters || characters(turn.tiles ?? "").length !== characters(letters).length || board.rows.some((row) => isJudged(row) && row.letters === letters)) return null
  return { letters, tiles: turn.tiles }
}

/// A row of tiles, small.
export const smallRow = ({ letters, tiles }) => h("span", { class: "last", role: "img", "aria-label": spokenRow({ letters, tiles }) },
  characters(tiles).map((tile, x) => h("i", { class: "cell", "data-tile": tileClass(tile) }, characters(letters.toUpperCase())[x] ?? "")))

/// Whether a try has all of a word.
export const isSolved = (tiles) => /^🟩+$/u.test(tiles ?? "")

const isJudged = (row) => /[^⬜]/u.test(row.tiles)

export class BoardView {
  element = h("div", { class: "board", role: "group" })
  #board = null
  #cells = []
  #draft = ""
  #anchor = null
  #cursor = null

  /// `send(text)` is called with the text of a move.
  constructor(send) {
    this.send = send
    this.element.addEventListener("pointerdown", (event) => this.#press(event))
    this.element.addEventListener("pointermove", (event) => this.#move(event))
    this.element.addEventListener("pointerup", (event) => this.#release(event))
    this.element.addEventListener("pointercancel", () => this.#drop())
    this.element.addEventListener("keydown", (event) => this.#key(event))
  }

  get board() { return this.#board }
  get takesLetters() { return gestureOf(this.#board, "key") !== undefined }
  get takesPointer() { return Boolean(gestureOf(this.#board, "drag") || gestureOf(this.#board, "swap")) }
  /// How many letters the row that is typed in takes; `Infinity` where none is.
  get width() {
    const row = this.#board ? openRow(this.#board) : -1
    return row < 0 ? Infinity : characters(this.#board.rows[row].tiles).length
  }

  /// The word into which tiles have been sorted by swapping them.
  get sorted() {
    const row = this.takesLetters && gestureOf(this.#board, "swap") ? this.#board.rows[openRow(this.#board)] : undefined
    return row && !row.letters.includes(" ") ? row.letters : ""
  }
  /// The letters of the row that is sorted, `undefined` where none is. Without accents where they are typed without.
  get tiles() {
    const row = this.takesLetters && gestureOf(this.#board, "swap") ? this.#board.rows[openRow(this.#board)] : undefined
    const letters = row && characters(row.letters.toLowerCase())
    return letters?.every((letter) => letter >= "a" && letter <= "z") ? letters : undefined
  }
  /// Whether nothing has been judged or found on it yet.
  get isUntouched() { return this.#board.rows.every((row) => !isJudged(row)) }
  /// How it is played where that does not show: by finger, mouse or keyboard.
  get hint() {
    const letters = this.takesLetters ? ", or type the word" : ""
    if (gestureOf(this.#board, "swap")) return `Drag a tile onto another, or tap both, to swap them${letters}.${letters && " Enter tries it."}`
    const drag = gestureOf(this.#board, "drag")
    if (drag && /\{[xy]2\}/.test(drag)) return `Draw along it from end to end, or tap both ends${letters}.`
    return drag ? "Tap a cell." : ""
  }

  /// Shows a board. `isMove`: rows that have come since the last one are turned over, tile by tile.
  show(board, isMove = false) {
    const before = this.#board
    this.#board = board
    this.#anchor = null
    const judged = board.grid ? -1 : board.rows.findLastIndex((row, y) =>
      isJudged(row) && row.tiles !== before?.rows[y]?.tiles)
    this.#build()
    if (!isMove) return
    if (judged >= 0) {
      for (const [x, cell] of this.#cells[judged].entries()) {
        if (isCalm()) break
        const colour = cell.dataset.tile
        cell.dataset.tile = "typed"
        animate(cell, "flip", x * 160)
        setTimeout(() => { cell.dataset.tile = colour }, x * 160 + 130)
      }
    } else if (board.grid && before?.grid) {
      for (const [y, row] of board.rows.entries()) {
        const [now, then] = [characters(row.tiles), characters(before.rows[y]?.tiles ?? "")]
        if (row.letters !== before.rows[y]?.letters) continue
        now.forEach((tile, x) => { if (tile !== then[x]) animate(this.#cells[y][x], "pop", x * 30) })
      }
    }
  }

  /// How long the tiles of the last judged row take to turn, in milliseconds.
  get turning() { return isCalm() || this.#board.grid ? 0 : (this.#board.rows[0]?.tiles.length ?? 0) / 2 * 160 + 260 }

  shake() {
    const row = this.#board ? openRow(this.#board) : -1
    animate(row >= 0 ? this.#rows[row] : this.element, "shake")
  }

  celebrate() {
    const last = this.#board.rows.findLastIndex(isJudged)
    const rows = this.#board.grid ? this.#cells : this.#cells.slice(last, last + 1)
    rows.forEach((row, y) => row.forEach((cell, x) => animate(cell, "bounce", (x + y) * 90)))
  }

  /// Letters that are typed and not sent, in the row that they will fill.
  set draft(text) {
    this.#draft = text
    const y = openRow(this.#board)
    if (y < 0) return
    const typed = characters(text)
    // Of letters that are sorted those that have not been typed yet stay to be seen.
    const rest = characters(this.#board.rows[y].letters)
    const hasLetters = rest.some((letter) => letter !== " ")
    for (const letter of typed) {
      const index = rest.indexOf(letter)
      if (hasLetters && index >= 0) rest.splice(index, 1)
    }
    this.#cells[y].forEach((cell, x) => {
      const letter = typed[x] ?? (hasLetters ? rest[x - typed.length] : " ") ?? " "
      const isNew = cell.textContent !== letter.toUpperCase() && x === typed.length - 1
      this.#write(cell, letter, "⬜", { x, y })
      cell.dataset.tile = typed[x] ? "typed" : "open"
      cell.classList.toggle("rest", hasLetters && typed.length > 0 && x >= typed.length)
      if (isNew && letter !== " ") animate(cell, "pop")
    })
  }

  /// Shows letters that are typed before the row above has its answer. Returns whether there is a row for them.
  showAhead(text) {
    const y = openRow(this.#board) + 1
    if (y === 0 || !this.#cells[y] || this.#board.rows[y].letters.trim() !== "") return false
    const typed = characters(text)
    this.#cells[y].forEach((cell, x) => {
      this.#write(cell, typed[x] ?? " ", "⬜", { x, y })
      if (typed[x]) cell.dataset.tile = "typed"
    })
    return true
  }

  #rows = []

  #build() {
    const board = this.#board
    const columns = Math.max(1, ...board.rows.map((row) => characters(row.tiles).length))
    this.element.style.setProperty("--columns", columns)
    this.element.style.setProperty("--rows", board.rows.length)
    // The place around it is as high as it can be at most.
    this.element.parentElement?.style.setProperty("--columns", columns)
    this.element.parentElement?.style.setProperty("--rows", board.rows.length)
    this.element.classList.toggle("field", Boolean(board.grid))
    this.element.classList.toggle("pointed", this.takesPointer)
    this.element.setAttribute("aria-label", board.title)
    this.#cells = board.rows.map((row, y) => {
      const letters = characters(row.letters)
      return characters(row.tiles).map((tile, x) => {
        const cell = h("span", { class: "cell", "data-x": x, "data-y": y, role: "img" })
        this.#write(cell, letters[x] ?? " ", tile, { x, y })
        return cell
      })
    })
    this.#rows = this.#cells.map((cells, y) =>
      h("div", { class: "row", role: "group", "aria-label": `Row ${y + 1}` }, cells))
    const hadFocus = board.grid && this.element.contains(document.activeElement)
    this.element.replaceChildren(...this.#rows)
    const cursor = this.#cursor ?? { x: 0, y: Math.max(0, openRow(board)) }
    if (this.takesPointer) {
      for (const cells of this.#cells) for (const cell of cells) cell.setAttribute("role", "button")
      ;(this.#cells[cursor.y]?.[cursor.x] ?? this.#cells[0]?.[0])?.setAttribute("tabindex", "0")
    }
    if (this.#draft && openRow(board) >= 0) this.draft = this.#draft
    // Who plays by keyboard stays on the field, also while it is another's turn.
    if (hadFocus) this.element.setAttribute("tabindex", "-1")
    if (hadFocus) (this.element.querySelector("[tabindex='0']") ?? this.element).focus({ preventScroll: true })
  }

  #write(cell, letter, tile, { x, y }) {
    cell.textContent = letter === " " ? "" : letter.toUpperCase()
    cell.dataset.tile = tileClass(tile)
    const place = this.#board.grid ? `${cellName(x, y)}: ` : ""
    // Where a grid says what its letters stand for, that is what is read.
    const { signs } = this.#board
    const words = signs?.find((sign) => sign.letter === letter)?.text
    const said = words ?? (signs?.length && tile === "⬜" ? "open" : `${letter === " " ? "empty" : letter.toUpperCase()}, ${tileWords(tile)}`)
    cell.setAttribute("aria-label", `${place}${said}`)
  }

  // Pointing.

  #cellAt(event) {
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".cell")
    return cell && this.element.contains(cell) ? { x: Number(cell.dataset.x), y: Number(cell.dataset.y) } : null
  }

  #isAllowed(place) {
    return place && (gestureOf(this.#board, "drag") || place.y === openRow(this.#board))
  }

  #press(event) {
    const place = this.#cellAt(event)
    if (!this.takesPointer || !this.#isAllowed(place)) return
    event.preventDefault()
    if (this.#anchor) return this.#end(place)
    const drag = gestureOf(this.#board, "drag")
    if (drag && !/\{[xy]2\}/.test(drag)) return this.send(fill(drag, place, place))
    this.#anchor = place
    this.#isHeld = true
    this.#light(place)
  }
  #isHeld = false

  #move(event) {
    if (!this.#anchor || !this.#isHeld) return
    event.preventDefault()
    const place = this.#cellAt(event)
    if (this.#isAllowed(place)) this.#light(place)
  }

  #release(event) {
    if (!this.#anchor || !this.#isHeld) return
    this.#isHeld = false
    const place = this.#cellAt(event)
    // A tap, then a tap elsewhere, is a selection as well.
    if (this.#isAllowed(place) && (place.x !== this.#anchor.x || place.y !== this.#anchor.y)) this.#end(place)
    else if (!place) this.#drop()
  }

  #end(place) {
    const from = this.#anchor
    this.#drop()
    const [drag, swap] = [gestureOf(this.#board, "drag"), gestureOf(this.#board, "swap")]
    if (drag) this.send(fill(drag, from, place))
    else if (swap && from.x !== place.x) this.send(fill(swap, { x: from.x + 1, y: 0 }, { x: place.x + 1, y: 0 }))
  }

  #drop() {
    this.#anchor = null
    this.#isHeld = false
    this.element.querySelectorAll(".lit, .carried").forEach((cell) => cell.classList.remove("lit", "carried"))
  }

  #light(place) {
    this.element.querySelectorAll(".lit").forEach((cell) => cell.classList.remove("lit"))
    const from = this.#anchor
    const cells = gestureOf(this.#board, "drag") ? line(from, place) : [from, place]
    for (const { x, y } of cells) this.#cells[y]?.[x]?.classList.add("lit")
    this.#cells[from.y]?.[from.x]?.classList.add("carried")
  }

  // The same with arrows, space and enter.

  #key(event) {
    const cell = event.target.closest?.(".cell")
    if (!cell || !this.takesPointer) return
    const place = { x: Number(cell.dataset.x), y: Number(cell.dataset.y) }
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    if (step) {
      const next = this.#cells[place.y + step[1]]?.[place.x + step[0]]
      if (!next) return
      event.preventDefault()
      cell.removeAttribute("tabindex")
      next.setAttribute("tabindex", "0")
      next.focus()
      this.#cursor = { x: place.x + step[0], y: place.y + step[1] }
      if (this.#anchor) this.#light(this.#cursor)
    } else if (event.key === " " || (event.key === "Enter" && this.#draft === "")) {
      event.preventDefault()
      event.stopPropagation()
      if (!this.#isAllowed(place)) return
      const drag = gestureOf(this.#board, "drag")
      if (this.#anchor) this.#end(place)
      else if (drag && !/\{[xy]2\}/.test(drag)) this.send(fill(drag, place, place))
      else {
        this.#anchor = place
        this.#light(place)
      }
    } else if (event.key === "Escape" && this.#anchor) {
      event.stopPropagation()
      this.#drop()
    }
  }
}

/// A board as a small picture without letters: how others stand.
export function miniature(board) {
  const rows = [...board.rows, ...(board.parts ?? []).flatMap((part) => part.rows ?? [])]
  return h("div", { class: "mini", style: `--columns:${Math.max(0, ...rows.map((row) => characters(row.tiles).length))}`, role: "img",
    "aria-label": rows.map((row) => characters(row.tiles).map(tileWords).join(", ")).join("; ") },
  rows.map((row) => characters(row.tiles).map((tile) => h("i", { "data-tile": tileClass(tile) }))))
}
