// Many words at once: decks of the server, and files from Anki or a spreadsheet. Nothing is added before it was shown.

import { Page, button, faint, form, go, h, plural, text, toast } from "./dom.js"
import { forNames } from "./fornames.js"
import { pairs } from "./quiz.js"

/// Bytes of a line that a part of a file takes at most, escapes included; a line may have a little more.
const partBytes = 15_000
const size = (text) => new TextEncoder().encode(text).length

export class Decks extends Page {
  #languages = []

  constructor(line) { super(line, "Add many words", "words") }

  /// What is typed or looked at while the line comes back stays.
  known() { if (!this.element.querySelector("form")) this.open() }

  async open() {
    this.title = "Add many words"
    if (!this.line.isNamed) return this.show(forNames())
    const [{ decks }, { languages, selected }] = await Promise.all([this.line.ask("decks"), this.line.ask("languages")])
    this.#languages = languages.map(({ language }) => language)
    this.#showDecks(decks, selected)
  }

  #showDecks(decks, selected) {
    const file = h("input", { type: "file", name: "file", accept: ".txt,.csv,.tsv,text/plain,text/csv,text/tab-separated-values" })
    const area = h("textarea", { name: "words", rows: 4, autocapitalize: "none", spellcheck: "false", placeholder: "casa;house\nsol;sun" })
    const language = this.#name(selected)
    this.show(h("h2", {}, "From a file"),
      faint("A word a line with what it means, such as casa = house: written here, from a spreadsheet (CSV), or from Anki (Export, Notes in plain text). You see what it holds before anything is added."),
      form("Look at it", [["For the language", language], this.#known(), ["File", file], ["Or words as you write them here", area]], async ({ submitter }) => {
        const text = file.files[0] ? await read(file.files[0]) : area.value
        if (!text.trim()) throw new Error("Choose a file, or write some words")
        try { await this.#send(text, language.value.trim(), submitter) } finally { submitter.textContent = "Look at it" }
      }),
      h("h2", {}, "From here"),
      h("ul", { class: "rooms" }, decks.map(({ deck, title, words }) => h("li", {},
        button([h("b", {}, title), " ", h("small", {}, words === undefined ? "" : plural(words, "word"))], () => this.#preview({ deck }), { class: "line" })))))
  }

  /// Sends a file part by part, each as long as a line may be, and shows what it holds.
  async #send(text, language, progress) {
    let [start, at] = [0, 0]
    while (start < text.length) {
      let end = Math.min(text.length, start + partBytes)
      const isCut = () => end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1])
      while (size(JSON.stringify(text.slice(start, end))) > partBytes || isCut()) end -= isCut() ? 1 : Math.ceil((end - start) / 4)
      at = (await this.line.ask("import", { text: text.slice(start, end), at })).bytes
      start = end
      progress.textContent = `${Math.round(start / text.length * 100)} %`
    }
    await this.#preview({ language })
  }

  async #preview(which) {
    const found = await this.line.ask("import_preview", which)
    const name = this.#name(which.language ?? found.language)
    name.addEventListener("change", () => this.#preview({ ...which, language: name.value.trim() }))
    const list = (title, lines) => lines.length > 0 && h("details", {}, h("summary", {}, title), h("ul", {}, lines.map((line) => h("li", {}, line))))
    this.title = `${plural(found.notes, "word")} found`
    const add = form(found.new ? `Add ${plural(found.new, "word")}` : "Nothing new", [
      [found.new_language ? "For a new language, called" : "For the language", name],
      this.#known(), taken(found), found.first.length > 0 && pairs("The first of them", found.first),
      list(`${found.duplicate_count} that you have, or that come twice`, found.duplicate_count ? found.duplicates : []),
      list(`${plural(found.fault_count ?? 0, "line")} that cannot be read`, (found.faults ?? []).map(({ line, message }) => `Line ${line}: ${message}`)),
      found.left_out > 0 && faint(`There is no room for ${found.left_out} of them.`)], async () => {
      const { added, language } = await this.line.ask("import_add", { ...which, language: name.value.trim() })
      go("words", language)
      toast(`${plural(added, "word")} added`, "good")
    }, button("Not these", () => this.#cancel(which), { class: "quiet" }))
    add.querySelector(".primary").disabled = !found.new
    this.show(add)
    scrollTo(0, 0)
  }

  #name(language) { return text("language", { value: language, list: "languages", required: true, placeholder: "Spanish" }) }
  #known() { return h("datalist", { id: "languages" }, this.#languages.map((language) => h("option", { value: language }))) }

  async #cancel(which) {
    if (!which.deck) this.line.ask("import", { text: "", at: 0 }).catch(() => {})
    await this.open()
  }
}

const separators = { "\t": "tab", ",": "comma", ";": "semicolon", "=": "equals sign", "|": "|", " ": "space" }
const columns = { Original: "the word", Translation: "what it means", Note: "a note", Part: "the kind of word", Example: "an example", Tags: "marks" }

/// What was taken for what, in a file.
function taken({ separator, heading, columns: names }) {
  if (!separator || !names?.length) return false
  const list = names.map((name) => columns[name] ?? "passed over").join(", ")
  return faint(`Each line was taken apart at the ${separators[separator] ?? separator}: ${list}. `,
    heading ? `The first line (${heading.join(", ")}) is a heading, and no word.` : "")
}

/// A file's text, however a spreadsheet has written it.
async function read(file) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0x50 && bytes[1] === 0x4B) throw new Error("This is a package. In Anki choose Export, Notes in plain text; in a spreadsheet save as CSV")
  const decode = (name) => new TextDecoder(name, { fatal: name === "utf-8" }).decode(bytes)
  if (bytes[0] === 0xFF && bytes[1] === 0xFE) return decode("utf-16le")
  if (bytes[0] === 0xFE && bytes[1] === 0xFF) return decode("utf-16be")
  try { return decode("utf-8") } catch { return decode("windows-1252") }
}
