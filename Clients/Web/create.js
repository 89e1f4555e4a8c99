// A room of one's own: its game, its code, and the settings that the game's schema names. Somebody to play with: who looks for
// an opponent, who is here, a seek of one's own, and challenges.

import { dialog, fill, form, h, text, toast } from "./dom.js"

/// With `ask` no room is opened: it is called with what is to be played, and `title` is what for.
export function create(line, games, mode, title, ask) {
  const select = h("select", {}, games.map((game) => h("option", { value: game.id }, game.title)))
  const name = text("room", { placeholder: "may stay empty", maxlength: 20 })
  const code = text("code", { placeholder: "none: everybody may come", maxlength: 64 })
  const rated = h("select", { name: "rated" }, ["either", "rated", "unrated"].map((words) => h("option", {}, words)))
  const time = text("time", { placeholder: "3+2" })
  const vote = h("input", { type: "checkbox", name: "vote" })
  const place = h("details", { hidden: true })
  let inputs = []
  const fit = async () => {
    const game = select.value
    ;[inputs, place.hidden] = [[], true]
    const { schema } = await line.ask("schema", { of: "settings", game })
    if (select.value !== game) return
    inputs = Object.entries(schema.properties ?? {}).map(([name, property]) => setting(name, property))
    place.hidden = inputs.length === 0
    fill(place, h("summary", {}, "Settings"), inputs.map(({ label }) => label))
  }
  select.addEventListener("change", fit)
  fit().catch(() => {})
  const box = dialog(title ?? { race: "A race", together: "Play together", practice: "Practise" }[mode],
    form(ask ? "Ask" : mode === "practice" ? "Begin" : "Open the room",
      [["Game", select], ...ask ? [["Rating", rated], ["Time", time]] : mode === "practice" ? [] : [["Name of the room", name], ["Code", code]], ...mode === "together" ? [["Everybody votes for each move", vote]] : [], place], async () => {
        await line.keep()
        const settings = Object.assign({}, ...inputs.map(({ read }) => read()))
        if (ask) {
          const [minutes, seconds] = time.value.split("+").map(Number)
          const said = await ask({ game: select.value, settings, rated: { rated: true, unrated: false }[rated.value], clock: minutes ? { match_s: minutes * 60, increment_s: seconds } : undefined })
          box.close()
          // What is said on a sheet goes with it.
          return void (said && toast(said))
        }
        const fields = { game: select.value, mode, ...(name.value.trim() && mode !== "practice" ? { room: name.value.trim() } : {}), ...(Object.keys(settings).length ? { settings } : {}), ...(mode !== "practice" && code.value ? { code: code.value } : {}), ...(vote.checked ? { vote_s: 10 } : {}) }
        const { room } = await line.create(fields)
        box.close()
        location.hash = `#/room/${encodeURIComponent(room)}${fields.code ? `/${encodeURIComponent(fields.code)}` : ""}`
      }))
}

/// A field for a setting, and what it says: nothing where it is as it would be anyway.
function setting(name, { type, enum: choices, default: usual, minimum, maximum, description }) {
  const field = choices
    ? h("select", { name }, choices.map((choice) => h("option", { selected: choice === usual }, choice)))
    : h("input", type === "boolean" ? { type: "checkbox", name, checked: usual }
      : type === "integer" ? { type: "number", name, value: usual, min: minimum, max: maximum }
        : { type: "text", name, value: usual, autocomplete: "off" })
  const value = () => type === "boolean" ? field.checked : type === "integer" ? field.valueAsNumber : field.value
  return {
    label: h("label", { class: type === "boolean" ? "check" : "" }, `${name[0].toUpperCase()}${name.slice(1)}${description ? `: ${description}` : ""}`, field),
    read: () => value() === usual || Number.isNaN(value()) ? {} : { [name]: value() },
  }
}

/// Who looks for an opponent and who is in no room, each with what plays with them. `again` shows it anew.
export async function opponents(line, games, again) {
  const { seeks, here, bots = [] } = await line.ask("seeks")
  const send = (type, fields) => line.ask(type, fields).then(({ state, player }) => {
    again()
    return state === "waiting" && `${player} is asked`
  })
  const act = (type, fields) => () => send(type, fields).catch(({ message }) => toast(message, "bad"))
  const find = (type, fields, title) => () => create(line, games.filter(({ id, modes, seats }) => id !== "quiz" && (seats || modes.includes("race"))), "", title, (wish) => send(type, { ...wish, ...fields }))
  const row = (player, bot, what, words, onclick) => h("li", { class: "own" }, h("span", { style: "flex:1" }, h("b", {}, player), bot && " (bot)", " ", h("small", {}, what)), h("button", { "aria-label": `${words} ${player}`, onclick }, words))
  const looking = seeks.map(({ player, bot, rating, waited_s, rated, unrated, bots: _, ...wish }) => {
    const { clock } = wish
    const what = [games.find(({ id }) => id === wish.game)?.title, clock?.match_s && `${clock.match_s / 60}+${clock.increment_s ?? 0}`, rated ? "rated" : unrated && "unrated", rating].filter(Boolean).join(" · ")
    return player === line.you ? row("You", bot, `look for: ${what}`, "Stop", act("cancel_seek"))
      : row(player, bot, what, "Play", act("seek", { ...wish, rated: rated ?? (unrated ? false : undefined), bots: bot }))
  })
  const others = here.filter((player) => player !== line.you && !seeks.some((seek) => seek.player === player)).slice(0, 12)
  return [h("ul", { class: "rooms" }, looking, others.map((player) => {
    const bot = bots.includes(player)
    return row(player, bot, "", "Challenge", find("challenge", { player, bots: bot }, `Challenge ${player}`))
  })), h("p", { class: "buttons" }, h("button", { onclick: find("seek", {}, "Find an opponent") }, "Find an opponent"))]
}
