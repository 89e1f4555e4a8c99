// A room in which nothing is played yet: who is here, how others come, and who begins.

import { at, button, empty, faint, fill, form, go, h, text } from "./dom.js"
import { headcount, shownName } from "./model.js"
import { store } from "./store.js"
import { everybody } from "./person.js"
import { isMadeUp } from "./today.js"

/// So many who are here are named at most; all of them stand on a sheet.
const mostNames = 12

/// What stands in place of a board. A race takes two: for one there is practice. `fewest` is how many a match takes.
export function waiting(joined, { start, again, invite, about }) {
  const { players = [], mode, owner, you, round, outcome, finished, rated, rematch, state, fewest = 1 } = joined
  if (isLookingOn(joined)) return h("div", { class: "waiting" }, h("p", {}, `You look on at this match, and play from the next one on. ${owner === you ? "You begin" : `${owner ?? "The owner"} begins`} it when this one is over.`))
  const isAlone = players.length < (mode === "race" ? 2 : fewest)
  const isOwner = owner === you
  const hasPlayed = Boolean(round || outcome)
  // A match that counts is begun again by nobody alone.
  const isAsked = hasPlayed && mode === "together" && rated && headcount(joined) === 2 && state !== "watching"
  const parts = []
  if (mode === "race" || mode === "together" && !hasPlayed) {
    // Oneself first: who is one of many is not left out.
    const all = [you, ...players.filter((name) => name !== you)].slice(players.includes(you) ? 0 : 1)
    const rest = headcount(joined) - Math.min(all.length, mostNames)
    parts.push(h("ul", { class: "here", "aria-label": "Who is here" }, all.slice(0, mostNames).map((name) => h("li", {}, name === you ? `${shownName(name, all)} (you)` : button(shownName(name, all), () => about(name), { class: "name" }))),
      rest > 0 && h("li", {}, button(`and ${rest} more`, () => everybody(`${headcount(joined)} players here`, all, headcount(joined), about), { class: "name" }))))
  }
  if (isAlone) parts.push(faint(hasPlayed ? "The others have left. Whom do you invite?" : `Nobody else is here yet. The invitation brings them here${isOwner ? "; then you start" : ""}.`))
  // Whoever is done before the others waits for them.
  if (mode === "race" && joined.state === "finished" && !isAlone) parts.push(faint(`The round is not over: ${finished === undefined ? "others still play" : `${finished} of ${headcount(joined)} are done`}.`))
  else if (isOwner && !isAlone && !isAsked) parts.push(button(hasPlayed ? "Next round" : "Start", start, { class: "primary" }))
  else if (!joined.next_in_s) {
    if (!isAsked && !isOwner) parts.push(faint(`${owner ?? "The owner"} begins the ${hasPlayed ? "next round" : mode === "race" ? "first round" : "match"}.`))
    if (hasPlayed && !isAlone) parts.push(onceMore(rematch, you, again))
  }
  if (joined.locked) parts.push(faint("The room is locked: nobody new comes in."))
  else if (mode !== "practice" && (isAlone || !hasPlayed)) {
    parts.push(button(navigator.share ? "Send the invitation" : "Copy the invitation", invite, { class: isAlone ? "primary" : null }))
  }
  return h("div", { class: "waiting" }, parts)
}

/// Asks a guest who plays with others for a nickname. It stays as it is while others come, and what is typed stays.
export class Nickname {
  element = h("div", { class: "nickname", hidden: true })
  #take
  #you = ""

  /// `take(name)` takes a nickname.
  constructor(take) { this.#take = take }

  /// Asks `you`, or with nothing nobody.
  show(you = "") {
    this.element.hidden = !you
    if (you === this.#you) return
    this.#you = you
    const name = text("nickname", { maxlength: 20, required: true, autocapitalize: "words" })
    fill(this.element, you && form("That is me", [[`You are ${you}. What is your name?`, name]], () => this.#take(name.value.trim())))
  }
}

/// Asks for another round, and says for whom it waits.
function onceMore({ wanted = [], missing = [] } = {}, you, again) {
  const isWanted = wanted.includes(you)
  const others = wanted.filter((player) => player !== you)
  const words = isWanted ? `Waiting for ${missing.join(", ")} to play once more.` : others.length > 0 && `${others.join(", ")} would play once more.`
  return [h("p", { role: "status" }, words), !isWanted && button("Play once more", again, { class: "primary" })]
}

/// Whether a match is under way in which the player has no seat: somebody's clock or turn is shown.
const isLookingOn = ({ board, standings, state, you }) => state === "waiting" && !standings
  && Boolean(board?.clocks?.length || board?.to_move?.length) && !board.seats?.some(({ player }) => player === you)

/// The address that brings others to a room. Messengers show a preview of it; its code is behind the `#`, which browsers
/// do not send.
export const invitation = (name, code) =>
  `${location.origin}/room/${encodeURIComponent(name)}${code ? `#${encodeURIComponent(code)}` : ""}`

/// What stands in place of a room that asks for a code; `isWrong` where one was given. `view` is what it opens.
export function askForCode(name, isWrong, view = "room") {
  const code = text("code", { required: true, "aria-label": "Code" })
  return h("div", { class: "card" }, h("h1", {}, isMadeUp(name) ? "A private room" : name),
    h("p", { role: isWrong ? "alert" : null }, isWrong ? "That is not its code." : "This room asks for a code."),
    form("Come in", [code], () => go(view, name, code.value)))
}

/// What stands in place of a room that lets nobody in.
export function turnedAway(name, { code, message }) {
  // The way back through the history leads to rooms that were left for another one.
  const isLeftPractice = code === "not_found" && name.startsWith("practice-")
  return empty(isLeftPractice ? "This practice is over" : message, ". ",
    code === "not_logged_in" && [h("a", { href: "#/me", onclick: () => store.mark("back", location.hash) }, "Choose a name"), " "],
    code === "locked" && [button("Try again", () => location.reload()), " "],
    code === "room_full" && [h("a", { href: at("watch", name) }, "Look on"), " "], h("a", { href: "#/" }, "Back to today"))
}
