// Words of one's own: the languages, a word more, and what is due today, card by card. Another side is not in the page
// before it is turned.

import { fill, h, plural, toast } from "./dom.js"
import { face, forNames, rate, ratings } from "./flash.js"

const text = (more) => h("input", { type: "text", required: true, autocomplete: "off", ...more })

export class Words {
  element = h("section", { class: "words" }, h("h1", {}, "Words"))
  #line
  #language
  #study = null
  #back = null
  #intervals = {}
  #done = 0
  /// Whether the last rating here may be taken back.
  #mayUndo = false
  #isBusy = false

  constructor(line, language = "") {
    this.#line = line
    this.#language = language
    this.title = language || "Words"
  }

  /// After the line was away, too: which card is next is the server's to say. What is typed meanwhile stays.
  known() { if (!this.#isTyping) this.open() }

  get #isTyping() { return [...this.element.querySelectorAll("input")].some(({ value }) => value) }

  async open() {
    if (this.#line.state !== "open") return
    if (!this.#line.isNamed) return fill(this.element, forNames("Words"))
    if (this.#language) this.#next(await this.#line.ask("study", { language: this.#language }))
    else {
      const known = await this.#line.ask("languages")
      if (!this.#isTyping) this.#list(known)
    }
  }

  // The languages.

  #list({ languages, selected }) {
    this.#line.due = languages.reduce((sum, { due }) => sum + due, 0)
    const [original, translation] = [text({ name: "original" }), text({ name: "translation" })]
    const choice = h("select", {}, languages.map(({ language }) => h("option", { value: language, selected: language === selected }, language)))
    const name = text({ name: "language", placeholder: "Spanish, or Irish verbs" })
    const begin = this.#form("Begin it", { Language: name }, () => this.#line.ask("add_language", { name: name.value.trim() }))
    fill(this.element, h("h1", {}, "Words"),
      h("ul", { class: "rooms" }, languages.map(({ language, words, due, new: fresh }) => h("li", {},
        h("a", { href: `#/words/${encodeURIComponent(language)}` }, h("b", {}, language), " ",
          h("small", {}, `${plural(words, "word")} · ${due} due · ${fresh} new`))))),
      languages.length
        ? [h("h2", {}, "A new word"),
            this.#form("Add it", { Language: choice, Word: original, "What it means": translation }, async () => {
              const own = { language: choice.value, original: original.value.trim(), translation: translation.value.trim() }
              const twin = JSON.stringify(own) !== this.#doubled && await this.#twin(own)
              if (twin) {
                this.#doubled = JSON.stringify(own)
                return void toast(`You have ${twin.original} = ${twin.translation} already: once more adds it beside that`, "bad")
              }
              const { word } = await this.#line.ask("add_word", own)
              toast(`${word.original} = ${word.translation}`, "good")
              return this.#line.ask("languages", { select: choice.value })
            }),
            h("details", {}, h("summary", {}, "Another language"), begin)]
        : [h("p", {}, "You are not learning a language yet."), begin],
      h("p", { class: "buttons" }, h("a", { class: "button", href: "#/decks" }, "Add many words at once")))
  }

  #form(button, fields, act) {
    return h("form", { class: "ask", onsubmit: (event) => {
      event.preventDefault()
      // What is asked for without a line comes later, when nobody knows any more what they asked for.
      if (this.#line.state !== "open") return toast("There is no connection at the moment, so nothing was added", "bad")
      this.#once(async () => {
        const list = await act()
        if (list) this.#list(list)
      })
    } }, Object.entries(fields).map(([label, field]) => h("label", {}, label, field)), h("button", { class: "primary" }, button))
  }

  /// What the player was told is there already.
  #doubled = ""

  /// A word with the same original.
  async #twin({ language, original }) {
    const { words } = await this.#line.ask("search", { language, text: original })
    return words.find((word) => word.original.localeCompare(original, undefined, { sensitivity: "accent" }) === 0)
  }

  // Cards.

  #next(study) {
    [this.#study, this.#back] = [study, null]
    this.#show()
  }

  #show() {
    const { due, new: fresh, new_later: later, card } = this.#study
    const back = this.#back
    fill(this.element, h("h1", {}, this.#language),
      h("p", { class: "faint" }, `${due} due · ${fresh} new${later ? ` (${later} more on other days)` : ""} · ${this.#done} done`),
      card
        ? face(card, back) : h("p", { class: "empty" }, "Nothing more today."),
      card && back ? rate(this.#intervals, (rating) => this.#rate(rating))
        : h("p", { class: "buttons" }, card ? h("button", { class: "primary", onclick: () => this.#turn() }, "Show the other side")
          : h("a", { class: "button primary", href: "#/words" }, "All languages")),
      h("p", { class: "buttons" },
        card && h("button", { "aria-pressed": Boolean(card.marked), onclick: () => this.#mark(!card.marked) }, card.marked ? "★ Marked" : "☆ Mark it"),
        card && h("button", { "aria-pressed": Boolean(this.#study.inverted), onclick: () => this.#invert(!this.#study.inverted) }, "Ask for the word"),
        this.#mayUndo && !back && h("button", { class: "quiet", onclick: () => this.#undo() }, "Undo the last rating")),
      this.#daily(),
      h("p", { class: "buttons" }, h("a", { class: "button", href: `#/run/${encodeURIComponent(this.#language)}` }, "Practise for a score"),
        h("a", { class: "button", href: `#/list/${encodeURIComponent(this.#language)}` }, "All its words"),
        h("a", { class: "button", href: `#/quiz/${encodeURIComponent(`my-${this.#language}`)}` }, "A quiz of them")))
  }

  #turn() {
    return this.#once(async () => {
      const { card, intervals } = await this.#line.ask("turn", { word: this.#study.card.word })
      ;[this.#back, this.#intervals] = [card.back, intervals ?? {}]
      this.#show()
    })
  }

  #rate(rating) {
    return this.#once(async () => {
      const next = await this.#line.ask("rate", { rating, word: this.#study.card.word })
      this.#done += 1
      this.#mayUndo = true
      this.#next(next)
    })
  }

  /// The card comes again, its other side hidden.
  #undo() {
    return this.#once(async () => {
      const study = await this.#line.ask("undo_rating")
      this.#done -= 1
      this.#mayUndo = false
      this.#next(study)
    })
  }

  /// Marks the card, to see it again in a run of marked words, or takes the mark away.
  #mark(marked) {
    return this.#once(async () => {
      await this.#line.ask("edit_word", { word: this.#study.card.word, marked })
      this.#study.card.marked = marked
      this.#show()
    })
  }

  /// Whether cards show what a word means and ask for it, or the other way round.
  #invert(inverted) {
    return this.#once(async () => {
      await this.#line.ask("section", { language: this.#language, inverted })
      this.#next(await this.#line.ask("study", { language: this.#language }))
    })
  }

  /// How many words that were never reviewed come on a day.
  #daily() {
    const count = text({ type: "number", name: "new_per_day", min: 0, max: 1000 })
    const fetch = async ({ target }) => {
      if (!target.open) return
      const { languages } = await this.#line.ask("languages")
      count.value = languages.find(({ language }) => language === this.#language)?.new_per_day
    }
    return h("details", { ontoggle: fetch }, h("summary", {}, "New words a day"), this.#form("Keep it", { "At most": count }, async () => {
      await this.#line.ask("change_language", { language: this.#language, new_per_day: count.valueAsNumber })
      this.#next(await this.#line.ask("study", { language: this.#language }))
    }))
  }

  /// A second tap while the first is under way means the first.
  async #once(act) {
    if (this.#isBusy) return
    this.#isBusy = true
    try { await act() } catch (refusal) { toast(refusal.message, "bad") } finally { this.#isBusy = false }
  }

  key({ key, ctrlKey, metaKey }) {
    if (ctrlKey || metaKey) return false
    if (key === "u" && this.#mayUndo && !this.#back) return Boolean(this.#undo())
    if (!this.#study?.card) return false
    if (!this.#back && (key === " " || key === "Enter")) return Boolean(this.#turn())
    const rating = ratings[Number(key) - 1]
    return this.#back && rating ? Boolean(this.#rate(rating)) : false
  }
}
