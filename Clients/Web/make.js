// Puzzles of one's own: a form that makes one, the link that brings others to it, and how they did.

import { confirm, dialog, fill, form, h, pass, text } from "./dom.js"
import { bars } from "./results.js"
import { store } from "./line.js"

const shared = ({ code, link, clue }) => pass({ title: "A puzzle for you", text: clue ? `A puzzle for you: ${clue}` : "A puzzle for you",
  url: location.origin + (link ?? `/#/puzzle/${code}`) })

export class Make {
  title = "Make a puzzle"
  element = h("section", { class: "make" }, h("h1", {}, "Make a puzzle"), h("p", { class: "empty" }, "…"))
  #line
  #list = h("ul", { class: "rooms" })

  constructor(line) { this.#line = line }

  /// What is typed while the line comes back stays.
  known() { this.open() }

  async open() {
    const line = this.#line
    if (!line.isNamed) {
      return fill(this.element, h("h1", {}, this.title), h("p", { class: "empty" }, "A puzzle is made under your name; others play it without one. ",
        h("a", { href: "#/me", onclick: () => store.mark("back", location.hash) }, "Choose a name")))
    }
    const games = [...(await line.games()).values()].filter(({ authored }) => authored)
    if (!games.length) return fill(this.element, h("h1", {}, this.title), h("p", { class: "empty" }, "No game here takes puzzles by players."))
    if (!this.element.querySelector("form")) fill(this.element, h("h1", {}, this.title), this.#form(games), h("h2", {}, "Made by you"), this.#list)
    await this.#show()
  }

  #form(games) {
    const game = h("select", { name: "game" }, games.map(({ id, title }) => h("option", { value: id }, title)))
    const [words, clue, meaning] = [text("words", { required: true, autocapitalize: "none" }), text("clue", { maxlength: 200 }), text("meaning", { maxlength: 200 })]
    return form("Make it", [h("p", { class: "faint" }, "Whoever has its link plays it, without an account. Nothing of it counts for statistics."),
      ["Game", game], ["The word, or several with spaces between them where the game takes them", words],
      ["Clue, said before (may stay empty)", clue], ["What it means, said at the end (may stay empty)", meaning]], async () => {
      const said = Object.entries({ clue, meaning }).map(([name, { value }]) => [name, value.trim()]).filter(([, value]) => value)
      const puzzle = await this.#line.ask("make_puzzle", { game: game.value, words: words.value.trim().split(/[\s,]+/u), ...Object.fromEntries(said) })
      for (const field of [words, clue, meaning]) field.value = ""
      this.#present(puzzle)
      await this.#show()
    })
  }

  #present(puzzle) {
    dialog("Your puzzle is ready", h("p", {}, "Its link, for anybody to play it:"), h("p", { class: "drawn" }, location.origin + (puzzle.link ?? `/#/puzzle/${puzzle.code}`)),
      h("p", { class: "buttons" }, h("button", { class: "primary", onclick: () => shared(puzzle) }, navigator.share ? "Send the link" : "Copy the link"),
        h("a", { class: "button", href: `#/puzzle/${puzzle.code}` }, "Try it")))
  }

  async #show() {
    const { puzzles } = await this.#line.ask("puzzles")
    fill(this.#list, puzzles.length ? puzzles.map((puzzle) => this.#item(puzzle)) : h("li", { class: "faint" }, "None yet."))
  }

  #item(puzzle) {
    const { code, words, clue, day, played, results } = puzzle
    return h("li", {}, h("details", {}, h("summary", {}, h("b", {}, words.join(" ")), " ",
      h("small", {}, [clue, day, played ? `${results?.solved ?? 0} of ${played} solved it` : "nobody has finished it yet"].filter(Boolean).join(" · "))),
      results && Object.keys(results.distribution).length > 0 && bars(results.distribution),
      h("p", { class: "buttons" }, h("button", { onclick: () => shared(puzzle) }, navigator.share ? "Send the link" : "Copy the link"),
        h("button", { class: "quiet", onclick: () => confirm(`Take ${words.join(" ")} down?`, "Nobody can play it any more, and its results are deleted.", "Take it down", async () => {
          await this.#line.ask("remove_puzzle", { code })
          await this.#show()
        }) }, "Take it down"))))
  }
}
