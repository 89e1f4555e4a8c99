// What leading through questions takes, on a big screen and in a room.

import { confirm } from "./dom.js"

/// Pauses what asks by itself, or goes on. An open question is lost to a pause, so that is asked first. `ask(fields)` sends
/// it.
export function pauseQuiz({ data }, ask) {
  if (data.paused || data.phase !== "question") return ask({ paused: !data.paused })
  confirm("Pause now?", "This question then counts for nobody, so that nobody looks it up. Once its answer is shown, a pause costs nothing.", "Pause",
    () => ask({ paused: true }))
}
