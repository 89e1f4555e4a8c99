// A colour and a shape for each answer to choose from, the same on a big screen and on phones: who does not tell the
// colours apart sees the shapes.

import { h } from "./dom.js"

const signs = [["red", "M12 2 23 21 1 21Z"], ["blue", "M12 1 23 12 12 23 1 12Z"], ["orange", "M12 2a10 10 0 1 0 .01 0Z"], ["purple", "M3 3h18v18H3Z"],
  ["brown", "M12 1 23 9 19 22 5 22 1 9Z"], ["absent", "M9 1h6v8h8v6h-8v8H9v-8H1V9h8Z"]]

export const signColour = (index) => signs[index % signs.length][0]

export const signShape = (index) => h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: signs[index % signs.length][1], fill: "currentColor" }))
