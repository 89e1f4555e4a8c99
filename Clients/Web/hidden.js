// A grid of colours whose letters are hidden: a tap shows one, a second tap hides it again.

import { animate, characters, h, toast } from "./dom.js"
import { tileClass, tileWords } from "./tiles.js"

/// A grid whose cells hide letters. `reveal(row)` resolves with the letters of that row, from 0 on, or rejects.
export class HiddenGrid {
  #cells
  #letters = []
  #shown
  #reveal
  #drag = null

  constructor(rows, reveal, label) {
    this.#reveal = reveal
    this.#shown = rows.map((row) => row.map(() => false))
    const columns = Math.max(1, ...rows.map((row) => row.length))
    this.#cells = rows.map((row, y) => row.map((tile, x) => {
      const cell = h(reveal ? "button" : "span", { class: "cell", "data-tile": tileClass(tile), "data-x": x, "data-y": y,
        type: reveal ? "button" : undefined, tabindex: reveal ? (x + y === 0 ? 0 : -1) : undefined,
        role: reveal ? undefined : "img" })
      cell.dataset.words = tileWords(tile)
      this.#label(cell, "")
      return cell
    }))
    this.element = h("div", { class: "board shared", role: "group", "aria-label": label, style: `--columns:${columns};--rows:${rows.length}` },
      this.#cells.map((cells) => h("div", { class: "row" }, cells)))
    if (!reveal) return
    this.element.addEventListener("click", (event) => this.#click(event))
    this.element.addEventListener("pointerdown", (event) => { this.#drag = this.#place(event) })
    this.element.addEventListener("pointerup", (event) => this.#swipe(event))
    this.element.addEventListener("keydown", (event) => this.#key(event))
  }

  get isAllShown() { return this.#shown.every((row) => row.every(Boolean)) }

  toggleAll() { return this.#toggle(this.#cells.flatMap((row, y) => row.map((_, x) => [x, y])), !this.isAllShown) }
  #toggleRow(y) { return this.#toggle(this.#cells[y].map((_, x) => [x, y]), !this.#shown[y].every(Boolean)) }

  #place(event) {
    const cell = event.target.closest?.(".cell")
    return cell && { x: Number(cell.dataset.x), y: Number(cell.dataset.y), at: event.clientX }
  }

  #click(event) {
    const place = this.#place(event)
    if (!place || this.#hasSwiped) return (this.#hasSwiped = false)
    return this.#toggle([[place.x, place.y]], !this.#shown[place.y][place.x])
  }
  #hasSwiped = false

  /// A finger along a row turns the row over.
  #swipe(event) {
    const from = this.#drag
    this.#drag = null
    if (!from || Math.abs(event.clientX - from.at) < 50) return
    this.#hasSwiped = true
    this.#toggleRow(from.y)
    setTimeout(() => { this.#hasSwiped = false }, 50)
  }

  #key(event) {
    const place = this.#place(event)
    if (!place) return
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    if (step) {
      const next = this.#cells[place.y + step[1]]?.[place.x + step[0]]
      if (!next) return
      this.#cells[place.y][place.x].tabIndex = -1
      next.tabIndex = 0
      next.focus()
    } else if (event.key === "r") this.#toggleRow(place.y)
    else if (event.key === "a") this.toggleAll()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  async #toggle(places, show) {
    if (show) {
      try {
        for (const y of new Set(places.map(([, y]) => y))) this.#letters[y] ??= characters(await this.#reveal(y))
      } catch (refusal) {
        animate(this.element, "shake")
        toast(refusal.message, "bad")
        return
      }
    }
    places.forEach(([x, y], index) => this.#turn(x, y, show, places.length > 1 ? (index % 12) * 60 : 0))
  }

  #turn(x, y, show, delay) {
    const cell = this.#cells[y][x]
    if (this.#shown[y][x] === show) return
    this.#shown[y][x] = show
    const letter = show ? (this.#letters[y][x] ?? " ") : ""
    animate(cell, "flip", delay)
    setTimeout(() => this.#label(cell, letter.trim()), document.hidden ? 0 : delay + 100)
  }

  #label(cell, letter) {
    cell.textContent = letter.toUpperCase()
    const where = `row ${Number(cell.dataset.y) + 1}, ${Number(cell.dataset.x) + 1}`
    cell.setAttribute("aria-label", `${where}: ${cell.dataset.words}${letter ? `, ${letter.toUpperCase()}` : this.#reveal ? ", letter hidden" : ""}`)
    if (this.#reveal) cell.setAttribute("aria-pressed", letter !== "")
  }
}
