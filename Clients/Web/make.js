// Puzzles of one's own: a form that makes one, the link that brings others to it, and how they did.

import { Page, button, buttons, confirm, dialog, empty, faint, fill, form, h, link, pass, text } from "./dom.js"
import { bars } from "./results.js"
import { store } from "./line.js"

const address = ({ code, link }) => location.origin + (link ?? `/#/puzzle/${code}`)
/// The button that brings a puzzle to others.
const sender = (puzzle, more) => button(navigator.share ? "Send the link" : "Copy the link",
  () => pass({ title: "A puzzle for you", text: ["A puzzle for you", puzzle.clue].filter(Boolean).join(": "), url: address(puzzle) }), more)

export class Make extends Page {
  #list = h("ul", { class: "rooms" })

  constructor(line) { super(line, "Make a puzzle", "make") }

  /// What is typed while the line comes back stays.
  known() { this.open() }

  async open() {
    const line = this.line
    if (!line.isNamed) {
      return this.show(empty("A puzzle is made under your name; others play it without one. ",
        h("a", { href: "#/me", onclick: () => store.mark("back", location.hash) }, "Choose a name")))
    }
    const games = [...(await line.games()).values()].filter(({ authored }) => authored)
    if (!games.length) return this.show(empty("No game here takes puzzles by players."))
    if (!this.element.querySelector("form")) this.show(this.#form(games), h("h2", {}, "Made by you"), this.#list)
    await this.#showMade()
  }

  #form(games) {
    const game = h("select", { name: "game" }, games.map(({ id, title }) => h("option", { value: id }, title)))
    const [words, clue, meaning] = [text("words", { required: true, autocapitalize: "none" }), text("clue", { maxlength: 200 }), text("meaning", { maxlength: 200 })]
    return form("Make it", [faint("Whoever has its link plays it, without an account. Nothing of it counts for statistics."),
      ["Game", game], ["The word, or several with spaces between them where the game takes them", words],
      ["Clue, said before (may stay empty)", clue], ["What it means, said at the end (may stay empty)", meaning]], async () => {
      const puzzle = await this.line.ask("make_puzzle", { game: game.value, words: words.value.trim().split(/[\s,]+/u),
        clue: clue.value.trim() || undefined, meaning: meaning.value.trim() || undefined })
      for (const field of [words, clue, meaning]) field.value = ""
      dialog("Your puzzle is ready", h("p", {}, "Its link, for anybody to play it:"), h("p", { class: "drawn" }, address(puzzle)),
        buttons(sender(puzzle, { class: "primary" }), link("Try it", "puzzle", puzzle.code)))
      await this.#showMade()
    })
  }

  async #showMade() {
    const { puzzles } = await this.line.ask("puzzles")
    fill(this.#list, puzzles.length ? puzzles.map((puzzle) => this.#item(puzzle)) : h("li", { class: "faint" }, "None yet."))
  }

  #item(puzzle) {
    const { code, clue, day, played, results } = puzzle
    const words = puzzle.words.join(" ")
    const remove = async () => {
      await this.line.ask("remove_puzzle", { code })
      await this.#showMade()
    }
    return h("li", {}, h("details", {}, h("summary", {}, h("b", {}, words), " ",
      h("small", {}, [clue, day, played ? `${results?.solved ?? 0} of ${played} solved it` : "nobody has finished it yet"].filter(Boolean).join(" · "))),
      results && bars(results.distribution),
      buttons(sender(puzzle), button("Take it down",
        () => confirm(`Take ${words} down?`, "Nobody can play it any more, and its results are deleted.", "Take it down", remove), { class: "quiet" }))))
  }
}
