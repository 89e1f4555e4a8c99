// A shared result on the wall, in Wordle's own look. The colours are for everybody; a letter is there only where its cell
// has been tapped, and only for those whom the server tells it.

import { at, button, dialog, faint, h } from "./dom.js"
import { passResult } from "./ending.js"
import { HiddenGrid } from "./hidden.js"
import { aboutPlayer } from "./person.js"
import { parseShare } from "./tiles.js"

/// One result. `line` reveals and reacts; what changes comes back as an event, which `update` shows.
export class Card {
  /// Whether the next tap takes it down.
  #isAsking = false

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
    const quiet = (words, act, more) => button(words, act, { class: "quiet", ...more })
    const isOwn = share.player === line.you
    this.reactions = h("div", { class: "reactions" })
    this.element = h("article", { class: `card share ${share.won ? "won" : "lost"}`, id: `share-${share.share_id}` },
      h("header", {}, h("a", { href: at("player", share.player), class: "who" }, share.player),
        share.bot && h("small", {}, "bot"), h("span", { class: "what" }, title)),
      this.grid?.element, remarks.length > 0 && faint(remarks.join(" · ")),
      share.claimed && faint("played elsewhere; claimed, not checked"),
      h("footer", {}, this.reactions, reveal && quiet("Letters", () => this.grid.toggleAll()), quiet("Link", () => this.#pass()),
        isOwn ? quiet("Take down", ({ currentTarget }) => this.#remove(currentTarget))
          : quiet("…", () => aboutPlayer(line, share.player, { share_id: share.share_id }), { "aria-label": `More about ${share.player}` })))
    this.update(share.reactions ?? {}, share.your_reaction)
  }

  update(reactions, yours) {
    if (yours !== undefined) this.yours = yours
    const entries = Object.entries(reactions)
    this.reactions.replaceChildren(
      ...entries.map(([emoji, count]) => button(`${emoji} ${count}`, () => this.#react(emoji), { class: "reaction", "aria-pressed": emoji === this.yours })),
      button("+", () => this.#choose(), { class: "reaction add", "aria-label": "React" }))
  }

  #choose() {
    const box = dialog("React", h("p", { class: "emoji" }, this.emoji.map((emoji) => button(emoji, () => { box.close(); this.#react(emoji) }))))
  }

  async #react(emoji) {
    await this.line.keep()
    const isBack = emoji === this.yours
    const { reactions } = await this.line.ask("react", { share_id: this.share.share_id, ...(isBack ? {} : { emoji }) })
    this.update(reactions, isBack ? null : emoji)
  }

  /// Passes the address of the result's page on: by the phone's own means where there are any.
  async #pass() {
    const { share_id } = this.share
    this.share.link ??= (await this.line.ask("shares", { after: share_id + 1, limit: 1 })).shares[0]?.link
    if (!this.share.link) return
    await passResult(this.share.text, this.share.link)
  }

  /// The link that others have is dead afterwards: the first tap asks, the second one does it.
  async #remove(button) {
    if (!this.#isAsking) {
      this.#isAsking = true
      button.textContent = "Take it down?"
      setTimeout(() => {
        this.#isAsking = false
        button.textContent = "Take down"
      }, 5000)
      return
    }
    await this.line.ask("unshare", { share_id: this.share.share_id })
  }
}

