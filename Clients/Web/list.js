// All words of a language: found by a part of either side, mended, or deleted.

import { Page, button, buttons, fill, h, link, toast } from "./dom.js"
import { askFor } from "./fields.js"
import { forNames } from "./fornames.js"

export class List extends Page {
  #language
  #words = h("ul", { class: "rooms" })
  #more = button("More", () => this.#find(this.#next), { class: "more", hidden: true })
  #search = h("input", { type: "search", placeholder: "Find a word", "aria-label": "Find a word", oninput: () => this.#find() })
  #next = 0
  #turn = 0

  constructor(line, language = "") {
    super(line, `${language}: all words`, "words")
    this.#language = language
  }

  known() { this.open() }

  async open() {
    if (this.line.state !== "open") return
    if (!this.line.isNamed) return this.show(forNames())
    this.show(this.#search, this.#words, this.#more, buttons(link("Study them", "words", this.#language), link("All languages", "words")))
    await this.#find()
  }

  async #find(after) {
    const turn = ++this.#turn
    const text = this.#search.value.trim()
    const { words, next } = await this.line.ask("search", { language: this.#language, ...(text && { text }), ...(after && { after }) })
    // Somebody has typed on meanwhile.
    if (turn !== this.#turn) return
    const items = words.map((word) => this.#item(word))
    if (after) this.#words.append(...items)
    else fill(this.#words, items.length ? items : h("li", { class: "empty" }, text ? "No word has that in it." : "There are no words yet."))
    this.#next = next
    this.#more.hidden = next === undefined
  }

  #item(word) {
    const place = h("li", { class: "own" })
    const show = (word) => fill(place, button([h("b", { dir: "auto" }, word.original), " ", h("small", { dir: "auto" }, word.translation)], () => this.#mend(word, show), { class: "line" }),
      this.#mark(word, show), button("Delete", () => this.#remove(word, place), { class: "quiet", "aria-label": `Delete ${word.original}` }))
    show(word)
    return place
  }

  #mend({ marked, due, ...word }, show) {
    return askFor(this.line, { type: "edit_word", ...word }, ["original", "translation", "part", "note", "example"], "Mend it", ({ word }) => {
      show(word)
      toast("It is mended", "good")
    })
  }

  /// A mark brings a word into runs and quizzes of marked words.
  #mark({ word, original, marked }, show) {
    const mark = async () => show((await this.line.askNow("edit_word", { word, marked: !marked })).word)
    return button(marked ? "★" : "☆", mark, { class: "quiet", "aria-pressed": Boolean(marked), "aria-label": `Mark ${original}` })
  }

  #remove({ word, original }, place) {
    return askFor(this.line, { type: "delete_word", word }, [], `Delete ${original}`, async () => {
      place.remove()
      if (!this.#words.children.length) await this.#find()
      toast(`${original} is deleted`)
    })
  }
}
