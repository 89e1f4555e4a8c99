// The row of buttons below a board: moves that have one, and what else can be done in its room.

import { button, h } from "./dom.js"
import { headcount } from "./model.js"

/// The buttons of a room's description. `now` says whether the player `isPlaying`, whether a completed field `isLooking` and
/// whether moves are typed (`isTyped`), how many lines of talk are `unread`, and whether there is a round before
/// (`hasPrevious`); `act` has what each button does, by its name.
export function tools(joined, now, act) {
  const { mode, owner, you, game, solo, code, board } = joined
  const shown = []
  const tool = (name, words, kind = "quiet", does = act[name]) => shown.push(button(words, () => does(), { class: kind, name }))
  const isOwner = owner === you
  const isOfDay = mode === "daily" || mode === "practice"
  if (!now.isLooking) for (const { text, move } of board?.actions ?? []) tool(move, text, "", () => act.move(move))
  // A field that is complete is not what a move would be for.
  if (now.isPlaying && !now.isLooking) {
    for (const offer of joined.offers ?? []) tool(offer.title, offer.title, "", () => act.offer(offer))
    if (joined.fewest > 1) tool("resign", "Give up", "")
  }
  if (now.isPlaying && !board.choices && !now.isTyped) tool("move", "Type a move", "quiet", act.type)
  // The owner leads through a match in which questions come by themselves.
  if (isOwner && board?.choices && !solo) {
    tool("pause", board.data?.paused ? "Go on" : "Pause")
    tool("skip", "Skip")
  }
  if (isOwner && !isOfDay) tool("keep", "This room")
  if (mode && !isOfDay && board && !joined.locked && !(now.isPlaying && board.clocks)) tool("invite", "Invite")
  // A room for talking is nothing without its talk.
  if (!mode) {
    tool("poll", "Ask everybody")
    shown.push(h("span", { class: "faint" }, `${headcount(joined)} here`))
  } else if (!solo) {
    tool("talk", now.unread ? ["Talk ", h("b", { class: "badge" }, `${now.unread} new`)] : `Talk · ${headcount(joined)} here`)
  }
  if (now.hasPrevious) tool("previous", "Last round")
  // Of a room of one's own the rules are commands of a terminal.
  if (game && !solo) tool("howto", "Rules", "quiet", act.explain)
  return shown
}
