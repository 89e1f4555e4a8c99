// What somebody else has done in a match against each other, for a few seconds.

import { smallRow } from "./board.js"
import { fill, h } from "./dom.js"
import { plain } from "./talk.js"

/// How long it is shown, in milliseconds.
const shown = 6000

export class News {
  element = h("p", { class: "news", role: "status" })
  #timer = 0

  /// Shows a move: what the server says of it, else its colours.
  show({ player, remark, turn = {} }) {
    fill(this.element, player && h("b", {}, player), remark ? plain(remark) : smallRow({ letters: "", tiles: turn.tiles }),
      turn.tries && h("small", {}, `at try ${turn.tries}`))
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.clear(), shown)
  }

  clear() {
    clearTimeout(this.#timer)
    fill(this.element)
  }
}
