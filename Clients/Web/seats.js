// Who plays at a board, whose turn it is, and clocks that run down by themselves: as bars, with what a move has taken from
// them.

import { miniature } from "./board.js"
import { animate, clock, fill, h, isCalm } from "./dom.js"
import { shownName } from "./model.js"
import { tileClass } from "./tiles.js"

/// So many are always shown.
const mostFolded = 4
/// A score of so many at most is drawn as tiles.
const mostTiles = 8
/// In milliseconds: the smallest loss of a clock that is shown, and for how long.
const [leastHit, hitShown] = [900, 3000]
const time = (ms) => clock(Math.max(0, Math.ceil(ms / 1000)))
/// `−6.5 s`, in halves of a second: what a line delays is less.
const loss = (ms) => `−${Math.round(ms / 500) / 2} s`
/// Classes of tiles that are not named after their colour.
const colours = { right: "green", elsewhere: "yellow", absent: "grey", open: "white" }
/// A mark that is a tile has the colour of one.
const dot = (mark) => {
  const tile = tileClass(mark)
  return tile === "other" ? mark : h("i", { class: "dot", "data-tile": tile, role: "img", "aria-label": colours[tile] ?? tile })
}

export class Seats {
  element = h("div", { class: "seats", role: "list" })
  #timer = 0
  /// By player: when the clock is at zero, if it runs, what it has lost last, and until when that is shown.
  #clocks = new Map()
  /// By player: the colours of the tries at a word, for those who look on.
  #tries = new Map()
  /// What fills a bar, in milliseconds.
  #whole = 0

  /// A match begins anew: no clock has lost anything yet.
  clear() {
    this.#clocks.clear()
    this.#tries.clear()
    this.#whole = 0
  }

  /// Notes somebody's try; with the first one at another word the others are gone.
  note(player, { tiles, tries }) {
    if (!tiles || !tries) return
    this.#tries.set(player, [...(this.#tries.get(player) ?? []).slice(0, tries - 1), tiles])
  }

  /// Shows those of a board that was told just now; nothing where nobody plays against anybody.
  show(board, you) {
    clearInterval(this.#timer)
    const since = Date.now()
    const clocks = board?.clocks ?? []
    const tops = new Map([...this.element.querySelectorAll("[data-player]")].map((item) => [item.dataset.player, item.getBoundingClientRect().top]))
    this.#learn(clocks, since)
    const ticks = []
    const isAlone = clocks.length > 0 && !board.rows.length
    const items = (board?.seats ?? []).map((seat, index) => {
      const isOwn = seat.player === you
      const own = clocks.find(({ player }) => player === seat.player)
      const hasTurn = board.to_move?.includes(seat.player)
      // Where there is little room, of many the first three are shown, and oneself.
      const isRest = board.seats.length > mostFolded && index > 2 && !isOwn
      const kinds = [hasTurn && "turn", isOwn && "own", isRest && "rest", clocks.length > 0 && !own && "out"]
      return h("span", { class: ["seat", ...kinds].filter(Boolean).join(" "), role: "listitem", "data-player": seat.player, "aria-current": hasTurn ? "true" : undefined },
        h("span", { class: "seat-line" }, this.#words(seat, isOwn, board.data ?? {}, clocks.length > 0),
          hasTurn && h("span", { class: "for-readers" }, isOwn ? "Your turn" : "Has the turn"), own && this.#clock(own, ticks, since)),
        own && this.#bar(own, ticks, since), isAlone && this.#strips(seat.player))
    })
    const { phase, answered, players } = board?.data ?? {}
    if (phase === "question" && players > 1) items.push(h("span", { class: "seat faint", role: "listitem" }, `${answered} of ${players} answered`))
    if (board?.ends_in_ms !== undefined && !clocks.length) {
      const left = h("b", { class: "seat", role: "listitem" })
      items.push(left)
      ticks.push((now) => { left.textContent = `${time(board.ends_in_ms - (now - since))} left` })
    }
    this.element.classList.toggle("clocked", clocks.length > 0)
    this.element.classList.toggle("alone", isAlone)
    fill(this.element, ...items)
    this.#slide(tops)
    const draw = () => { for (const tick of ticks) tick(Date.now()) }
    draw()
    if (ticks.length) this.#timer = setInterval(draw, 250)
  }

  /// Compares clocks with what they were: one that is at zero earlier has lost time.
  #learn(clocks, now) {
    const before = this.#clocks
    this.#clocks = new Map(clocks.map(({ player, ms, runs }) => {
      const old = before.get(player)
      const end = runs ? now + ms : undefined
      const lost = old?.end - end
      return [player, lost >= leastHit ? { end, lost, until: now + hitShown, isNew: true } : { end, lost: old?.lost, until: old?.until }]
    }))
    this.#whole = Math.max(this.#whole, ...clocks.map(({ ms }) => ms))
  }

  #words({ mark, player, score }, isOwn, { place, points }, isClocked) {
    const isCounted = isClocked && Number.isInteger(score) && score >= 0 && score <= mostTiles
    const tiles = isCounted && h("span", { class: "score", role: "img", "aria-label": `score ${score}` }, Array.from({ length: score }, () => h("i", { "data-tile": "right" })))
    const words = [mark && dot(mark), isOwn && place && points !== 0 && `${place}.`, h("bdi", {}, isOwn ? "you" : shownName(player)), tiles || score]
    return words.filter((word) => word || word === 0).flatMap((word) => [word, " "])
  }

  #clock({ player, ms, runs }, ticks, since) {
    const [left, lost] = [h("span", { class: "left" }), h("b", { class: "lost" })]
    const known = this.#clocks.get(player)
    ticks.push((now) => {
      left.textContent = time(ms - (runs ? now - since : 0))
      lost.textContent = now < known.until ? loss(known.lost) : ""
    })
    return [lost, left]
  }

  #bar({ player, ms, runs }, ticks, since) {
    const bar = h("i")
    const known = this.#clocks.get(player)
    ticks.push((now) => {
      const part = Math.max(0, ms - (runs ? now - since : 0)) / this.#whole
      bar.style.transform = `scaleX(${part})`
      bar.classList.toggle("low", part < 0.2)
    })
    if (known.isNew) animate(bar, "hit")
    known.isNew = false
    return h("span", { class: "bar", "aria-hidden": "true" }, bar)
  }

  /// Tries side by side, without letters.
  #strips(player) {
    const tries = this.#tries.get(player) ?? []
    return h("span", { class: "strips" }, tries.map((tiles) => miniature({ rows: [{ letters: "", tiles }] })))
  }

  /// Who has come to stand elsewhere is seen to go there.
  #slide(tops) {
    if (isCalm()) return
    for (const item of this.element.querySelectorAll("[data-player]")) {
      const moved = (tops.get(item.dataset.player) ?? NaN) - item.getBoundingClientRect().top
      if (Math.abs(moved) > 4) item.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], { duration: 400, easing: "ease-out" })
    }
  }

  stop() { clearInterval(this.#timer) }
}
