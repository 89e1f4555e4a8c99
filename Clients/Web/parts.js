// The parts of a board: grids under their titles, side by side where they fit, and cards. Like board.js it knows no game:
// what it sends are the moves that cards name and grids describe.

import { BoardView, cellName } from "./board.js"
import { characters, fill, h } from "./dom.js"
import { tileClass, tileWords } from "./tiles.js"

/// How many parts, cells of a side and cards are drawn at most: as many as the protocol allows.
const [mostParts, mostCells, mostCards] = [8, 40, 120]
/// How long after a card the next one is not played, in milliseconds: a hand closes up where a card has gone, and the
/// second click of a double click would play the one that has come under the finger.
const pause = 400

const heading = ({ title, player }) => player ? `${title} · ${player}` : title
/// What a card is in words: its name, its face, or that it lies face down.
const words = ({ face, name }) => face ? name ?? face : name ? `${name}, face down` : "face down"
const isFaceDown = ({ face, name, move }) => !face && !name && !move

/// A grid as a board of its own, no larger than is drawn.
const grid = ({ title, rows, signs, drag }) => ({
  title, grid: true, signs: signs ?? [], gestures: drag ? [{ on: "drag", text: drag }] : [],
  rows: rows.slice(0, mostCells).map(({ letters, tiles }) =>
    ({ letters: characters(letters).slice(0, mostCells).join(""), tiles: characters(tiles).slice(0, mostCells).join("") })),
})

/// What a try has brought on one of several grids, for those who do not see it: `Word 3: N elsewhere`.
function spokenTry(part, row) {
  const letters = characters(row.letters.toUpperCase())
  const found = characters(row.tiles).flatMap((tile, x) => ["right", "elsewhere"].includes(tileClass(tile)) ? [`${letters[x]} ${tileWords(tile)}`] : [])
  return `${heading(part)}: ${found.join(", ") || "no letter"}`
}

/// What has changed on the grids, for those who do not see it: `Their sea B3 hit`.
export function spokenParts(board, before) {
  const tries = []
  const changes = (board.parts ?? []).slice(0, mostParts).flatMap((part) => {
    const old = before?.parts?.find(({ title, player, rows }) => rows && title === part.title && player === part.player)
    if (!part.rows || old?.rows.length !== part.rows.length) return []
    return part.rows.flatMap((row, y) => {
      const [letters, then] = [characters(row.letters), characters(old.rows[y].letters)]
      if (letters.filter((letter, x) => letter !== then[x]).length > 1 && /[^⬜]/u.test(row.tiles)) {
        tries.push(spokenTry(part, row))
        return []
      }
      return letters.flatMap((letter, x) => letter === then[x] ? [] : [`${heading(part)} ${cellName(x, y)} ${word(part, letter, characters(row.tiles)[x])}`])
    })
  })
  return [...tries, changes.length > 4 ? "" : changes.join(", ")].filter(Boolean).join("; ")
}

const word = ({ signs }, letter, tile) => signs?.find((sign) => sign.letter === letter)?.text ?? (letter.trim() || tileWords(tile))

export class Parts {
  element = h("div", { class: "parts" })
  #places = []
  #playedAt = -Infinity

  /// `play(text)` is called with the move of a card, `point(text)` with that of a grid.
  constructor(play, point) { [this.play, this.point] = [play, point] }

  /// How a grid is played where that does not show.
  get hint() { return this.#places.find(({ view }) => view?.hint)?.view.hint ?? "" }

  /// Shows a board's parts. What stands where it stood stays, so that nobody loses a card or a cell under the finger.
  show(board, isMove = false) {
    const parts = (board?.parts ?? []).slice(0, mostParts)
    this.#places = parts.map((part) => {
      const kind = part.rows ? "grid" : "hand"
      const place = this.#places.find((one) => one.kind === kind && one.name === heading(part)) ?? this.#place(kind, heading(part))
      this.#places = this.#places.filter((one) => one !== place)
      if (place.view) this.#showGrid(place, part, isMove)
      else this.#showCards(place, part.cards ?? [])
      return place
    })
    for (const element of [...this.element.children]) {
      if (!this.#places.some((place) => place.element === element)) element.remove()
    }
    for (const [index, { element }] of this.#places.entries()) {
      if (this.element.children[index] !== element) this.element.insertBefore(element, this.element.children[index] ?? null)
    }
  }

  #place(kind, name) {
    const place = { kind, name, view: kind === "grid" && new BoardView((text) => this.point(text)), list: h("ul", {}) }
    place.element = h("section", { class: `part ${kind}`, "aria-label": name, tabindex: "-1" }, h("h2", {}, name), place.view?.element ?? place.list)
    return place
  }

  #showGrid({ element, view }, part, isMove) {
    const board = grid(part)
    element.classList.toggle("tries", Boolean(part.tries))
    element.style.setProperty("--columns", Math.max(1, ...board.rows.map(({ tiles }) => characters(tiles).length)))
    view.show(board, isMove)
  }

  #showCards({ element, list }, cards) {
    const old = [...list.children]
    const hadFocus = list.contains(document.activeElement)
    const items = runs(cards.slice(0, mostCards)).map(({ card, count }) => {
      const key = JSON.stringify([card, count])
      const index = old.findIndex((item) => item.dataset.key === key)
      return index >= 0 ? old.splice(index, 1)[0] : h("li", { "data-key": key }, this.#card(card, count))
    })
    fill(list, ...items.length ? items : [h("li", { class: "faint" }, "none")])
    if (!hadFocus || list.contains(document.activeElement)) return
    // Who plays by keyboard stays where the hand is.
    ;(list.querySelector("button") ?? element).focus({ preventScroll: true })
  }

  #card(card, count) {
    const colour = card.tile && tileClass(card.tile)
    const face = characters(card.face ?? "").slice(0, 8).join("") || (count > 1 ? `${count} ×` : "")
    const spoken = count > 1 ? `${count} cards, face down` : words(card)
    const look = { class: `face${card.face ? "" : " down"}`, "data-tile": colour, "aria-label": spoken, title: spoken }
    if (!card.move) return h("span", { ...look, role: "img" }, h("bdi", {}, face))
    return h("button", { ...look, type: "button", onclick: () => this.#playCard(card.move) }, h("bdi", {}, face))
  }

  #playCard(move) {
    const now = performance.now()
    if (now - this.#playedAt < pause) return
    this.#playedAt = now
    this.play(move)
  }
}

/// Cards, and how many there are of those that lie face down next to each other.
function runs(cards) {
  const found = []
  for (const card of cards) {
    const last = found.at(-1)
    if (last && isFaceDown(card) && isFaceDown(last.card)) last.count++
    else found.push({ card, count: 1 })
  }
  return found
}
