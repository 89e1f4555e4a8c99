// Elements in one expression: h("p", { class: "faint" }, "text", child). Texts are always text nodes, so that nothing
// that comes over the line is ever read as markup.

import { returning } from "./focus.js"

export function h(name, attributes = {}, ...children) {
  const element = name === "svg" || name === "path"
    ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue
    // Whether a button is pressed is told in a word, either way.
    if (key.startsWith("aria-")) element.setAttribute(key, value)
    else if (value === false) continue
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value)
    else if (key === "style") element.style.cssText = value
    else if (key === "class") element.setAttribute("class", value)
    else element.setAttribute(key, value === true ? "" : value)
  }
  element.append(...present(children))
  return element
}

const present = (children) => children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false)

/// Gives an element these children in place of those that it has; what is false is none.
export function fill(element, ...children) { element.replaceChildren(...present(children)) }

/// An address within the page: the parts of `#/room/lunch/tacos`, without those that are missing.
export const at = (...parts) => `#/${parts.filter(Boolean).map(encodeURIComponent).join("/")}`
export function go(...parts) { location.hash = at(...parts) }

// What every page consists of.

export const button = (words, act, more) => h("button", { type: "button", onclick: act, ...more }, words)
export const link = (words, ...parts) => h("a", { class: "button", href: at(...parts) }, words)
export const buttons = (...items) => h("p", { class: "buttons" }, items)
export const faint = (...words) => h("p", { class: "faint" }, words)
export const empty = (...words) => h("p", { class: "empty" }, words)

/// A button for each of `texts`, by key; the chosen one is pressed.
export const choice = (texts, chosen, choose) => h("p", { class: "buttons themes" }, Object.entries(texts).map(([key, text]) =>
  button(text, () => choose(key), { "aria-pressed": key === chosen })))

/// A table: the heads of its columns, if any, and rows of cells. A row is named by the cell at `name`, and `own` by whether
/// it is the player's.
export const table = (heads, rows, { caption, name = 1, own } = {}) => h("table", { class: "standings" }, caption && h("caption", {}, caption),
  heads && h("tr", {}, heads.map((text) => h("th", { scope: "col" }, text))),
  rows.map((cells, index) => h("tr", { class: own?.(index) ? "you" : "" }, cells.map((cell, column) =>
    column === name ? h("th", { scope: "row" }, cell) : h("td", {}, cell)))))

/// A page: a title, and what stands below it. `line` is what it asks.
export class Page {
  #isBusy = false

  constructor(line, title, kind) {
    [this.line, this.title, this.element] = [line, title, h("section", { class: kind })]
    this.show(empty("…"))
  }

  show(...content) { fill(this.element, h("h1", {}, this.title), content) }

  /// Does what a tap is for; a second tap while the first is under way means the first.
  async once(act) {
    if (this.#isBusy) return
    this.#isBusy = true
    try { await act() } finally { this.#isBusy = false }
  }
}

/// What a person sees as characters: letters with their marks, emoji with theirs.
let segmenter
export function characters(text) {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" })
  return Array.from(segmenter.segment(text), (part) => part.segment)
}

let [fading, coming] = [0, 0]

/// Says something in passing. One thing at a time: what is said next takes its place, and so does another page. It stands
/// above an open sheet, too, and over the head of the page, where it hides neither board nor keys.
export function toast(text, kind = "") {
  hush()
  document.getElementById("toasts")?.remove()
  const place = h("div", { id: "toasts", role: "status", "aria-live": "polite" })
  ;(document.querySelector("dialog:modal") ?? document.body).append(place)
  // What comes into a place that is there already is read out.
  coming = requestAnimationFrame(() => place.replaceChildren(h("p", { class: `toast ${kind}` }, text)))
  fading = setTimeout(hush, Math.min(6000, Math.max(2000, text.length * 70)))
}

export function hush() {
  clearTimeout(fading)
  cancelAnimationFrame(coming)
  document.getElementById("toasts")?.replaceChildren()
}

export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches

/// Runs a CSS animation of a class once.
export function animate(element, name, delay = 0) {
  if (!element || isCalm()) return
  element.style.animationDelay = `${delay}ms`
  element.classList.remove(name)
  void element.offsetWidth
  element.classList.add(name)
  element.addEventListener("animationend", () => element.classList.remove(name), { once: true })
}

/// A dialog that is there until it is answered; closes by Escape and by a tap beside it.
export function dialog(title, ...content) {
  const box = sheet(title, content)
  box.showModal()
  // Not the ✕, which comes first.
  box.focus()
  return box
}

function sheet(title, content) {
  const box = h("dialog", { "aria-label": title, tabindex: "-1" },
    h("form", { method: "dialog", class: "close" }, h("button", { "aria-label": "Close" }, "✕")),
    h("h2", {}, title), content)
  box.addEventListener("click", (event) => { if (event.target === box) box.close() })
  const goBack = returning()
  box.addEventListener("close", () => {
    // What was said on it goes on to be read.
    const said = box.querySelector("#toasts")
    if (said) document.body.append(said)
    box.remove()
    goBack()
  })
  document.body.append(box)
  return box
}

/// A form: pairs of a label and its field, with other elements between them, and what its button does. Meanwhile the button
/// is off; why something was refused stands above it until it is sent again. `more` stands beside the button.
export function form(words, content, act, more) {
  const submit = h("button", { class: "primary" }, words)
  const refused = h("p", { class: "bad", role: "alert" })
  return h("form", { class: "ask", onsubmit: async (event) => {
    event.preventDefault()
    submit.disabled = true
    fill(refused)
    try { await act(event) } catch ({ message }) {
      if (refused.isConnected) fill(refused, message)
      else toast(message, "bad")
      refused.scrollIntoView({ block: "nearest" })
    }
    submit.disabled = false
  } }, content.map((item) => Array.isArray(item) ? h("label", { class: item[1].type === "checkbox" ? "check" : null }, item) : item), refused, more ? buttons(submit, more) : submit)
}

/// A line to fill in.
export const text = (name, more) => h("input", { type: "text", name, autocomplete: "off", autocapitalize: "none", spellcheck: "false", ...more })

/// Asks before something is done that cannot be taken back. `words` are those of the button that does it.
export function confirm(title, description, words, act) {
  const box = dialog(title, description && h("p", {}, description), buttons(
    button(words, () => { box.close(); act() }, { class: "primary" }), button("Not now", () => box.close())))
}

/// Asks what comes from somebody else, beside the page: it takes neither the focus nor keys, and stays while others are
/// opened. Without the answer `words` it is refused.
export function ask(title, description, words, act, refuse) {
  let answer = refuse
  const box = sheet(title, [h("p", { role: "alert" }, h("span", { class: "for-readers" }, `${title}: `), description), buttons(
    button(words, () => { answer = act; box.close() }, { class: "primary" }), button("Not now", () => box.close()))])
  box.classList.add("beside")
  box.addEventListener("close", () => answer())
  // show() would move the focus.
  box.open = true
  return box
}

/// No sheet outlives the page that it was opened on, but what somebody else asks.
export function closeSheets() { for (const box of document.querySelectorAll("dialog:not(.beside)")) box.remove() }

/// A text and an address passed on by the phone's own means, where there are any, else copied.
export async function pass(what) {
  const both = [what.text, what.url].filter(Boolean).join("\n")
  if (!navigator.share) return copy(both)
  try { await navigator.share(what) } catch (error) {
    // Some phones take it only right after a tap; otherwise the player has thought better of it.
    if (error.name === "NotAllowedError") await copy(both)
  }
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    toast("Copied", "good")
  } catch {
    // Without TLS browsers let no page copy; a person can.
    const field = h("textarea", { rows: 4, readonly: true, "aria-label": "What there is to copy" })
    field.value = text
    dialog("Copy this", field)
    field.select()
  }
}

/// What the browser offers to install, once it does.
export const app = { offer: null }

export const installButton = () => app.offer && button("Install as an app", async ({ currentTarget }) => {
  const { offer } = app
  app.offer = null
  currentTarget.remove()
  await offer.prompt()
})

export function plural(count, one, many = one + "s") { return `${count} ${count === 1 ? one : many}` }

/// `4:05`, from whole seconds.
export const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`

/// `12 h 5 min`, from seconds.
export function duration(seconds) {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
