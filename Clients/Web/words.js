// Words of one's own: the languages, a word more, and what can be done with a language. Cards are played in a room.

import { Page, at, button, buttons, empty, faint, form, go, h, link, plural, text, toast } from "./dom.js"
import { askFor } from "./fields.js"
import { forNames } from "./fornames.js"

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

  #study({ words, due, new: fresh, new_later: later, new_per_day, retention }) {
    const language = this.#language
    const practise = () => askFor(this.line, { type: "cards", language }, ["section", "count", "choices", "restart"], "Practise for a score", ({ room }) => go("room", room))
    const change = () => askFor(this.line, { type: "change_language", language, name: language, new_per_day, retention }, ["name", "new_per_day", "retention"], "Change it",
      (_, { name = language }) => name === language ? this.open() : go("words", name))
    return [
      faint(`${plural(words, "word")} · ${due} due · ${fresh} new${later ? ` (${later} more on other days)` : ""}`),
      buttons(button("Study", () => this.once(async () => go("room", (await this.line.ask("study", { language })).room)), { class: "primary" }), button("Practise for a score", practise)),
      faint("A run goes through some cards once and ends with a result. The first one of a day counts for your streak."),
      buttons(link("All its words", "list", language), link("A quiz of them", "quiz", `my-${language}`), button("Change it", change), link("All languages", "words")),
    ]
  }
}
