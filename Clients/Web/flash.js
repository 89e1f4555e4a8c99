// A flash card: one side, then both, and how well it was remembered.

import { h, plural } from "./dom.js"

export const ratings = ["again", "hard", "good", "easy"]

/// A card; `back` is the word with all that is known of it, once it was turned.
export function face(card, back, ...more) {
  return h("article", { class: "card flash", "aria-live": "polite" }, h("b", {}, card.front),
    back && [h("p", {}, card.front === back.translation ? back.original : back.translation),
      [back.part, back.note, back.example].filter(Boolean).map((line) => h("small", {}, line))], more)
}

/// A button for each rating, with the days until the card comes again.
export function rate(intervals, act) {
  const days = (rating) => {
    const count = intervals[rating]
    return count === undefined ? "" : count === 0 ? "today" : plural(count, "day")
  }
  return h("p", { class: "ratings" }, ratings.map((rating) => h("button", { onclick: () => act(rating) }, rating, h("small", {}, days(rating)))))
}

/// What to say to guests, whose words would be nobody's.
export function forNames(title) {
  return [h("h1", {}, title), h("p", { class: "empty" }, "Words of your own are kept under your name. ", h("a", { href: "#/me" }, "Choose one"))]
}
