// Results looked back at: bars, calendars, and a shared text as a picture.

import { miniature } from "./board.js"
import { button, h } from "./dom.js"
import { parseShare } from "./tiles.js"

/// How many were solved in so many tries; the last result's bar stands out. Nothing where nothing was.
export function bars(distribution, latest) {
  if (!Object.keys(distribution).length) return false
  const counts = Object.entries(distribution).map(([tries, count]) => [Number(tries), count])
  const most = Math.max(1, ...counts.map(([, count]) => count))
  const last = Math.max(6, ...counts.map(([tries]) => tries))
  const lines = Array.from({ length: Math.min(last, 12) }, (_, index) => index + 1)
  return h("ol", { class: "bars", "aria-label": "Solved, by number of tries" }, lines.map((tries) => {
    const count = distribution[tries] ?? 0
    return h("li", { class: tries === latest ? "latest" : "", "aria-label": `${tries}: ${count}` },
      h("span", {}, tries), h("b", { style: `--part:${count / most}` }, count))
  }))
}

export function figures(stats) {
  const entries = [[stats.played, "played"], [stats.win_percent, "% won"], [stats.streak, "streak"], [stats.best_streak, "best"]]
  return h("dl", { class: "figures" }, entries.map(([value, name]) => h("div", {}, h("dd", {}, value), h("dt", {}, name))))
}

/// A month (`2026-11`) between the buttons that turn to others, from the month of the day `first` to that of `last`. The
/// focus stays on the button, which says the new month.
export function months(month, first, last, turn) {
  const [year, number] = month.split("-").map(Number)
  const turner = (step, label, words, disabled) => button(words, () => turn(new Date(Date.UTC(year, number - 1 + step, 1)).toISOString().slice(0, 7)),
    { "aria-label": label, "aria-describedby": "month", disabled })
  return h("p", { class: "months" }, turner(-1, "The month before", "‹", month <= first.slice(0, 7)), h("b", { id: "month" }, month),
    turner(1, "The month after", "›", month >= last.slice(0, 7)))
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

/// A month as a page of a calendar: a tile for each day that was finished. With `play`, days from `first` to yesterday are
/// buttons that call it. A day may say itself what it is (`said`) and have a tile of its own; `missed` is said of a past day
/// that is not listed, and `before` of one before `first`.
export function calendar(answer, today, play, first = "", missed = "not played", before = "no puzzle") {
  const [year, month] = answer.month.split("-").map(Number)
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const blank = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7
  const results = new Map(answer.days.map((entry) => [Number(entry.day.slice(8)), entry]))
  const cells = Array.from({ length: days }, (_, index) => {
    const day = index + 1
    const entry = results.get(day)
    const date = `${answer.month}-${String(day).padStart(2, "0")}`
    const words = entry ? entry.said ?? (entry.won ? `solved${entry.tries ? ` in ${entry.tries}` : ""}` : "not solved")
      : date > today ? "to come" : date === today ? "today, not finished" : date < first ? before : missed
    const said = `${date}, ${weekdays[(blank + index) % 7]}: ${words}`
    const isPlayed = play && date >= first && date < today
    const face = [day, entry?.tries ? h("small", {}, entry.tries) : ""]
    return h("li", { "data-tile": entry ? entry.tile ?? (entry.won ? "right" : "absent") : !play && first && date >= first && date < today ? "absent" : "open", class: date === today ? "today" : "",
      style: index === 0 ? `grid-column-start:${blank + 1}` : undefined, "aria-label": isPlayed ? undefined : said },
    isPlayed ? button(face, () => play(date), { "aria-label": said }) : face)
  })
  return [h("div", { class: "calendar weekdays", "aria-hidden": "true" }, weekdays.map((name) => h("b", {}, name.slice(0, 2)))),
    h("ol", { class: "calendar", "aria-label": `Calendar of ${answer.month}` }, cells)]
}

/// The grid of a shared text, small and without letters.
export function picture(text) {
  const { header, rows, remarks } = parseShare(text)
  return h("figure", { class: "picture" },
    h("div", { class: "large", "aria-hidden": "true" }, miniature({ rows: rows.map((row) => ({ tiles: row.join("") })) })),
    h("figcaption", {}, header, remarks.map((remark) => h("small", {}, remark))))
}

