// A quiz of one's own: which words, how many questions, and the room in which a class or friends meet.

import { Page, button, buttons, faint, fill, form, go, h, link, table, text } from "./dom.js"

/// What is asked in which direction.
const directions = [[false, "The word is shown: what does it mean?"], [true, "The meaning is shown: which word is it?"]]

export class Quiz extends Page {
  /// The deck that is chosen at first.
  #chosen
  #shown = 0

  constructor(line, chosen = "spanish") {
    super(line, "Quiz", "words quiz")
    this.#chosen = chosen
  }

  /// Another name has other words; what is being filled in by the same one stays.
  known() { if (this.#you !== this.line.you || !this.element.querySelector("form")) this.open() }
  #you = null

  async open() {
    this.#you = this.line.you
    const [{ decks }, own] = await Promise.all([this.line.ask("decks"), this.line.isNamed ? this.line.ask("languages") : { languages: [] }])
    this.#show(decks.filter(({ words }) => words !== undefined), own.languages)
  }

  #show(decks, languages) {
    const option = (value, text) => h("option", { value, selected: value === this.#chosen }, text)
    const deck = h("select", { name: "deck", onchange: () => preview() },
      languages.length > 0 && h("optgroup", { label: "Your words" }, languages.map(({ language, words }) => [
        option(`my-${language}`, `${language}: all your words (${words})`), option(`marked-${language}`, `${language}: those you have marked`)])),
      h("optgroup", { label: "Decks of this server" }, decks.map(({ deck, title, words }) => option(deck, `${title} (${words})`))))
    const number = (name, value, min, max) => h("input", { type: "number", name, value, min, max, required: true })
    const [questions, seconds, choices] = [number("questions", 10, 1, 50), number("seconds", 20, 5, 120), number("choices", 4, 2, 6)]
    const inverted = h("select", { name: "inverted" }, directions.map(([value, text]) => h("option", { value: String(value) }, text)))
    const name = text("room", { placeholder: "may stay empty", maxlength: 20 })
    const code = text("code", { placeholder: "none: everybody may come", maxlength: 64 })
    const words = h("div", { class: "preview", "aria-live": "polite" })
    const preview = () => this.#preview(deck.value, words).catch(() => fill(words))
    const lead = h("button", {}, "Lead it on a big screen")
    this.show(
      faint("For a class, or for friends: all are asked the same words at once, and whoever answers right soonest gets most points. They come in by a link."),
      form("Open the room", [["Words", deck], words,
        !this.line.isNamed && faint("A quiz of words of your own takes a name. ", h("a", { href: "#/me" }, "Choose one")),
        ["What is asked", inverted],
        h("div", { class: "numbers" }, h("label", {}, "Questions", questions), h("label", {}, "Seconds for each", seconds), h("label", {}, "Answers to each", choices)),
        ["Name of the room", name], ["Code", code]], async ({ submitter }) => {
        await this.line.keep()
        // It is read from a screen and typed on phones.
        const made = `quiz-${Math.floor(1000 + Math.random() * 9000)}`
        const { room } = await this.line.create({ game: "quiz", mode: "together", rated: false, room: name.value.trim() || made, code: code.value || undefined,
          settings: { deck: deck.value, questions: questions.valueAsNumber, seconds: seconds.valueAsNumber, choices: choices.valueAsNumber, inverted: inverted.value === "true" } })
        go(submitter === lead ? "host" : "room", room, code.value)
      }, lead),
      this.line.isNamed && buttons(link("Add words of your own", "decks")))
    preview()
  }

  /// Some words of a deck, so that nobody opens a room with the wrong one.
  async #preview(deck, place) {
    const turn = ++this.#shown
    const own = deck.match(/^(my|marked)-(.*)$/)
    const { words, count } = own ? await this.#own(own[2], own[1] === "marked") : await this.#here(deck)
    if (turn !== this.#shown) return
    fill(place, words.length > 0 ? pairs("Some of them", words)
      : count === 0 && h("p", { class: "bad" }, own ? "There are none yet." : ""))
  }

  async #own(language, isMarked) {
    const { words } = await this.line.ask("search", { language, text: "", limit: 100 })
    const fitting = words.filter(({ marked }) => marked || !isMarked)
    return { words: fitting, count: fitting.length }
  }

  /// Guests are not told: what is in a deck is compared with words of one's own.
  async #here(deck) {
    if (!this.line.isNamed) return { words: [] }
    const { first } = await this.line.ask("import_preview", { deck })
    return { words: first }
  }
}

/// The first words of many, with what they mean.
export const pairs = (caption, words) => table(null, words.slice(0, 5).map(({ original, translation }) => [original, translation]), { caption, name: 0 })
