// The goal of the day: three puzzles and the words that are due, how long its streak is, and which puzzles it has.

import { button, dialog, faint, fill, form, h, plural } from "./dom.js"

/// A goal in words.
export const goalWords = ({ parts, streak, freezes, reached }) =>
  `Goal${reached ? " reached" : ""}: ${parts.map(({ title, done }) => `${title} ${done ? "✓" : "–"}`).join(", ")} · streak ${streak}${freezes ? ` (${plural(freezes, "freeze")})` : ""}`

/// The goal in a line, with what chooses its puzzles; nothing for guests, and from a server without goals.
export async function goalLine(line) {
  const goal = line.isNamed ? await line.ask("goal").catch(() => undefined) : undefined
  if (!goal) return undefined
  const words = h("span", {}, goalWords(goal))
  return h("p", { class: `goal ${goal.reached ? "reached" : "faint"}` }, words, " ",
    button("Change", () => choose(line, goal, (chosen) => { words.textContent = goalWords(Object.assign(goal, chosen)) }), { class: "quiet", "aria-label": "Choose the goal's puzzles" }),
    button("Calendar", () => showCalendar(line), { class: "quiet", "aria-label": "Calendar of the goal" }))
}

/// A month: days on which the goal was reached, and missed ones that a freeze has covered. Others can be turned to, from that
/// on in which the player took the name.
async function showCalendar(line) {
  const { calendar, months } = await import("./results.js")
  const place = h("div")
  const show = async (asked) => {
    const { month, today, since, reached, frozen } = await line.ask("goal_calendar", asked ? { month: asked } : {})
    const days = [...reached.map((day) => ({ day, won: true, said: "reached" })), ...frozen.map((day) => ({ day, tile: "elsewhere", said: "covered by a freeze" }))]
    fill(place, months(month, since, today, show), calendar({ month, days }, today, undefined, since, "not reached", "no goal yet"),
    faint(`${plural(reached.length, "day")} reached, ${frozen.length} covered by a freeze`))
  }
  await show()
  dialog("Calendar of the goal", place)
}

/// Three puzzles of the day are chosen, and whether the week is shared.
async function choose(line, goal, done) {
  const daily = [...(await line.games()).values()].filter(({ modes }) => modes.includes("daily"))
  const most = Math.min(3, daily.length)
  const boxes = daily.map(({ id }) => h("input", { type: "checkbox", name: id, checked: goal.parts.some(({ game }) => game === id) }))
  const summary = h("input", { type: "checkbox", name: "summary", checked: goal.summary })
  const box = dialog("Your goal of the day",
    faint(`${plural(most, "puzzle")} a day, and the words that are due. Five days of a week earn a freeze, which saves the streak on a missed day.`),
    form("Keep it", [...daily.map(({ title }, index) => [title, boxes[index]]), ["Share each week on the wall, as seven tiles", summary]], async () => {
      const games = boxes.filter(({ checked }) => checked).map(({ name }) => name)
      if (games.length !== most) throw new Error(`The goal has ${plural(most, "puzzle")}: you have chosen ${games.length}`)
      done(await line.ask("goal", { games, summary: summary.checked }))
      box.close()
    }))
}
