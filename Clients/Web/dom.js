// Elements in one expression: h("p", { class: "faint" }, "text", child). Texts are always text nodes, so that nothing
// that comes over the line is ever read as markup.

export function h(name, attributes = {}, ...children) {
  const element = name === "svg" || name === "path" || name === "rect"
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

/// What a person sees as characters: letters with their marks, emoji with theirs.
let segmenter
export function characters(text) {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" })
  return Array.from(segmenter.segment(text), (part) => part.segment)
}

export function toast(text, kind = "") {
  const element = h("p", { class: `toast ${kind}` }, text)
  const place = document.getElementById("toasts")
  while (place.children.length > 2) place.firstChild.remove()
  place.append(element)
  setTimeout(() => element.remove(), Math.max(1800, text.length * 70))
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
  const box = h("dialog", { "aria-label": title },
    h("form", { method: "dialog", class: "close" }, h("button", { "aria-label": "Close" }, "✕")),
    h("h2", {}, title), content)
  box.addEventListener("click", (event) => { if (event.target === box) box.close() })
  box.addEventListener("close", () => box.remove())
  document.body.append(box)
  box.showModal()
  return box
}

export function plural(count, one, many = one + "s") { return `${count} ${count === 1 ? one : many}` }

/// `12 h 5 min`, from seconds.
export function duration(seconds) {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
