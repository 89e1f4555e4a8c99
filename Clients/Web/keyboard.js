// The keyboard on the page, for phones; its keys wear the colours of the board's `keys`.

import { characters, h } from "./dom.js"
import { tileClass, tileWords } from "./tiles.js"

const layout = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]

export class Keyboard {
  element = h("div", { class: "keyboard", role: "group", "aria-label": "Keyboard" })
  #keys = new Map()

  /// `press` gets a letter, `Enter` or `Backspace`.
  constructor(press) {
    const key = (name, label, kind = "") => {
      const element = h("button", { class: `key ${kind}`, type: "button", "aria-label": label ?? name }, label ? "" : name)
      element.addEventListener("click", (event) => { if (event.detail === 0) press(name) })
      this.#keys.set(name, element)
      return element
    }
    const rows = layout.map((row) => Array.from(row, (letter) => key(letter)))
    rows[2].unshift(key("Enter", "Enter", "wide enter"))
    rows[2].push(key("Backspace", "Delete", "wide delete"))
    this.element.append(...rows.map((row) => h("div", {}, row)))
    // A key answers at once when it is touched; the focus stays where it is.
    this.element.addEventListener("pointerdown", (event) => { event.preventDefault(); press(this.#nearest(event)) })
  }

  /// The key at a point, or where a thumb has met a corner between keys the one whose middle is nearest.
  #nearest({ target, clientX, clientY }) {
    const away = ([, key]) => {
      const { left, right, top, bottom } = key.getBoundingClientRect()
      return key === target ? -1 : Math.hypot(clientX - (left + right) / 2, clientY - (top + bottom) / 2)
    }
    return [...this.#keys].reduce((one, other) => (away(other) < away(one) ? other : one))[0]
  }

  show(board) {
    const colours = new Map()
    for (const [tile, letters] of Object.entries(board.keys ?? {})) {
      for (const letter of characters(letters)) if (!colours.has(letter)) colours.set(letter, tile)
    }
    for (const [name, element] of this.#keys) {
      if (name.length > 1) continue
      const tile = colours.get(name)
      element.dataset.tile = tile ? tileClass(tile) : "unknown"
      element.setAttribute("aria-label", tile ? `${name}, ${tileWords(tile)}` : name)
    }
  }
}
