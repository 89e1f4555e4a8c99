// The channel as a wall: everybody's results, the newest first, by day, player and game; two players side by side.

import { Card } from "./card.js"
import { Page, button, empty, fill, form, go, h, link, toast } from "./dom.js"

/// Names are the same whatever their case.
const folded = (name) => name.toLowerCase()

export class Wall extends Page {
  #players
  #game = ""
  #cards = new Map()
  #emoji = []
  #next = undefined
  #list = h("div", { class: "days" })
  #notes = h("div", {})
  #more = button("Earlier results", () => this.#fetch(), { class: "quiet more", hidden: true })

  constructor(line, ...names) {
    const players = names.filter(Boolean).slice(0, 2)
    super(line, players.length ? players.join(" and ") : "The wall", "wall")
    this.#players = players
    const paste = h("textarea", { rows: 6, placeholder: "Paste a result: Wordle, Worldle, Quordle, Connections, Strands, or one from here", "aria-label": "A result to share" })
    this.show(this.#head, players.length === 0 && h("details", { class: "paste" }, h("summary", {}, "Paste a result"), form("Share", [paste], () => this.#paste(paste))),
      this.#notes, this.#list, this.#more)
    paste.addEventListener("paste", () => setTimeout(() => { if (/[🟩🟨⬛⬜🟦🟧]/u.test(paste.value)) this.#paste(paste) }))
  }
  #head = h("div", { class: "filters" })

  async open() {
    const [about] = await Promise.all([this.line.ask("about"), this.line.enter("shares", { watching: true }).catch(() => {})])
    this.#emoji = about.reactions
    const titles = new Map([...about.claimed_games.map((id) => [id, id[0].toUpperCase() + id.slice(1)]), ...about.games.map(({ id, title }) => [id, title])])
    await this.#begin()
    this.#games = await this.#hanging(titles)
    this.#showFilters()
  }
  #games = []

  /// The games of which something hangs here: a choice that shows nothing is none.
  async #hanging(titles) {
    const seen = new Set([...this.#cards.values()].map(({ share }) => share.game))
    const has = async (game) => {
      if (seen.has(game) || game === this.#game) return true
      // All of a wall without earlier results has been seen.
      if (this.#more.hidden && !this.#game) return false
      const found = await Promise.all((this.#players.length ? this.#players : [undefined]).map((player) =>
        this.line.ask("shares", { game, player, limit: 1 }).catch(() => ({ shares: [] }))))
      return found.some(({ shares }) => shares.length > 0)
    }
    const kept = await Promise.all([...titles].map(async (entry) => (await has(entry[0])) && entry))
    return kept.filter(Boolean)
  }

  close() { this.line.leave("shares") }

  hear(message) {
    if (message.room !== "shares" || message.isOld) return
    if (message.type === "shared" && this.#fits(message)) {
      if (message.replaced) this.#take(message.replaced)
      this.#put(message, true)
    } else if (message.type === "unshared") {
      if (message.all) for (const [id, card] of this.#cards) if (card.share.player === message.player) this.#take(id)
      this.#take(message.share_id)
      this.#showEmpty()
    } else if (message.type === "reacted") this.#cards.get(message.share_id)?.update(message.reactions)
    else if (message.type === "joined" && !message.recovered && this.#cards.size) this.#begin()
  }

  #fits({ player, game }) {
    return (!this.#players.length || this.#players.some((name) => folded(name) === folded(player))) && (!this.#game || this.#game === game)
  }

  async #begin() {
    this.#next = {}
    await this.#fetch(true)
    this.#showEmpty()
  }

  /// What to do where there is nothing to see, for each of those whose results were asked for.
  #showEmpty() {
    this.#notes.replaceChildren()
    if (!this.#players.length) {
      if (!this.#cards.size) this.#notes.append(empty("Nothing hangs here yet. ", h("a", { href: "#/" }, "Finish a puzzle"), " and share it, or paste a result."))
      return
    }
    const seen = new Set([...this.#cards.values()].map(({ share }) => folded(share.player)))
    for (const player of this.#players.filter((player) => !seen.has(folded(player)))) {
      const what = this.#game ? "nothing of this game" : "nothing yet"
      this.#notes.append(empty(...this.#unknown.has(player) ? [`Nobody here is called ${player}. `, h("a", { href: "#/wall" }, "See who has shared")]
        : player === this.line.you ? [`You have shared ${what}. `, h("a", { href: "#/" }, "Finish a puzzle"), ", then tap “Share on the wall”."]
          : [`${player} has shared ${what}: it hangs here as soon as ${player} finishes a puzzle and taps “Share on the wall”.`]))
    }
  }
  #unknown = new Set()

  async #fetch(isFirst = false) {
    let hasMore = false
    const pages = []
    const names = this.#players.length ? this.#players : [undefined]
    for (const player of names) {
      const after = this.#next[player ?? ""]
      if (after === null) continue
      try {
        const { shares, next } = await this.line.ask("shares", { player, game: this.#game || undefined, after, limit: 20 })
        pages.push(shares)
        this.#next[player ?? ""] = next ?? null
        hasMore ||= next !== undefined
      } catch (refusal) {
        if (refusal.answer?.what !== "player") throw refusal
        this.#unknown.add(player)
      }
    }
    // What was there before stays until there is something in its place.
    if (isFirst) {
      this.#cards.clear()
      this.#list.replaceChildren()
    }
    for (const share of pages.flat()) this.#put(share)
    this.#more.hidden = !hasMore
  }

  #put(share, isNew = false) {
    if (this.#cards.has(share.share_id)) return
    const card = new Card(this.line, share, this.#emoji)
    this.#cards.set(share.share_id, card)
    const day = this.#day(share.day)
    const column = day.querySelector(`[data-player="${CSS.escape(this.#players.length === 2 ? folded(share.player) : "")}"]`) ?? day.querySelector(".cards")
    const next = [...column.children].find((other) => Number(other.id.slice(6)) < share.share_id)
    column.insertBefore(card.element, next ?? null)
    if (isNew) {
      card.element.classList.add("new")
      this.#showEmpty()
    }
  }

  #day(day) {
    const known = this.#list.querySelector(`[data-day="${day}"]`)
    if (known) return known
    const title = day === this.line.day ? "Today" : new Date(`${day}T12:00:00Z`).toLocaleDateString("en", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" })
    const columns = this.#players.length === 2
      ? h("div", { class: "sides" }, this.#players.map((player) => h("div", { class: "cards", "data-player": folded(player) })))
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
      h("option", { value: "" }, "All games"), this.#games.map(([id, title]) => h("option", { value: id, selected: id === this.#game }, title)))
    const player = h("input", { type: "search", placeholder: this.#players.length === 1 ? "Beside whom?" : "Player", "aria-label": "Player", autocomplete: "off" })
    fill(this.#head, select, h("form", { onsubmit: (event) => {
      event.preventDefault()
      const name = player.value.trim()
      const names = this.#players.length === 1 && name ? [this.#players[0], name] : name ? [name] : []
      go("wall", ...names)
    } }, player), this.#players.length > 0 && link("Everybody", "wall"))
  }

  async #paste(area) {
    const text = area.value.trim()
    if (!text) return
    await this.line.keep()
    await this.line.ask("share", { text })
    area.value = ""
    toast("It hangs on the wall", "good")
  }
}
