// What stands below the board when a match is over, or has not begun: standings, one's own result, and how it goes on.

import { button, faint, h, link } from "./dom.js"
import { result, saveResults, standings } from "./ending.js"
import { waiting } from "./waiting.js"

/// What stands there by a room's description; `act` has what its buttons do: `start`, `again`, `invite`, `seat`, and
/// `about(player)`.
export function between(line, joined, act) {
  const { state, mode, owner, you, round, game } = joined
  const isOwner = owner === you
  // Who leads without a seat begins what is to come.
  const isLeading = state === "watching" && isOwner && (round === undefined || Boolean(joined.standings))
  const isOver = isLeading || state === "waiting" || state === "finished"
  const standing = table(line, joined, act.about)
  const next = isOver && mode && mode !== "daily" && !joined.one_round && waiting(joined, act)
  const own = isOver && joined.share && joined.outcome && result(line, joined)
  const seat = state === "watching" && (mode === "race" || mode === "together")
    && faint("You look on, without a seat. ", button("Take a seat", act.seat, { class: "quiet" }),
      isOwner && game === "quiz" && link("To the big screen", "host", joined.room))
  if (isLeading) return [seat, next, standing]
  // The next round begins soon, or is waited for, so that it stands first; who plays alone has the time to look.
  return [standing, standing || mode === "race" ? [next, own] : [own, next], seat]
}

/// How all stand after a round, where there are several.
function table(line, { standings: entries = [], winner, best_of, you, room }, about) {
  if (entries.length < 2) return undefined
  return [standings(entries, you, about),
    winner && h("p", {}, h("b", {}, `${winner === you ? "You have" : `${winner} has`} won the best of ${best_of}`)),
    entries.some(({ outcome }) => outcome?.points !== undefined)
      && h("p", {}, button("Results as a table", () => saveResults(line, room), { class: "quiet" }))]
}
