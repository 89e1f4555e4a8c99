// Somebody to play with: who looks for an opponent, who is here, a seek of one's own, and challenges.

import { dialog, form, h, plural, text, toast } from "./dom.js"

/// Games that two can play: a match against each other, or a race on the same puzzle.
const playable = (games) => games.filter(({ id, modes, seats }) => id !== "quiz" && (seats || modes.includes("race")))
const clockText = ({ move_s, match_s, increment_s = 0 }) => move_s ? `${move_s} s a move` : `${match_s / 60}+${increment_s}`

/// Who looks for an opponent and who is in no room, each with what plays with them. `again` shows it anew.
export async function opponents(line, games, again) {
  const { seeks, here, bots = [] } = await line.ask("seeks")
  const name = (player, bot, rating) => `${player}${bot ? " (bot)" : ""}${rating ? ` (${rating})` : ""}`
  const row = (who, what, words, act, label) => h("li", { class: "own" }, h("span", { style: "flex:1" }, h("b", {}, who), " ", h("small", {}, what)), h("button", { "aria-label": label, onclick: act }, words))
  const listed = seeks.map(({ player, bot, rating, waited_s, rated, unrated, bots: _, ...wish }) => {
    const what = [games.find(({ id }) => id === wish.game)?.title ?? wish.game, wish.clock && clockText(wish.clock), wish.best_of && `best of ${wish.best_of}`,
      ...Object.entries(wish.settings ?? {}).map(([key, value]) => value === true ? key : `${key} ${value}`), rated ? "rated" : unrated && "unrated"].filter(Boolean).join(" · ")
    if (player === line.you) return row("You", `look for: ${what}`, "Look no more", () => send(line, "cancel_seek", {}, again), "Look no more")
    const same = { ...wish, ...(rated || unrated ? { rated: Boolean(rated) } : {}), ...(bot ? { bots: true } : {}) }
    return row(name(player, bot, rating), what, "Play", () => send(line, "seek", same, again), `Play ${player}`)
  })
  const others = here.filter((player) => player !== line.you && !seeks.some((seek) => seek.player === player)).slice(0, 12).map((player) =>
    row(name(player, bots.includes(player)), "is here", "Challenge", () => find(line, games, again, player, bots.includes(player)), `Challenge ${player}`))
  return [listed.length + others.length > 0 && h("ul", { class: "rooms" }, listed, others),
    h("p", { class: "buttons" }, h("button", { onclick: () => find(line, games, again) }, "Find an opponent"))]
}

async function send(line, type, fields, again) {
  try {
    const { type: answer, player, ends_in_s } = await line.ask(type, fields)
    if (answer === "pairing") toast(`${player} is asked`)
    else if (ends_in_s) toast(`You are told when somebody is found, for ${plural(Math.round(ends_in_s / 60), "minute")}`, "good")
    again()
  } catch (refusal) { toast(refusal.message, "bad") }
}

/// Looks for somebody, or challenges a player.
export function find(line, games, again, player, isBot) {
  const listed = playable(games)
  const game = h("select", { name: "game" }, listed.map(({ id, title }) => h("option", { value: id }, title)))
  const rated = h("select", { name: "rated" }, ["either", "rated", "unrated"].map((words) => h("option", {}, words)))
  const time = text("time", { placeholder: "3+2: 3 minutes, and 2 s for each move", pattern: "\\d+\\+\\d+" })
  const bots = h("input", { type: "checkbox", name: "bots", checked: isBot })
  const timeLabel = h("label", {}, "Time", time)
  const fit = () => { timeLabel.hidden = !listed.find(({ id }) => id === game.value)?.seats }
  game.addEventListener("change", fit)
  fit()
  const box = dialog(player ? `Challenge ${player}` : "Find an opponent",
    form(player ? "Ask" : "Look", [["Game", game], ["Rating", rated], timeLabel, ...player ? [] : [["Bots, too", bots]]], async () => {
      const [minutes, seconds] = timeLabel.hidden ? [] : time.value.split("+").filter(Boolean).map(Number)
      await line.keep()
      box.close()
      await send(line, player ? "challenge" : "seek", { game: game.value, ...(player && { player }),
        ...(rated.value !== "either" && { rated: rated.value === "rated" }), ...(minutes && { clock: { match_s: minutes * 60, increment_s: seconds } }),
        ...((bots.checked || isBot) && { bots: true }) }, again)
    }))
}
