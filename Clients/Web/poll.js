// A room's poll: what is asked, the answers as buttons, and how many have chosen each once it is closed.

import { button, buttons, confirm, faint, fill, h, plural } from "./dom.js"

export class Poll {
  element = h("section", { class: "card poll", hidden: true, "aria-label": "Poll" })
  #ask
  #own

  /// `ask(type, fields)` sends a request about the room.
  constructor(ask) { this.#ask = ask }

  /// Shows a poll; nothing without one. `mayEnd` is whether the player may close it and take it away.
  show(poll, mayEnd) {
    this.element.hidden = !poll
    if (!poll) return
    const { n, player, question, options, votes, own, counts, closed } = poll
    // A message to all does not say what the player has chosen.
    if (this.#own?.n !== n || own) this.#own = { n, own }
    fill(this.element, h("h2", {}, question), player && faint(`${player} asks`),
      closed ? this.#results(options, counts) : this.#options(n, options),
      h("p", { class: "faint", role: "status" }, closed ? `Closed: ${plural(votes, "vote")}` : `${plural(votes, "vote")} so far. Until the end you may choose another answer.`),
      mayEnd && buttons(!closed && button("End the poll", () => this.#ask("close_poll")),
        button("Take it away", () => confirm("Take the poll away?", "Its votes go, too.", "Take it away", () => this.#ask("remove_poll")), { class: "quiet" })))
  }

  #options(n, options) {
    return h("div", { class: "options", role: "group", "aria-label": "Answers" }, options.map((option, index) =>
      button(option, () => this.#vote(n, index + 1), { "aria-pressed": this.#own.own === index + 1 })))
  }

  #results(options, counts) {
    const most = Math.max(1, ...counts)
    return h("ol", { class: "results" }, options.map((option, index) => h("li", { class: this.#own.own === index + 1 ? "latest" : "" },
      h("span", {}, option, this.#own.own === index + 1 && " (your vote)"), h("b", { style: `--part:${counts[index] / most}` }, counts[index]))))
  }

  /// A poll that nobody has closed may have ended by itself: then it is shown as it is.
  async #vote(n, option) {
    if (!await this.#ask("vote", { option, n })) await this.#ask("poll")
  }
}
