// Where everything of a room stands: the board in the middle, above it who else plays, below it words and keys.

import { h } from "./dom.js"

/// The elements of a room: those of `play`, where the moves are made, and others that know by themselves what they show.
export function table(play, fixed) {
  const parts = {
    about: h("p", { class: "faint", hidden: true }), end: h("div", { class: "end", tabindex: "-1" }), tools: h("p", { class: "tools" }),
  }
  parts.element = h("div", { class: "table" },
    fixed.heading, parts.about, fixed.seats, fixed.news, fixed.others, play.place, play.fields, fixed.tally, play.line, play.spoken, play.choices, play.hint, play.entry, play.moveLine, fixed.poll, fixed.nickname, parts.end, parts.tools, play.keyboard)
  return parts
}
