// Forms by the schema of what is asked: a field for each member that a person can fill in.

import { dialog, fill, form, h } from "./dom.js"

const capital = (name) => `${name[0].toUpperCase()}${name.slice(1).replaceAll("_", " ")}`

/// The clock of a match, typed as `3+2`: minutes for the match, and seconds that each move adds.
export const clockField = () => h("input", { type: "text", name: "clock", placeholder: "3+2", pattern: "\\d+(\\+\\d+)?", autocomplete: "off" })
export function clockOf(text) {
  const [minutes, seconds = 0] = text?.split("+").map(Number) ?? []
  return minutes ? { match_s: minutes * 60, increment_s: seconds } : undefined
}

/// A field for a member of a schema, and what it says: nothing where it is as it would be anyway.
export function fieldOf(name, { type, enum: choices, default: usual, minimum, maximum, maxLength, description, oneOf }, isRequired = false) {
  const isClock = oneOf?.some(({ properties }) => properties?.match_s)
  const field = isClock ? clockField()
    : choices ? h("select", { name }, usual === undefined && !isRequired && h("option", { value: "" }, "as usual"), choices.map((choice) => h("option", { selected: choice === usual }, choice)))
      : type === "array" ? h("textarea", { name, rows: 3, required: isRequired, placeholder: "one on a line" })
        : h("input", type === "boolean" ? { type: "checkbox", name, checked: usual }
          : { type: type === "integer" ? "number" : "text", name, value: usual, min: minimum, max: maximum, maxlength: maxLength, required: isRequired, autocomplete: "off" })
  const value = () => isClock ? clockOf(field.value)
    : type === "boolean" ? field.checked : type === "integer" ? field.valueAsNumber
      : type === "array" ? field.value.split("\n").map((line) => line.trim()).filter(Boolean) : field.value
  const isUsual = (value) => value === usual || value === undefined || value === "" || value === false && usual === undefined || value.length === 0 || Number.isNaN(value)
  return {
    label: h("label", { class: type === "boolean" ? "check" : "" }, h("span", {}, capital(name), description && h("small", {}, ` · ${description}`)), field),
    read: () => isUsual(value()) ? {} : { [name]: value() },
  }
}

/// The settings of the game that `game` has chosen, in what is unfolded; `read` says those that are not as usual.
export function settingsOf(line, game) {
  const place = h("details", { hidden: true })
  let settings = []
  const fit = async () => {
    const { value } = game
    ;[settings, place.hidden] = [[], true]
    const { schema } = await line.ask("schema", { of: "settings", game: value })
    if (game.value !== value) return
    settings = Object.entries(schema.properties ?? {}).map(([name, property]) => fieldOf(name, property))
    place.hidden = settings.length === 0
    fill(place, h("summary", {}, "Settings"), settings.map(({ label }) => label))
  }
  game.addEventListener("change", fit)
  fit().catch(() => {})
  return { place, read: () => Object.assign({}, ...settings.map(({ read }) => read())) }
}

export const gameField = (games) => h("select", { name: "game" }, games.map(({ id, title }) => h("option", { value: id }, title)))

/// Asks for what a request lacks, by its schema, and sends it; `done` gets the answer, and what was asked. `words` are those
/// of the button, and `games` those to choose from.
export async function askFor(line, { type, ...request }, title, done, words = "Go on", games = undefined) {
  const [{ schema }, known] = await Promise.all([line.ask("schema", { of: type }), games ?? line.games()])
  const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== ""))
  const isOpen = (name) => name in schema.properties && !(name in given)
  const names = Object.keys(schema.properties).filter((name) => isOpen(name) && !["type", "id", "game", "room", "settings"].includes(name))
  const fields = names.map((name) => fieldOf(name, schema.properties[name], schema.required?.includes(name)))
  const game = isOpen("game") && gameField([...known.values()])
  const settings = game && isOpen("settings") && settingsOf(line, game)
  const box = dialog(`${title[0].toUpperCase()}${title.slice(1)}`, form(words, [game && ["Game", game], ...fields.map(({ label }) => label), settings && settings.place].filter(Boolean), async () => {
    await line.keep()
    const changed = settings ? settings.read() : {}
    const asked = Object.assign({ ...given }, game && { game: game.value }, Object.keys(changed).length && { settings: changed }, ...fields.map(({ read }) => read()))
    const answer = await line.askDrawn(type, asked)
    box.close()
    await done(answer, asked)
  }))
}
