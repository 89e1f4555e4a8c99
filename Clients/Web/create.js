// What is played, chosen in a sheet: for a room or an arena of one's own, for a seek, or to challenge somebody. And who there
// is to play with.

import { button, buttons, dialog, form, go, h, plural, text, toast } from "./dom.js"
import { askFor, clockField, clockOf, gameField, settingsOf } from "./fields.js"
import { modeWord } from "./today.js"

/// What a field says, and nothing where it is empty.
const said = ({ type, checked, value }) => (type === "checkbox" ? checked : value.trim()) || undefined

const check = (name) => h("input", { type: "checkbox", name })
const room = () => [["Name of the room", text("room", { placeholder: "may stay empty", maxlength: 20 })],
  ["Code", text("code", { placeholder: "none: everybody may come", maxlength: 64 })]]

/// Asks for a game, its settings by its schema, and `fields`, which are pairs of a label and a field; `act` gets all of it by
/// name, without what is as it would be anyway.
function choose(line, games, title, words, fields, act) {
  const game = gameField(games)
  const settings = settingsOf(line, game)
  const box = dialog(title, form(words, [["Game", game], ...fields, settings.place], async () => {
    await line.keep()
    const changed = settings.read()
    const named = fields.map(([, field]) => [field.name, said(field)])
    await act({ game: game.value, ...(Object.keys(changed).length && { settings: changed }), ...Object.fromEntries(named) })
    box.close()
  }))
}

/// A room of one's own.
export function create(line, games, mode) {
  const title = { race: "A race", together: "Play together", practice: "Practise" }[mode]
  const fields = mode === "practice" ? [] : room()
  if (mode === "together") fields.push(["Everybody votes for each move", check("vote")])
  choose(line, games, title, mode === "practice" ? "Begin" : "Open the room", fields, async ({ vote, ...wish }) => {
    const { room } = await line.create({ ...wish, mode, vote_s: vote && 10 })
    go("room", room, wish.code)
  })
}

/// An hour, or what it is to be, of games one after the other.
const openArena = (line, games) => askFor(line, { type: "create_arena" }, "An arena", ({ code }) => go("arena", code), "Open the arena", againstOthers(games))

const againstOthers = (games) => games.filter(({ id, modes, seats }) => id !== "quiz" && (seats || modes.includes("race")))

/// A seek, or with a `player` a challenge of somebody; `again` is called once it is made.
async function find(line, games, again, { player, bots } = {}) {
  const rating = h("select", { name: "rated" }, ["either", "rated", "unrated"].map((words) => h("option", {}, words)))
  const title = player ? `Challenge ${player}` : "Find an opponent"
  choose(line, againstOthers(games), title, "Ask", [["Rating", rating], ["Minutes each, and seconds a move: for games with turns", clockField()]], async ({ clock, rated, ...wish }) => {
    const { state } = await line.ask(player ? "challenge" : "seek",
      { ...wish, player, bots, rated: { rated: true, unrated: false }[rated], clock: clockOf(clock) })
    if (state === "waiting") toast(`${player} is asked`)
    again()
  })
}

/// Asks a player for a match or a race.
export const challenge = async (line, player) => find(line, [...(await line.games()).values()], () => {}, { player })

/// What is to be played, in words: `Last Word · match · 3+2 · rated`.
export function termsOf({ game, mode, clock, rated, unrated, rating }, games) {
  const known = games.find(({ id }) => id === game)
  const time = clock?.match_s ? `${clock.match_s / 60}+${clock.increment_s ?? 0}` : clock?.move_s && `${clock.move_s} s a move`
  return [known?.title ?? game, modeWord(mode, known?.seats), time, rated ? "rated" : unrated && "unrated", rating].filter(Boolean).join(" · ")
}

/// Who looks for an opponent and who is in no room, each with what plays with them. `again` shows it anew.
export async function opponents(line, games, again) {
  const { seeks, here, bots = [], player_count: count } = await line.ask("seeks")
  const act = (type, fields) => async () => {
    await line.ask(type, fields)
    again()
  }
  const row = (player, bot, what, words, act) => h("li", { class: "own" }, h("span", { style: "flex:1" }, h("b", {}, player), bot && " (bot)", " ", h("small", {}, what)),
    button(words, act, { "aria-label": `${words} ${player}` }))
  const looking = seeks.map(({ player, bot, rating, waited_s, rated, unrated, bots: _, ...wish }) => {
    const what = termsOf({ ...wish, rated, unrated, rating }, games)
    return player === line.you ? row("You", bot, `look for: ${what}`, "Stop", act("cancel_seek"))
      : row(player, bot, what, "Play", act("seek", { ...wish, rated: rated ?? (unrated ? false : undefined), bots: bot }))
  })
  const others = here.filter((player) => player !== line.you && !seeks.some((seek) => seek.player === player)).slice(0, 12)
  return [h("h2", {}, `Opponents · ${plural(count, "player")} here`),
    h("ul", { class: "rooms" }, looking, others.map((player) => {
      const isBot = bots.includes(player)
      return row(player, isBot, "", "Challenge", () => find(line, games, again, { player, bots: isBot }))
    })),
    buttons(button("Find an opponent", () => find(line, games, again)), line.isNamed && button("Open an arena", () => openArena(line, games)))]
}
