// Words of one's own: the languages, a word more, and what can be done with a language. Cards are played in a room.

import { fill, h, plural, toast } from "./dom.js"
import { forNames } from "./fornames.js"

const sections = { random: "Any words", repeat: "Marked words", all: "All words, the oldest first" }

const text = (more) => h("input", { type: "text", required: true, autocomplete: "off", ...more })

export class Words {
  element = h("section", { class: "words" }, h("h1", {}, "Words"))
  #line
  #language
  #isBusy = false

  constructor(line, language = "") {
    this.#line = line
    this.#language = language
    this.title = language || "Words"
  }

  /// After the line was away, too: what there is to do is the server's to say. What is typed meanwhile stays.
  known() { if (!this.#isTyping) this.open() }

  /// What was opened or is typed into is not drawn anew.
  get #isTyping() { return this.element.querySelector("details[open]") || [...this.element.querySelectorAll("input:not([type=checkbox])")].some(({ value }) => value) }

  async open() {
    if (this.#line.state !== "open") return
    if (!this.#line.isNamed) return fill(this.element, forNames("Words"))
    const known = await this.#line.ask("languages")
    if (this.#isTyping) return
    if (this.#language) this.#showLanguage(known)
    else this.#list(known)
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

  // A language.

  #showLanguage({ languages }) {
    const known = languages.find(({ language }) => language === this.#language)
    if (known) this.#show(known)
    else fill(this.element, h("p", { class: "empty" }, `You are not learning ${this.#language}. `, h("a", { href: "#/words" }, "All languages")))
  }

  #show({ words, due, new: fresh, new_later: later }) {
    const section = h("select", { name: "section" }, Object.entries(sections).map(([key, text]) => h("option", { value: key }, text)))
    const count = h("select", { name: "count" }, [10, 20, 50, 100].map((number) => h("option", { selected: number === 20, value: number }, plural(number, "card"))))
    const choices = h("input", { type: "checkbox", name: "choices" })
    fill(this.element, h("h1", {}, this.#language),
      h("p", { class: "faint" }, `${plural(words, "word")} · ${due} due · ${fresh} new${later ? ` (${later} more on other days)` : ""}`),
      h("p", { class: "buttons" }, h("button", { class: "primary", onclick: () => this.#once(() => this.#play("study", {})) }, "Study")),
      this.#daily(),
      h("h2", {}, "Practise for a score"),
      h("p", { class: "faint" }, "A run goes through some cards once and ends with a result. The first one of a day counts for your streak."),
      h("form", { class: "ask", onsubmit: (event) => {
        event.preventDefault()
        this.#once(() => this.#play("cards", { section: section.value, count: Number(count.value), choices: choices.checked }))
      } }, h("label", {}, "Which", section), h("label", {}, "How many", count), h("label", { class: "check" }, "Choose from four answers", choices),
      h("button", { class: "primary" }, "Begin")),
      h("p", { class: "buttons" }, h("a", { class: "button", href: `#/list/${encodeURIComponent(this.#language)}` }, "All its words"),
        h("a", { class: "button", href: `#/quiz/${encodeURIComponent(`my-${this.#language}`)}` }, "A quiz of them"),
        h("a", { class: "button", href: "#/words" }, "All languages")))
  }

  /// Opens a room of cards, in which they are played as in any room.
  async #play(type, fields) {
    try {
      const { room } = await this.#line.ask(type, { language: this.#language, ...fields })
      location.hash = `#/room/${room}`
    } catch (refusal) {
      const { what } = refusal.answer ?? {}
      if (what === "run") return this.#choose(fields)
      if (what !== "word") throw refusal
      toast(fields.section === "repeat" ? "No word is marked" : "There are no words yet", "bad")
    }
  }

  /// A run is under way.
  #choose(fields) {
    const button = (words, fields) => h("button", { onclick: () => this.#once(() => this.#play("cards", fields)) }, words)
    fill(this.element, h("h1", {}, this.#language), h("p", {}, "A run of yours is not over yet."),
      h("p", { class: "buttons" }, button("Go on with it", {}), button("Begin a new run", { ...fields, restart: true })))
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
      this.#showLanguage(await this.#line.ask("change_language", { language: this.#language, new_per_day: count.valueAsNumber }))
    }))
  }

  /// A second tap while the first is under way means the first.
  async #once(act) {
    if (this.#isBusy) return
    this.#isBusy = true
    try { await act() } catch (refusal) { toast(refusal.message, "bad") } finally { this.#isBusy = false }
  }
}
