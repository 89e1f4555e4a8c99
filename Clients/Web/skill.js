// How well a finished match was played, in the server's words: what each guess cost, what luck gave, what it left.

import { dialog, h } from "./dom.js"

/// Shows the analysis of what the player has finished in a room.
export async function showSkill(line, room) {
  const { match, guesses, drawn } = await line.ask("command", { room, text: `/analysis ${room}` })
  const [sum, ...rest] = drawn.split("\n")
  dialog("Skill and luck", h("p", {}, sum),
    h("ol", { class: "skill" }, guesses.map(({ guess }, index) => h("li", {}, rest[index], " ", left(line, { match, n: index + 1 }, guess)))),
    h("p", {}, h("b", {}, rest[guesses.length])),
    h("p", { class: "faint" }, "A guess costs what the best one would have saved, in guesses. Luck is how much better it went than on average."))
}

/// A button, and below it the words that fitted after a guess, a page at a time.
function left(line, which, guess) {
  const place = h("p", { class: "drawn", hidden: true })
  const button = h("button", { class: "quiet", "aria-label": `What fitted after ${guess}`, "aria-expanded": false, onclick: async () => {
    if (!place.textContent) await show(1)
    place.hidden = !place.hidden
    button.setAttribute("aria-expanded", !place.hidden)
  } }, "Which?")
  const show = async (page) => {
    const { words, pages } = await line.ask("words_left", { ...which, page })
    place.querySelector("button")?.remove()
    place.append(`${words.join(" ") || "None."} `)
    if (page < pages) place.append(h("button", { class: "quiet", onclick: () => show(page + 1) }, "More"))
  }
  return [button, place]
}
