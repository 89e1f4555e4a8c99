// A shared result on the wall, in Wordle's own look. The colours are for everybody; a letter is there only where its cell
// has been tapped, and only for those whom the server tells it.

import { animate, characters, dialog, h, toast } from "./dom.js"
import { copy } from "./ending.js"
import { parseShare, tileClass, tileWords } from "./tiles.js"

/// A grid whose cells hide letters. `reveal(row)` resolves with the rows of letters from that row on, or rejects.
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

/// One result. `line` reveals and reacts; what changes comes back as an event, which `update` shows.
export class Card {
  constructor(line, share, emoji) {
    this.line = line
    this.share = share
    this.emoji = emoji
    const { header, rows, remarks } = parseShare(share.text)
    const rowCache = new Map()
    const reveal = share.claimed || !rows.length ? null : async (y) => {
      if (!rowCache.has(y)) {
        const answer = await line.ask("reveal", { share_id: share.share_id, row: y + 1 })
        rowCache.set(y, answer.rows[0]?.letters ?? "")
      }
      return rowCache.get(y)
    }
    const title = header.replace(/^Parlor /, "")
    this.grid = rows.length ? new HiddenGrid(rows, reveal, `${share.player}: ${title}`) : null
    const eye = reveal && h("button", { class: "quiet", onclick: () => this.grid.toggleAll() }, "Letters")
    this.reactions = h("div", { class: "reactions" })
    this.element = h("article", { class: `card share ${share.won ? "won" : "lost"}`, id: `share-${share.share_id}` },
      h("header", {}, h("a", { href: `#/player/${encodeURIComponent(share.player)}`, class: "who" }, share.player),
        share.bot && h("small", {}, "bot"), h("span", { class: "what" }, title)),
      this.grid?.element, remarks.length > 0 && h("p", { class: "faint" }, remarks.join(" · ")),
      share.claimed && h("p", { class: "faint" }, "played elsewhere; claimed, not checked"),
      h("footer", {}, this.reactions, eye, h("button", { class: "quiet", onclick: () => this.#pass() }, "Link"), share.player === line.you && h("button", { class: "quiet", onclick: () => this.#remove() }, "Take down")))
    this.update(share.reactions ?? {}, share.your_reaction)
  }

  update(reactions, yours) {
    if (yours !== undefined) this.yours = yours
    const entries = Object.entries(reactions)
    this.reactions.replaceChildren(
      ...entries.map(([emoji, count]) => h("button", { class: "reaction", "aria-pressed": emoji === this.yours,
        "aria-label": `${emoji} ${count}`, onclick: () => this.#react(emoji) }, `${emoji} ${count}`)),
      h("button", { class: "reaction add", "aria-label": "React", onclick: () => this.#choose() }, "+"))
  }

  #choose() {
    const box = dialog("React", h("p", { class: "emoji" }, this.emoji.map((emoji) =>
      h("button", { "aria-label": emoji, onclick: () => { box.close(); this.#react(emoji) } }, emoji))))
  }

  async #react(emoji) {
    await this.line.keep()
    const isBack = emoji === this.yours
    try {
      const { reactions } = await this.line.ask("react", { share_id: this.share.share_id, ...(isBack ? {} : { emoji }) })
      this.update(reactions, isBack ? null : emoji)
    } catch (refusal) { toast(refusal.message, "bad") }
  }

  /// Passes the address of the result's page on: by the phone's own means where there are any.
  async #pass() {
    const { share_id } = this.share
    this.share.link ??= (await this.line.ask("shares", { before: share_id + 1, limit: 1 })).shares[0]?.link
    if (!this.share.link) return
    const url = location.origin + this.share.link
    if (!navigator.share) return copy(url)
    try { await navigator.share({ url }) } catch { /* The player has thought better of it. */ }
  }

  async #remove() {
    try { await this.line.ask("unshare", { share_id: this.share.share_id }) } catch (refusal) { toast(refusal.message, "bad") }
  }
}

