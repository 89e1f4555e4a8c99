// What the owner of a room decides: whether its rounds wait, end or last longer, who may come in, and who owns it.

import { button, dialog, fill, form, h } from "./dom.js"
import { everybody } from "./person.js"

/// The owner's sheet. `ask(type, fields)` asks for something in the room, and answers with nothing if that was refused.
export function keepRoom(joined, ask) {
  const { players = [], you, mode, paused, round, next_in_s, state } = joined
  const act = (words, type, fields) => button(words, () => { box.close(); ask(type, fields) })
  const hasRounds = mode === "race" || mode === "together"
  const isUnderWay = hasRounds && (round !== undefined && (state === "playing" || next_in_s !== undefined) || paused)
  const excluded = h("ul", { class: "excluded" })
  const others = players.filter((player) => player !== you)
  const seconds = h("input", { type: "number", name: "seconds", min: 10, max: 86400, value: joined.round_s ?? 180, required: true })
  const now = h("input", { type: "checkbox", name: "now" })
  const box = dialog("This room",
    isUnderWay && h("p", { class: "choices" }, act(paused ? "Go on" : "Pause", "pause", { paused: !paused }), act("Stop here", "stop")),
    mode === "race" && form("Set the time", [["Seconds a round", seconds], ["This one, too", now]], () => {
      box.close()
      return ask("change", { round_s: Number(seconds.value), now: now.checked })
    }),
    h("p", { class: "choices" }, act(joined.locked ? "Let others in" : "Lock the room", "lock", { locked: !joined.locked })),
    others.length > 0 && h("p", { class: "choices" }, button("Hand the room over", () => {
      box.close()
      everybody("Who is to have the room?", others, others.length, (player) => ask("hand_over", { player }))
    })),
    excluded)
  ask("who").then(({ kicked = [], muted = [] } = {}) => fill(excluded,
    kicked.map((player) => h("li", {}, `${player} was sent away `, act("Let in again", "kick", { player, kicked: false }))),
    muted.map((player) => h("li", {}, `${player} is muted `, act("Unmute", "mute", { player, muted: false })))))
}
