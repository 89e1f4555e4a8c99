// How well a finished match was played, in the server's words: what each guess cost, what luck gave, what it left.

import { button, dialog, faint, h } from "./dom.js"

/// How long an analysis may be waited for in all, in milliseconds: those from one address share a processor.
const longest = 20_000

/// Shows the analysis of what the player has finished in a room.
export async function showSkill(line, room) {
  const { match, guesses, drawn } = await askPatiently(line, "command", { room, text: `/analysis ${room}` })
  const [sum, ...rest] = drawn.split("\n")
  dialog("Skill and luck", h("p", {}, sum),
    h("ol", { class: "skill" }, guesses.map(({ guess }, index) => h("li", {}, rest[index], " ", left(line, { match, n: index + 1 }, guess)))),
    h("p", {}, h("b", {}, rest[guesses.length])),
    faint("A guess costs what the best one would have saved, in guesses. Luck is how much better it went than on average."))
}

/// A button, and below it the words that fitted after a guess, a page at a time.
function left(line, which, guess) {
  const place = h("p", { class: "drawn", hidden: true, "aria-live": "polite" })
  const opener = button("Which?", () => {
    place.hidden = !place.hidden
    opener.setAttribute("aria-expanded", !place.hidden)
    if (!place.textContent) show(1)
  }, { class: "quiet", "aria-label": `What fitted after ${guess}`, "aria-expanded": false })
  const show = async (page) => {
    place.append(h("i", {}, "One moment…"))
    try {
      const { words, pages } = await askPatiently(line, "words_left", { ...which, page })
      place.append(`${words.join(" ") || "None."} `, ...page < pages ? [more(page + 1)] : [])
    } finally { place.querySelector("i").remove() }
  }
  const more = (page) => button("More", ({ currentTarget }) => {
    currentTarget.remove()
    show(page)
  }, { class: "quiet" })
  return [opener, place]
}

/// Asks again after the time that the server says, while others are served.
async function askPatiently(line, type, fields, end = Date.now() + longest) {
  try { return await line.ask(type, fields) } catch (refusal) {
    const wait = refusal.answer?.retry_after_ms
    if (refusal.code !== "too_fast" || Date.now() + wait > end) throw refusal
    await new Promise((resolve) => setTimeout(resolve, wait))
    return askPatiently(line, type, fields, end)
  }
}
