// All words of a language: found by a part of either side, mended, or deleted.

import { Page, button, buttons, fill, form, h, link, text, toast } from "./dom.js"
import { forNames } from "./fornames.js"

const fields = { original: "Word", translation: "What it means", part: "Part of speech", note: "Note", example: "Example" }

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

  /// What is being mended when the line comes back stays.
  known() { if (!this.element.querySelector("details[open]")) this.open() }

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
    const place = h("li")
    const show = (word) => fill(place, h("details", { ontoggle: ({ target }) => { if (target.open && !target.querySelector("form")) target.append(mend(word)) } },
      h("summary", {}, h("b", { dir: "auto" }, word.original), " ", h("small", { dir: "auto" }, word.translation))))
    const mend = (word) => {
      const inputs = Object.keys(fields).map((key) => text(key, { dir: "auto", required: key === "original" || key === "translation", value: word[key] ?? "" }))
      return form("Keep it so", inputs.map((input) => [fields[input.name], input]), async () => {
        const changed = inputs.filter(({ name, value }) => value !== (word[name] ?? "")).map(({ name, value }) => [name, value])
        show((await this.line.askNow("edit_word", { word: word.word, ...Object.fromEntries(changed) })).word)
        toast("It is mended", "good")
      }, [this.#mark(word), this.#remove(word, place)])
    }
    show(word)
    return place
  }

  /// A mark brings a word into runs and quizzes of marked words.
  #mark(word) {
    const words = () => word.marked ? "★ Marked" : "☆ Mark it"
    return button(words(), async ({ currentTarget: mark }) => {
      await this.line.askNow("edit_word", { word: word.word, marked: !word.marked })
      word.marked = !word.marked
      mark.setAttribute("aria-pressed", word.marked)
      mark.textContent = words()
    }, { "aria-pressed": Boolean(word.marked) })
  }

  /// A word goes with its reviews, so that it takes two taps.
  #remove(word, place) {
    return button("Delete it", async ({ currentTarget: remove }) => {
      if (!remove.dataset.asked) {
        remove.dataset.asked = "yes"
        remove.textContent = "Delete it for good"
        return
      }
      await this.line.askNow("delete_word", { word: word.word })
      place.remove()
      if (!this.#words.children.length) await this.#find()
      toast(`${word.original} is deleted`)
    }, { class: "quiet" })
  }
}
