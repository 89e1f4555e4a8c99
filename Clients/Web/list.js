// All words of a language: found by a part of either side, mended, or deleted.

import { fill, h, toast } from "./dom.js"
import { forNames } from "./fornames.js"

const fields = { original: "Word", translation: "What it means", part: "Part of speech", note: "Note", example: "Example" }

export class List {
  element = h("section", { class: "words" })
  #line
  #language
  #words = h("ul", { class: "rooms" })
  #more = h("button", { class: "more", hidden: true, onclick: () => this.#find(this.#next) }, "More")
  #search = h("input", { type: "search", placeholder: "Find a word", "aria-label": "Find a word", oninput: () => this.#find() })
  #next = 0
  #turn = 0

  constructor(line, language = "") {
    this.#line = line
    this.#language = language
    this.title = `${language}: all words`
  }

  /// What is being mended when the line comes back stays.
  known() { if (!this.element.querySelector("details[open]")) this.open() }

  async open() {
    if (this.#line.state !== "open") return
    if (!this.#line.isNamed) return fill(this.element, forNames("Words"))
    fill(this.element, h("h1", {}, this.#language), this.#search, this.#words, this.#more,
      h("p", { class: "buttons" }, h("a", { class: "button", href: `#/words/${encodeURIComponent(this.#language)}` }, "Study them"),
        h("a", { class: "button", href: "#/words" }, "All languages")))
    await this.#find()
  }

  async #find(after) {
    const turn = ++this.#turn
    const text = this.#search.value.trim()
    const { words, next } = await this.#line.ask("search", { language: this.#language, ...(text && { text }), ...(after && { after }) })
    // Somebody has typed on meanwhile.
    if (turn !== this.#turn) return
    const items = words.map((word) => this.#item(word))
    if (after) this.#words.append(...items)
    else fill(this.#words, items.length ? items : h("li", { class: "empty" }, text ? "No word has that in it." : "There are no words yet."))
    this.#next = next
    this.#more.hidden = next === undefined
  }

  #item(word) {
    const place = h("li")
    const show = (word) => fill(place, h("details", { ontoggle: (event) => { if (event.target.open) mend(word, event.target) } },
      h("summary", {}, h("b", { dir: "auto" }, word.original), " ", h("small", { dir: "auto" }, word.translation))))
    const mend = (word, details) => {
      if (details.querySelector("form")) return
      const inputs = Object.fromEntries(Object.keys(fields).map((key) =>
        [key, h("input", { type: "text", autocomplete: "off", dir: "auto", name: key, required: key === "original" || key === "translation", value: word[key] ?? "" })]))
      details.append(h("form", { class: "ask", onsubmit: (event) => {
        event.preventDefault()
        const changed = Object.entries(inputs).filter(([key, { value }]) => value !== (word[key] ?? "")).map(([key, { value }]) => [key, value])
        this.#do(async () => {
          show((await this.#line.ask("edit_word", { word: word.word, ...Object.fromEntries(changed) })).word)
          toast("It is mended", "good")
        })
      } }, Object.entries(fields).map(([key, label]) => h("label", {}, label, inputs[key])),
        h("p", { class: "buttons" }, h("button", { class: "primary" }, "Keep it so"), this.#mark(word), this.#remove(word, place))))
    }
    show(word)
    return place
  }

  /// A mark brings a word into runs and quizzes of marked words.
  #mark(word) {
    const text = () => word.marked ? "★ Marked" : "☆ Mark it"
    const button = h("button", { type: "button", "aria-pressed": Boolean(word.marked), onclick: () => this.#do(async () => {
      await this.#line.ask("edit_word", { word: word.word, marked: !word.marked })
      word.marked = !word.marked
      button.setAttribute("aria-pressed", word.marked)
      button.textContent = text()
    }) }, text())
    return button
  }

  /// A word goes with its reviews, so that it takes two taps.
  #remove(word, place) {
    const button = h("button", { type: "button", class: "quiet", onclick: () => {
      if (!button.dataset.asked) {
        button.dataset.asked = "yes"
        button.textContent = "Delete it for good"
        return
      }
      this.#do(async () => {
        await this.#line.ask("delete_word", { word: word.word })
        place.remove()
        if (!this.#words.children.length) await this.#find()
        toast(`${word.original} is deleted`)
      })
    } }, "Delete it")
    return button
  }

  async #do(act) {
    if (this.#line.state !== "open") return toast("There is no connection at the moment, so nothing was changed", "bad")
    try { await act() } catch (refusal) { toast(refusal.message, "bad") }
  }
}
