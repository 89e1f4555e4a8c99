// Where everything of a room stands: the board in the middle, above it who else plays, below it words and keys.

import { h } from "./dom.js"

/// The elements of a room; `fixed` are those that know by themselves what they show.
export function table(fixed) {
  const parts = {
    about: h("p", { class: "faint", hidden: true }), place: h("div", { class: "place" }, fixed.board),
    line: h("p", { class: "prompt", "aria-live": "polite" }, "…"), hint: h("p", { class: "hint faint", hidden: true }),
    spoken: h("p", { class: "spoken", role: "status" }),
    end: h("div", { class: "end", tabindex: "-1" }), tools: h("p", { class: "tools" }),
  }
  parts.element = h("div", { class: "table" },
    fixed.heading, parts.about, fixed.seats, fixed.news, fixed.others, parts.place, fixed.parts, fixed.tally, parts.line, parts.spoken, fixed.choices, parts.hint, fixed.entry, fixed.moveLine, fixed.poll, fixed.nickname, parts.end, parts.tools, fixed.keyboard)
  return parts
}
