// A list in the server's words: the lines of an answer, with what can be asked about each. Nothing here knows a request:
// the server draws what it answers, and says in `links` what leads on from where.

import { at, button, buttons, characters, copy, dialog, faint, fill, go, h, pass, toast } from "./dom.js"
import { save } from "./ending.js"
import { askFor } from "./fields.js"
import { tileClass, tiled } from "./tiles.js"
import { repeatable } from "./wire.js"

/// Requests for which there is a page of its own, by their fields.
const places = {
  arena: ({ code, after }) => after ? undefined : at("arena", code), replay: ({ match }) => at("match", match),
  stats: ({ player }) => player && at("player", player), calendar: ({ player }) => player && at("player", player),
}

const placeOf = ({ request }) => request && places[request.type]?.(request)
/// Whether something can be asked, and elsewhere than where one is.
const leads = (link) => link.text && !["search", "letters"].includes(link.role) && placeOf(link) !== location.hash

/// How long an answer may be waited for in all, in milliseconds: analyses from one address share a processor.
const longest = 20_000

/// Asks again after the time that the server says, while others are served.
async function askPatiently(line, type, fields, end = Date.now() + longest) {
  try { return await line.askDrawn(type, fields) } catch (refusal) {
    const wait = refusal.answer?.retry_after_ms
    if (refusal.code !== "too_fast" || !(Date.now() + wait < end)) throw refusal
    await new Promise((resolve) => setTimeout(resolve, wait))
    return askPatiently(line, type, fields, end)
  }
}

/// Cells of a terminal that a character takes.
const cells = (character) => /[\p{Emoji_Presentation}\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]/u.test(character) ? 2 : 1

/// The part of a line from a column on.
function cut(line, column, width = Infinity) {
  let [text, x] = ["", 0]
  for (const one of characters(line)) {
    if (x >= column && x < column + width) text += one
    x += cells(one)
  }
  return text.trimEnd()
}

/// An answer, and those that its links lead to, one in place of the other.
export class Drawn {
  #content = h("div")
  #search = h("input", { type: "search", placeholder: "Find", "aria-label": "Find", hidden: true, oninput: () => this.#find() })
  element = h("div", { class: "answer", tabindex: "-1" }, this.#search, this.#content)
  #line
  /// How often something was looked for.
  #turns = 0
  /// What is shown, after what has led there: requests with their answers.
  #path = []

  constructor(line) { this.#line = line }

  /// What is shown.
  get answer() { return this.#path.at(-1)?.answer }

  /// Asks once more for what is shown, unless that has led on.
  async again() {
    const path = this.#path
    const [{ type, fields }, ...further] = path
    if (further.length) return
    const answer = await askPatiently(this.#line, type, fields)
    if (path === this.#path) this.show([{ type, fields, answer }])
  }

  /// Asks for what is shown in place of all.
  async open(type, fields) { this.show([{ type, fields, answer: await askPatiently(this.#line, type, fields) }]) }

  show(path, isTurned = false) {
    const focused = this.element.contains(document.activeElement) && document.activeElement.innerText
    const isSame = path.at(-1).type === this.#path.at(-1)?.type
    this.#path = path
    const { drawn = "", links = [] } = path.at(-1).answer
    const parts = new Map()
    for (const link of links.filter(({ line }) => line !== undefined)) {
      const { line, lines = 1, column, width } = link
      const key = `${line} ${column}`
      if (!parts.has(key)) parts.set(key, { line, lines, column, width, links: [] })
      parts.get(key).links.push(link)
    }
    // What is about a part says of which.
    const about = links.filter((link) => link.about)
    for (const { links: own } of parts.values()) {
      const { line, lines, column, width, request } = own[0]
      own.push(...about.map((link) => ({ ...link, line, lines, column, width, request: { ...link.request, [link.about]: request?.[link.about] } })))
    }
    this.#search.hidden = !links.some(({ role }) => role === "search")
    const back = path.length > 1 && button("Back", () => this.#turn(path.slice(0, -1)), { class: "quiet" })
    const whole = links.filter((link) => link.line === undefined && !link.about && leads(link))
    fill(this.#content, this.#lines(drawn.split("\n"), [...parts.values()]),
      (back || whole.length > 0) && buttons(back, whole.map((link) => this.#button(link))))
    if (!isTurned && focused === false || document.activeElement === this.#search) return
    // Where the same is shown the focus stays on what it was on, or near it.
    const controls = isSame ? [...this.element.querySelectorAll("a, button")] : []
    ;(controls.find((one) => one.innerText === focused) ?? controls[0] ?? this.element).focus({ preventScroll: !isTurned })
  }

  /// Looks for what is typed.
  async #find() {
    const { request: { type, ...fields }, form: [member] } = this.answer.links.find(({ role }) => role === "search")
    const turn = ++this.#turns
    const asked = { ...fields, [member]: this.#search.value.trim() }
    const answer = await askPatiently(this.#line, type, asked)
    // Somebody has typed on meanwhile.
    if (turn === this.#turns) this.show([...this.#path.slice(0, -1), { type, fields: asked, answer }])
  }

  /// The lines: those that something can be asked about as rows, the others as text.
  #lines(lines, parts) {
    const content = []
    let [rows, plain] = [[], []]
    const flush = () => {
      if (rows.length) content.push(h("ul", { class: "rooms" }, rows))
      const text = plain.join("\n").replace(/^\n+/, "").trimEnd()
      // What is set in columns stays so.
      if (text) content.push(h("p", /\S {2,}\S|^ {2}/m.test(text) ? { class: "drawn columns", tabindex: "0" } : { class: "drawn" }, tiled(text)))
      ;[rows, plain] = [[], []]
    }
    for (let index = 0; index < lines.length; index++) {
      const here = parts.filter(({ line }) => line === index)
      const height = Math.max(1, ...here.map(({ lines }) => lines))
      const before = here.length && height === 1 ? cut(lines[index], 0, here[0].column) : ""
      if (!here.length || /\p{L}/u.test(before)) {
        if (rows.length) flush()
        plain.push(before || lines[index])
      }
      if (here.length && plain.length) flush()
      if (height > 1) {
        flush()
        content.push(h("div", { class: "cards" }, here.map((part) => this.#card(part, lines.slice(index, index + height)))))
      } else {
        rows.push(...here.map((part) => this.#row(part, cut(lines[index], part.column, part.width))))
        const rest = here.length ? cut(lines[index], here.at(-1).column + here.at(-1).width) : ""
        if (/\p{L}/u.test(rest)) {
          flush()
          plain.push(rest.replace(/^[ ·,]+/, ""))
        }
      }
      index += height - 1
    }
    flush()
    return content
  }

  /// A line: its first column, and the others smaller behind it.
  #row({ links }, text) {
    const [name, ...rest] = text.trim().split(/ {2,}/)
    const [first, ...others] = links.filter(leads)
    const words = rest.length ? [h("b", {}, name), " ", h("small", {}, rest.join(" · "))] : [name]
    return h("li", { class: "own" }, first ? this.#control(first, words, { class: "line", "aria-description": first.text }) : h("span", {}, words),
      others.map((link) => this.#button(link, name)))
  }

  /// A block of lines, such as a grid.
  #card({ column, width, links }, lines) {
    const cuts = lines.map((line) => cut(line, column, width))
    const text = cuts.join("\n").trimEnd()
    const about = text.split("\n", 2).join(" ")
    const letters = links.find(({ role }) => role === "letters")
    const shown = letters ? this.#hidden(letters, cuts, about) : h("p", { class: "drawn" }, tiled(text))
    return h("article", { class: letters ? "card share" : "card" }, shown, links.some(leads) && buttons(links.filter(leads).map((link) => this.#button(link, about))))
  }

  /// A block whose tiles hide letters.
  #hidden({ request: { type, ...fields } }, lines, about) {
    const isTiles = (line) => line && characters(line).every((one) => tileClass(one) !== "other")
    const place = h("div")
    let answer
    const reveal = async (y) => {
      const { rows, drawn } = await (answer ??= askPatiently(this.#line, type, fields))
      if (!rows) throw new Error(drawn.split("\n")[0])
      return rows[y].letters
    }
    import("./hidden.js").then(({ HiddenGrid }) => place.replaceWith(new HiddenGrid(lines.filter(isTiles).map(characters), reveal, about).element))
    return [h("p", { class: "drawn" }, lines.filter((line) => !isTiles(line)).join("\n").trim()), place]
  }

  #button(link, about) {
    const words = `${link.text[0].toUpperCase()}${link.text.slice(1)}`
    return this.#control(link, words, { class: about ? "button quiet" : "button", "aria-label": about && `${words}: ${about}` })
  }

  /// What leads to a page is a link, all else a button.
  #control(link, words, more) {
    const place = placeOf(link)
    return place ? h("a", { href: place, ...more }, words) : button(words, () => this.#follow(link), more)
  }

  async #follow({ request, form, copies, text, role, line, lines, column, width }) {
    const drawn = (this.answer.drawn ?? "").split("\n")
    // A row may hold what its link is not to tell.
    if (copies?.startsWith("/")) return pass({ text: line === undefined ? drawn[0] : undefined, url: location.origin + copies })
    if (copies) return copy(copies)
    const { type, ...fields } = request
    const goesOn = role === "further"
    if (!form) return this.#take(await askPatiently(this.#line, type, fields), type, fields, goesOn)
    const about = line === undefined || lines > 1 ? "" : cut(drawn[line], column, width).trim().split(/ {2,}/).join(" · ")
    await askFor(this.#line, request, form, text, (answer, fields) => this.#take(answer, type, fields, goesOn), about)
  }

  /// Shows where a link has led: in place of the same list, unless it goes on there. A short answer is said in passing, and
  /// may have changed what is shown.
  async #take(answer, type, fields, goesOn = false) {
    if (answer.csv) return save(answer.csv, `${[type, ...Object.values(fields)].join("-")}.csv`)
    const { type: shown, fields: asked } = this.#path.at(-1)
    const refreshing = this.answer.links?.find(({ role }) => role === "again")?.request
    // What is shown may be answered by a change of it.
    if (answer.type === shown && type !== shown) [type, fields] = [shown, asked]
    const place = answer.type !== type && places[answer.type]?.(answer)
    const isShort = !answer.links && (answer.drawn ?? "").split("\n").length <= (refreshing ? 4 : 1)
    if (place) location.hash = place
    else if (answer.room && ["joined", "created"].includes(answer.type)) go("room", answer.room)
    else if (!isShort) this.#turn([...shown === type && !goesOn ? this.#path.slice(0, -1) : this.#path, { type, fields, answer }])
    else {
      if (answer.drawn) toast(answer.drawn)
      if (!refreshing && !repeatable.has(shown)) return
      const { type, ...fields } = refreshing ?? { type: shown, ...asked }
      this.#turn([...this.#path.slice(0, -1), { type, fields, answer: await askPatiently(this.#line, type, fields) }])
    }
  }

  #turn(path) { this.show(path, true) }
}

/// Shows an answer on a sheet; `note` says what stands below it.
export async function showDrawn(line, title, type, fields, note) {
  const list = new Drawn(line)
  await list.open(type, fields)
  dialog(title, list.element, note && faint(note))
}

/// Shows what a typed command was answered with.
export function showTyped(line, text, answer) {
  const list = new Drawn(line)
  list.show([{ type: "command", answer }])
  dialog(text, list.element)
}
