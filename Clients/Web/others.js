// How others stand in a race or a room that one watches: their boards, small and without letters.

import { miniature } from "./board.js"
import { characters, fill, h } from "./dom.js"

export class Others {
  element = h("div", { class: "others", "aria-label": "Others" })
  #boards = new Map()

  set(entries) { this.#boards = new Map(entries.map(({ player, board }) => [player, board])) }
  clear() { this.#boards.clear() }
  put(player, board) { this.#boards.set(player, board) }
  remove(player) { this.#boards.delete(player) }

  rename(player, name) {
    const board = this.#boards.get(player)
    if (!board) return
    this.#boards.delete(player)
    this.#boards.set(name, board)
  }

  /// A row more on a player's board, where only its colours were told; `own` has the shape of all boards.
  follow(player, tiles, own) {
    const rows = (this.#boards.get(player)?.rows ?? []).filter((row) => /[^⬜]/u.test(row.tiles))
    const empty = (own?.rows ?? []).map((row) => ({ letters: "", tiles: "⬜".repeat(characters(row.tiles).length) }))
    this.put(player, { rows: [...rows, { letters: "", tiles }, ...empty.slice(rows.length + 1)] })
  }

  show(you) {
    fill(this.element, [...this.#boards].filter(([player]) => player !== you).slice(0, 12)
      .map(([player, board]) => h("figure", {}, miniature(board), h("figcaption", {}, player))))
  }
}
