// Words of one's own: the languages, a word more, and what can be done with a language. Cards are played in a room.

import { Page, at, button, buttons, empty, faint, form, go, h, link, plural, text, toast } from "./dom.js"
import { forNames } from "./fornames.js"

const sections = { random: "Any words", repeat: "Marked words", all: "All words, the oldest first" }

const line = (name, more) => text(name, { required: true, ...more })

export class Words extends Page {
  #language

  constructor(line, language = "") {
    super(line, language || "Words", "words")
    this.#language = language
  }

  /// After the line was away, too: what there is to do is the server's to say. What is typed meanwhile stays.
  known() { if (!this.#isTyping) this.open() }

  /// What was opened or is typed into is not drawn anew.
  get #isTyping() { return this.element.querySelector("details[open]") || [...this.element.querySelectorAll("input:not([type=checkbox])")].some(({ value }) => value) }

  async open() {
    if (this.line.state !== "open") return
    if (!this.line.isNamed) return this.show(forNames())
    const known = await this.line.ask("languages")
    if (this.#isTyping) return
    if (this.#language) this.#showLanguage(known)
    else this.#list(known)
  }

  // The languages.

  #list({ languages, selected }) {
    this.line.due = languages.reduce((sum, { due }) => sum + due, 0)
    const [original, translation, name] = [line("original"), line("translation"), line("language", { placeholder: "Spanish, or Irish verbs" })]
    const choice = h("select", {}, languages.map(({ language }) => h("option", { value: language, selected: language === selected }, language)))
    const begin = this.#form("Begin it", { Language: name }, () => this.line.askNow("add_language", { name: name.value.trim() }))
    this.show(
      h("ul", { class: "rooms" }, languages.map(({ language, words, due, new: fresh }) => h("li", {},
        h("a", { href: at("words", language) }, h("b", {}, language), " ", h("small", {}, `${plural(words, "word")} · ${due} due · ${fresh} new`))))),
      languages.length
        ? [h("h2", {}, "A new word"),
            this.#form("Add it", { Language: choice, Word: original, "What it means": translation }, async () => {
              const own = { language: choice.value, original: original.value.trim(), translation: translation.value.trim() }
              const twin = JSON.stringify(own) !== this.#doubled && await this.#twin(own)
              if (twin) {
                this.#doubled = JSON.stringify(own)
                throw new Error(`You have ${twin.original} = ${twin.translation} already: once more adds it beside that`)
              }
              const { word } = await this.line.askNow("add_word", own)
              toast(`${word.original} = ${word.translation}`, "good")
              return this.line.ask("languages", { select: choice.value })
            }),
            h("details", {}, h("summary", {}, "Another language"), begin)]
        : [h("p", {}, "You are not learning a language yet."), begin],
      buttons(link("Add many words at once", "decks")))
  }

  /// `act` resolves with the languages as they are then.
  #form(words, fields, act) {
    return form(words, Object.entries(fields), async () => this.#list(await act()))
  }

  /// What the player was told is there already.
  #doubled = ""

  /// A word with the same original.
  async #twin({ language, original }) {
    const { words } = await this.line.askNow("search", { language, text: original })
    return words.find((word) => word.original.localeCompare(original, undefined, { sensitivity: "accent" }) === 0)
  }

  // A language.

  #showLanguage({ languages }) {
    const known = languages.find(({ language }) => language === this.#language)
    this.show(known ? this.#study(known) : empty(`You are not learning ${this.#language}. `, h("a", { href: "#/words" }, "All languages")))
  }

  #study({ words, due, new: fresh, new_later: later }) {
    const section = h("select", { name: "section" }, Object.entries(sections).map(([key, text]) => h("option", { value: key }, text)))
    const count = h("select", { name: "count" }, [10, 20, 50, 100].map((number) => h("option", { selected: number === 20, value: number }, plural(number, "card"))))
    const choices = h("input", { type: "checkbox", name: "choices" })
    return [
      faint(`${plural(words, "word")} · ${due} due · ${fresh} new${later ? ` (${later} more on other days)` : ""}`),
      buttons(button("Study", () => this.once(() => this.#play("study", {})), { class: "primary" })),
      this.#daily(),
      h("h2", {}, "Practise for a score"),
      faint("A run goes through some cards once and ends with a result. The first one of a day counts for your streak."),
      form("Begin", [["Which", section], ["How many", count], ["Choose from four answers", choices]],
        () => this.#play("cards", { section: section.value, count: Number(count.value), choices: choices.checked })),
      buttons(link("All its words", "list", this.#language), link("A quiz of them", "quiz", `my-${this.#language}`), link("All languages", "words")),
    ]
  }

  /// Opens a room of cards, in which they are played as in any room.
  async #play(type, fields) {
    try {
      go("room", (await this.line.ask(type, { language: this.#language, ...fields })).room)
    } catch (refusal) {
      const { what } = refusal.answer ?? {}
      if (what === "run") return this.#choose(fields)
      if (what !== "word") throw refusal
      toast(fields.section === "repeat" ? "No word is marked" : "There are no words yet", "bad")
    }
  }

  /// A run is under way.
  #choose(fields) {
    const run = (words, fields) => button(words, () => this.once(() => this.#play("cards", fields)))
    this.show(h("p", {}, "A run of yours is not over yet."), buttons(run("Go on with it", {}), run("Begin a new run", { ...fields, restart: true })))
  }

  /// How many words that were never reviewed come on a day.
  #daily() {
    const count = line("new_per_day", { type: "number", min: 0, max: 1000 })
    const fetch = async ({ target }) => {
      if (!target.open) return
      const { languages } = await this.line.ask("languages")
      count.value = languages.find(({ language }) => language === this.#language)?.new_per_day
    }
    return h("details", { ontoggle: fetch }, h("summary", {}, "New words a day"), form("Keep it", [["At most", count]], async () =>
      this.#showLanguage(await this.line.askNow("change_language", { language: this.#language, new_per_day: count.valueAsNumber }))))
  }
}
