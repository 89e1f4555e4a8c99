// The tiles of boards and shared results: emoji on the wire, colours and words on the page.

import { characters, h } from "./dom.js"

const names = {
  "🟩": ["right", "right place"], "🟨": ["elsewhere", "elsewhere in the puzzle"], "⬛": ["absent", "not in the puzzle"],
  "⬜": ["open", "open"], "🟪": ["purple", "found by the first player"], "🟦": ["blue", "found by the second player"],
  "🟧": ["orange", "found by the third player"], "🟥": ["red", "found by the fourth player"],
  "🟫": ["brown", "found by the fifth player"],
}

/// The class of a tile; one that is not known is drawn as it came.
export const tileClass = (tile) => names[tile]?.[0] ?? "other"
/// The tile in words, for those who do not see colours.
export const tileWords = (tile) => names[tile]?.[1] ?? tile

/// A text with its tiles in the colours of the board; what stands between two of them is one text.
export const tiled = (text) => text.split(/([🟩🟨⬛⬜🟪🟦🟧🟥🟫])/u).filter(Boolean).map((part) => tileClass(part) === "other" ? part
  : h("i", { class: "cell", "data-tile": tileClass(part), role: "img", "aria-label": tileWords(part) }))

/// The header of a shared text, and its rows of tiles; rows of anything else are remarks.
export function parseShare(text) {
  const [header, ...lines] = text.split("\n")
  const rows = [], remarks = []
  for (const line of lines.map((line) => line.trim()).filter(Boolean)) {
    const cells = characters(line).filter((cell) => cell !== " ")
    if (cells.every((cell) => names[cell])) rows.push(cells)
    else remarks.push(line)
  }
  return { header, rows, remarks }
}
