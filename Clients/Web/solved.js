// Which past puzzles this browser has seen solved: results of the archive change no statistics, so that it keeps them itself.

import { store } from "./store.js"

const all = () => store.get("solved") ?? {}

/// The days of a game's past puzzles that were solved here.
export const solvedDays = (game) => new Set(all()[game])

export function keepSolved(game, day) {
  store.set("solved", { ...all(), [game]: [...solvedDays(game).add(day)] })
}
