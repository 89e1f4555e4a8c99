// What shows that a match was won: tiles that rain for two seconds, unless the system asks for calm.

import { h, isCalm } from "./dom.js"

const [count, lasts] = [36, 2600]
const colours = ["right", "elsewhere", "blue", "purple", "orange"]

export function cheer() {
  if (isCalm()) return
  const place = h("div", { class: "cheer", "aria-hidden": "true" }, Array.from({ length: count }, (_, index) =>
    h("i", { "data-tile": colours[index % colours.length],
      style: `left:${Math.random() * 100}%;animation-delay:${Math.random() * 700}ms;--turn:${Math.round(Math.random() * 4 - 2) * 180}deg` })))
  document.body.append(place)
  setTimeout(() => place.remove(), lasts)
}
