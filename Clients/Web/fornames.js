// What to say to guests, whose words would be nobody's.

import { h } from "./dom.js"

export function forNames(title) {
  return [h("h1", {}, title), h("p", { class: "empty" }, "Words of your own are kept under your name. ", h("a", { href: "#/me" }, "Choose one"))]
}
