// The channel as a wall: everybody's results, the newest first, by day, player and game; two players side by side.

import { Card } from "./card.js"
import { fill, h, toast } from "./dom.js"

export class Wall {
  title = "Wall"
  element = h("section", { class: "wall" })
  #line
  #players
  #game = ""
  #cards = new Map()
  #emoji = []
  #before = undefined
  #list = h("div", { class: "days" })
  #more = h("button", { class: "quiet more", hidden: true, onclick: () => this.#fetch() }, "Earlier results")
  #live = new Set()

  constructor(line, players = []) {
    this.#line = line
    this.#players = players
    this.#game = ""
    this.#head = h("div", { class: "filters" })
    const paste = h("textarea", { rows: 3, placeholder: "Paste a result: Wordle, Worldle, Quordle, Connections, Strands, or one from here", "aria-label": "A result to share" })
    fill(this.element, h("h1", {}, players.length === 2 ? players.join(" and ") : players[0] ?? "The wall"), this.#head,
      players.length === 0 && h("details", { class: "paste" }, h("summary", {}, "Paste a result"),
        h("form", { onsubmit: (event) => { event.preventDefault(); this.#paste(paste) } }, paste, h("button", { class: "primary" }, "Share"))),
      this.#list, this.#more)
    paste.addEventListener("paste", () => setTimeout(() => { if (/[🟩🟨⬛⬜🟦🟧]/u.test(paste.value)) this.#paste(paste) }))
  }
  #head

  async open() {
    const [about] = await Promise.all([this.#line.ask("about"), this.#line.enter("shares", "watch").catch(() => {})])
    this.#emoji = about.reactions
    this.#games = [...about.games.map(({ id, title }) => [id, title]), ...about.claimed_games.map((id) => [id, id[0].toUpperCase() + id.slice(1)])]
    this.#showFilters()
    await this.#begin()
  }
  #games = []

  close() { this.#line.leave("shares") }

  hear(message) {
    if (message.room !== "shares" || message.isOld) return
    if (message.type === "shared" && this.#fits(message)) {
      if (message.replaced) this.#take(message.replaced)
      this.#put(message, true)
    } else if (message.type === "unshared") {
      if (message.all) for (const [id, card] of this.#cards) if (card.share.player === message.player) this.#take(id)
      this.#take(message.share_id)
    } else if (message.type === "reacted") this.#cards.get(message.share_id)?.update(message.reactions)
    else if (message.type === "joined" && !message.recovered && this.#cards.size) this.#begin()
  }

  #fits({ player, game }) {
    return (!this.#players.length || this.#players.includes(player)) && (!this.#game || this.#game === game)
  }

  async #begin() {
    this.#cards.clear()
    this.#before = {}
    this.#list.replaceChildren()
    await this.#fetch()
    if (!this.#cards.size) {
      this.#list.replaceChildren(h("p", { class: "empty" }, "Nothing hangs here yet. Finish a puzzle and share it, or paste a result."))
    }
  }

  async #fetch() {
    let hasMore = false
    const names = this.#players.length ? this.#players : [undefined]
    for (const player of names) {
      const before = this.#before[player ?? ""]
      if (before === null) continue
      const { shares, more } = await this.#line.ask("shares", { ...(player ? { player } : {}), ...(this.#game ? { game: this.#game } : {}), ...(before ? { before } : {}), limit: 20 })
      for (const share of shares) this.#put(share)
      this.#before[player ?? ""] = more ? shares.at(-1).share_id : null
      hasMore ||= more
    }
    this.#more.hidden = !hasMore
  }

  #put(share, isNew = false) {
    if (this.#cards.has(share.share_id)) return
    this.element.querySelector(".empty")?.remove()
    const card = new Card(this.#line, share, this.#emoji)
    this.#cards.set(share.share_id, card)
    const day = this.#day(share.day)
    const column = day.querySelector(`[data-player="${CSS.escape(this.#players.length === 2 ? share.player : "")}"]`) ?? day.querySelector(".cards")
    const next = [...column.children].find((other) => Number(other.id.slice(6)) < share.share_id)
    column.insertBefore(card.element, next ?? null)
    if (isNew) card.element.classList.add("new")
  }

  #day(day) {
    const known = this.#list.querySelector(`[data-day="${day}"]`)
    if (known) return known
    const title = day === this.#line.day ? "Today" : new Date(`${day}T12:00:00Z`).toLocaleDateString("en", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" })
    const columns = this.#players.length === 2
      ? h("div", { class: "sides" }, this.#players.map((player) => h("div", { class: "cards", "data-player": player })))
      : h("div", { class: "cards", "data-player": "" })
    const section = h("section", { "data-day": day }, h("h2", {}, title), columns)
    const next = [...this.#list.children].find((other) => other.dataset.day < day)
    this.#list.insertBefore(section, next ?? null)
    return section
  }

  #take(id) {
    const card = this.#cards.get(id)
    if (!card) return
    this.#cards.delete(id)
    const section = card.element.closest("[data-day]")
    card.element.remove()
    if (section && !section.querySelector(".card")) section.remove()
  }

  #showFilters() {
    const select = h("select", { "aria-label": "Game", onchange: () => { this.#game = select.value; this.#begin() } },
      h("option", { value: "" }, "All games"), [...new Map(this.#games)].map(([id, title]) => h("option", { value: id }, title)))
    const player = h("input", { type: "search", placeholder: this.#players.length === 1 ? "Beside whom?" : "Player", "aria-label": "Player", autocomplete: "off" })
    fill(this.#head, select, h("form", { onsubmit: (event) => {
      event.preventDefault()
      const name = player.value.trim()
      const names = this.#players.length === 1 && name ? [this.#players[0], name] : name ? [name] : []
      location.hash = ["#/wall", ...names.map(encodeURIComponent)].join("/")
    } }, player), this.#players.length > 0 && h("a", { class: "button", href: "#/wall" }, "Everybody"))
  }

  async #paste(area) {
    const text = area.value.trim()
    if (!text) return
    await this.#line.keep()
    try {
      await this.#line.ask("share", { text })
      area.value = ""
      toast("It hangs on the wall", "good")
    } catch (refusal) { toast(refusal.message, "bad") }
  }
}
