// A run: some cards once, from the first to the last, for a result that can be shared.

import { copy, fill, h, plural, toast } from "./dom.js"
import { passResult } from "./ending.js"
import { face, forNames, rate, ratings } from "./flash.js"
import { picture } from "./results.js"

const sections = { random: "Any words", repeat: "Marked words", all: "All words, the oldest first" }
const verdicts = { right: "Right", accents: "Right but for the accents", typo: "Right but for a slip", wrong: "Not this time" }

export class Run {
  element = h("section", { class: "words" })
  #line
  #language
  #study = null
  /// What was judged last, until the player goes on.
  #judged = null
  #back = null
  #intervals = {}
  /// Whether the last rating may be taken back.
  #mayUndo = false
  #isBusy = false

  constructor(line, language = "") {
    this.#line = line
    this.#language = language
    this.title = `${language}: practice`
  }

  /// After the line was away the server says which card is next.
  known() {
    if (!this.#study) this.open()
    else if (!this.#study.result && !this.#judged) this.#once(() => this.#cards({}))
  }

  open() {
    if (!this.#line.isNamed) return fill(this.element, forNames("Practice"))
    if (!this.#study || this.#study.result) this.#showBeginning()
  }

  // Beginning.

  #showBeginning() {
    this.#study = null
    const section = h("select", { name: "section" }, Object.entries(sections).map(([key, text]) => h("option", { value: key }, text)))
    const count = h("select", { name: "count" }, [10, 20, 50, 100].map((number) => h("option", { selected: number === 20, value: number }, `${number} cards`)))
    const choices = h("input", { type: "checkbox", name: "choices" })
    fill(this.element, h("h1", {}, this.#language),
      h("p", { class: "faint" }, "A run goes through some cards once and ends with a result. The first one of a day counts for your streak."),
      h("form", { class: "ask", onsubmit: (event) => {
        event.preventDefault()
        this.#once(() => this.#cards({ section: section.value, count: Number(count.value), choices: choices.checked }))
      } }, h("label", {}, "Which", section), h("label", {}, "How many", count), h("label", { class: "check" }, "Choose from four answers", choices),
      h("button", { class: "primary" }, "Begin")))
  }

  async #cards(fields) {
    try { this.#next(await this.#line.ask("cards", { language: this.#language, ...fields })) } catch (refusal) {
      const { what } = refusal.answer ?? {}
      if (what === "run") return this.#choose(fields)
      if (what !== "word") throw refusal
      toast(fields.section === "repeat" ? "No word is marked" : "There are no words yet", "bad")
    }
  }

  /// A run is under way.
  #choose(fields) {
    const button = (words, fields) => h("button", { onclick: () => this.#once(() => this.#cards(fields)) }, words)
    fill(this.element, h("h1", {}, this.#language), h("p", {}, "A run of yours is not over yet."),
      h("p", { class: "buttons" }, button("Go on with it", {}), button("Begin a new run", { ...fields, restart: true })))
  }

  // Cards.

  #next(study) {
    ;[this.#study, this.#back, this.#judged, this.#intervals] = [study, null, null, {}]
    this.#show()
  }

  #show() {
    const { run, card, result } = this.#study
    const judged = this.#judged
    if (!judged && (result || !card)) return this.#showResult(result)
    const progress = run && h("p", { class: "faint" }, `${run.done} of ${run.count} done · ${run.remembered} remembered`,
      run.done > 0 && !judged && [" · ", h("button", { class: "quiet", onclick: () => this.#once(() => this.#cards({ restart: true })) }, "Begin a new run"),
        this.#mayUndo && h("button", { class: "quiet", onclick: () => this.#undo() }, "Undo the last answer")])
    const parts = judged
      ? [face(judged.card, judged.word, h("p", { class: judged.answer === "wrong" ? "bad" : "good" }, verdicts[judged.answer] ?? "")),
          h("p", { class: "buttons" }, h("button", { class: "primary", onclick: () => this.#goOn() }, "Go on"),
            judged.answer === "wrong" && !result && h("button", { class: "quiet", onclick: () => this.#correct() }, "I knew it"))]
      : this.#back ? [face(card, this.#back), rate(this.#intervals, (rating) => this.#rate({ rating }))]
        : [face(card), this.#question()]
    fill(this.element, h("h1", {}, this.#language), progress, parts)
    if (judged) this.element.querySelector(".primary").focus({ preventScroll: true })
  }

  #question() {
    const { choices } = this.#study
    const turn = h("button", { type: "button", class: choices?.length ? "quiet" : "", onclick: () => this.#turn() }, "Show the other side")
    if (choices?.length) {
      return h("div", { class: "choices" }, choices.map((choice) => h("button", { onclick: () => this.#rate({ answer: choice }) }, choice)), turn)
    }
    const input = h("input", { type: "text", name: "answer", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-label": "Your answer", placeholder: "Your answer" })
    return h("form", { class: "ask", onsubmit: (event) => {
      event.preventDefault()
      const answer = input.value.trim()
      if (answer) this.#rate({ answer })
      else this.#turn()
    } }, input, h("button", { class: "primary" }, "Check"), turn)
  }

  #turn() {
    return this.#once(async () => {
      const { card, intervals } = await this.#line.ask("turn", { word: this.#study.card.word })
      ;[this.#back, this.#intervals] = [card.back, intervals ?? {}]
      this.#show()
    })
  }

  #rate(fields) {
    return this.#once(async () => {
      const { card } = this.#study
      const next = await this.#line.ask("rate", { ...fields, word: card.word })
      this.#mayUndo = true
      if (!fields.answer) return this.#next(next)
      ;[this.#study, this.#back, this.#judged] = [next, null, { card, word: next.word, answer: next.answer }]
      this.#show()
    })
  }

  /// The card is the run's next one again.
  #undo() {
    return this.#once(async () => {
      await this.#line.ask("undo_rating")
      this.#mayUndo = false
      await this.#cards({})
    })
  }

  /// What was judged wrong was known all the same: the word is due later, and the run counts it as it was judged.
  #correct() {
    return this.#once(async () => {
      await this.#line.ask("rate", { rating: "good", word: this.#judged.word.word })
      this.#goOn()
    })
  }

  #goOn() {
    this.#judged = null
    this.#show()
  }

  // The end.

  #showResult(result) {
    if (!result) return this.#showBeginning()
    const again = h("button", { onclick: () => this.#showBeginning() }, "Another run")
    const place = h("div", {})
    fill(this.element, h("h1", {}, this.#language), h("div", { class: "card result" }, picture(result.share), place))
    const show = (shared) => fill(place, h("p", { class: "buttons" }, shared?.link
      ? h("button", { class: "primary", onclick: () => passResult(result.share, shared.link) }, "Share")
      : h("button", { class: "primary", onclick: () => this.#share(result, show) }, "Share on the wall"),
    h("button", { onclick: () => copy(result.share) }, "Copy the grid"), again,
    h("a", { class: "button", href: "#/words" }, "All languages")))
    show()
  }

  #share(result, show) {
    return this.#once(async () => {
      const { share_id } = await this.#line.ask("share", { match: result.match })
      toast("It hangs on the wall", "good")
      show((await this.#line.ask("shares", { after: share_id + 1, limit: 1 })).shares[0])
    })
  }

  /// A second tap while the first is under way means the first.
  async #once(act) {
    if (this.#isBusy) return
    this.#isBusy = true
    try { await act() } catch (refusal) { toast(refusal.message, "bad") } finally { this.#isBusy = false }
  }

  key({ key, ctrlKey, metaKey }) {
    if (!this.#study?.card || this.#judged || ctrlKey || metaKey) return false
    const { choices } = this.#study
    if (!this.#back && (key === " " || (key === "Enter" && !choices?.length))) return Boolean(this.#turn())
    const number = Number(key) - 1
    if (this.#back && ratings[number]) return Boolean(this.#rate({ rating: ratings[number] }))
    if (!this.#back && choices?.[number]) return Boolean(this.#rate({ answer: choices[number] }))
    return false
  }
}
