// The time that is left, told once a second.

import { duration } from "./dom.js"

export class Countdown {
  #timer = 0

  /// Calls `show` with what is left as text, now and each second; with nothing where there is no end.
  start(seconds, show) {
    this.stop()
    if (seconds === undefined) return show("")
    const end = Date.now() + seconds * 1000
    const tick = () => {
      const left = Math.max(0, Math.round((end - Date.now()) / 1000))
      show(left < 120 ? `${left} s` : duration(left))
    }
    tick()
    this.#timer = setInterval(tick, 1000)
  }

  stop() { clearInterval(this.#timer) }
}
