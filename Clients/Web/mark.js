// A game's colour and mark: computed from its id, so that a new game has its own.

import { h } from "./dom.js"

/// 32 bits that differ for ids that differ (FNV-1a).
const hash = (id) => Array.from(id).reduce((sum, letter) => Math.imul(sum ^ letter.codePointAt(0), 16777619) >>> 0, 2166136261)

/// The hue of a game, in degrees.
export const hue = (id) => hash(`${id} paint`) % 360

/// A tile of three by three fields, the left column mirrored to the right, in shades of the game's colour.
export function mark(id) {
  const bits = hash(`${id} mark`)
  const shade = (index) => ["dim", "mid", "lit"][(bits >>> (2 * index)) % 3]
  const rows = [0, 1, 2].flatMap((row) => [shade(2 * row), shade(2 * row + 1), shade(2 * row)])
  return h("span", { class: "game-mark", style: `--hue:${hue(id)}`, "aria-hidden": "true" }, rows.map((kind) => h("i", { class: kind })))
}
