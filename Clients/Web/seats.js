// Who plays at a board, whose turn it is, and clocks that run down by themselves.

import { clock, fill, h } from "./dom.js"

/// So many are always shown.
const mostFolded = 4
const time = (ms) => clock(Math.max(0, Math.ceil(ms / 1000)))

export class Seats {
  element = h("p", { class: "seats" })
  #timer = 0

  /// Shows those of a board that was told just now; nothing where nobody plays against anybody.
  show(board, you) {
    clearInterval(this.#timer)
    const since = Date.now()
    const draw = () => {
      const passed = Date.now() - since
      const { phase, answered, players, place, points } = board?.data ?? {}
      const seats = (board?.seats ?? []).map((seat, index) => {
        const isOwn = seat.player === you
        const own = board.clocks?.find(({ player }) => player === seat.player)
        const words = [seat.mark, isOwn && place && points !== 0 ? `${place}.` : undefined, isOwn ? "you" : seat.player, seat.score,
          own && time(own.ms - (own.runs ? passed : 0))]
        const hasTurn = board.to_move?.includes(seat.player)
        // Where there is little room, of many the first three are shown, and oneself.
        const isRest = board.seats.length > mostFolded && index > 2 && !isOwn
        return h("span", { class: ["seat", hasTurn && "turn", isOwn && "own", isRest && "rest"].filter(Boolean).join(" "), "aria-current": hasTurn ? "true" : undefined },
          words.filter((word) => word !== undefined).join(" "))
      })
      if (phase === "question" && players > 1) seats.push(h("span", { class: "seat faint" }, `${answered} of ${players} answered`))
      if (board?.ends_in_ms !== undefined) seats.push(h("b", { class: "seat" }, `${time(board.ends_in_ms - passed)} left`))
      fill(this.element, ...seats)
    }
    draw()
    if (board?.ends_in_ms !== undefined || board?.clocks?.some(({ runs }) => runs)) this.#timer = setInterval(draw, 500)
  }

  stop() { clearInterval(this.#timer) }
}
