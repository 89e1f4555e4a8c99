// What is played, chosen in a sheet: for a room of one's own, or to challenge somebody.

import { dialog, form, go, h, text, toast } from "./dom.js"
import { askFor, gameField, settingsOf } from "./fields.js"
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

/// Asks a player for a match or a race.
export const challenge = (line, player) => askFor(line, { type: "challenge", player, game: "" }, ["game", "rated", "clock", "settings"], `Challenge ${player}`, ({ drawn }) => toast(drawn))

/// What is to be played, in words: `Last Word · match · 3+2 · rated`.
export function termsOf({ game, mode, clock, rated }, games) {
  const known = games.get(game)
  const time = clock?.match_s ? `${clock.match_s / 60}+${clock.increment_s ?? 0}` : clock?.move_s && `${clock.move_s} s a move`
  return [known?.title ?? game, modeWord(mode, known?.seats), time, rated && "rated"].filter(Boolean).join(" · ")
}
