// Forms by the schema of what is asked: a field for each member that a person can fill in.

import { button, dialog, faint, fill, form, h, hush } from "./dom.js"

const capital = (name) => `${name[0].toUpperCase()}${name.slice(1).replaceAll("_", " ")}`

/// The clock of a match, typed as `3+2`: minutes for the match, and seconds that each move adds.
const clockField = () => h("input", { type: "text", name: "clock", placeholder: "3+2 (minutes + seconds a move)", pattern: "\\d+(\\+\\d+)?", autocomplete: "off" })
function clockOf(text) {
  const [minutes, seconds = 0] = text?.split("+").map(Number) ?? []
  return minutes ? { match_s: minutes * 60, increment_s: seconds } : undefined
}

const choose = (name, chosen, words) => h("select", { name },
  Object.entries(words).map(([value, text]) => h("option", { value, selected: value === String(chosen) }, text)))

/// A field for a member of a schema, and what it says: nothing where it is as it was, or would be anyway.
function fieldOf(name, schema, isRequired = false, given = schema.default) {
  const { type, enum: words, default: usual, minimum: min, maximum: max, maxLength: maxlength, description, oneOf, format } = schema
  const isClock = oneOf?.some(({ properties }) => properties?.match_s)
  const isOpen = type === "boolean" && usual === undefined && !isRequired
  const choices = isOpen ? { true: "yes", false: "no" } : words && Object.fromEntries(words.map((word) => [word, word]))
  const input = (more) => h("input", { name, required: isRequired, autocomplete: "off", ...more })
  const field = isClock ? clockField()
    : choices ? choose(name, given ?? "", { ...(usual === undefined && !isRequired && { "": "as usual" }), ...choices })
      : type === "array" ? h("textarea", { name, rows: 3, required: isRequired, placeholder: "one on a line" }, given?.join("\n"))
        : type === "boolean" ? h("input", { type: "checkbox", name, checked: given })
          : format ? input({ type: "password", autocomplete: format === "password" ? "current-password" : format })
          : type === "integer" ? input({ type: "number", value: given, min, max }) : input({ type: "text", value: given, maxlength })
  const value = () => {
    if (isClock) return clockOf(field.value)
    if (isOpen) return { true: true, false: false }[field.value]
    if (type === "boolean") return field.checked
    if (type === "integer") return Number.isNaN(field.valueAsNumber) ? undefined : field.valueAsNumber
    return type === "array" ? field.value.split("\n").map((line) => line.trim()).filter(Boolean) : field.value
  }
  const before = isOpen || isClock ? given : value()
  const isAsBefore = (value) => value === before || Array.isArray(value) && value.join("\n") === before.join("\n")
  return {
    label: h("label", { class: field.type === "checkbox" ? "check" : "" }, h("span", {}, capital(name), description && h("small", {}, ` · ${description}`)), field),
    read: () => !isRequired && isAsBefore(value()) ? {} : { [name]: value() },
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

export const gameField = (games, chosen) => choose("game", chosen, Object.fromEntries(games.map(({ id, title }) => [id, title])))

/// Asks for the members `names` of a request, by its schema, or without any whether it is meant, and sends it; `done` gets
/// the answer, and what was asked. What the request has of them stands in the fields. `about` says what it is about, in place
/// of what the request is for.
export async function askFor(line, { type, ...request }, names, title, done, about) {
  const [{ schema }, known] = await Promise.all([line.ask("schema", { of: type }), line.games()])
  const game = names.includes("game") && gameField([...known.values()].filter(({ unsuited = [] }) => !unsuited.includes(type)), request.game)
  const settings = game && names.includes("settings") && settingsOf(line, game)
  const fields = names.filter((name) => !["game", "settings"].includes(name))
    .map((name) => fieldOf(name, schema.properties[name], schema.required?.includes(name), request[name]))
  const fixed = Object.fromEntries(Object.entries(request).filter(([name]) => !names.includes(name)))
  const content = [game && ["Game", game], ...fields.map(({ label }) => label), settings && settings.place].filter(Boolean)
  const isSecret = names.some((name) => schema.properties[name]?.format)
  // Browsers keep a name with its password.
  const name = isSecret && fields.find(({ label }) => label.querySelector("[name=name]"))?.label.querySelector("input")
  if (name) Object.assign(name, { autocomplete: "username", autocapitalize: "none", spellcheck: false })
  const description = [about, (!about || !names.length) && capital(schema.description)].filter(Boolean).join(". ")
  const box = dialog(capital(title), faint(description), form(names.length ? "Go on" : capital(title), content, async () => {
    // Whoever shows a token or a password is no guest to be kept.
    if (!isSecret) await line.keep()
    const changed = settings ? settings.read() : {}
    const asked = Object.assign({ ...fixed }, game && { game: game.value }, Object.keys(changed).length && { settings: changed }, ...fields.map(({ read }) => read()))
    const answer = await line.askDrawn(type, asked)
    box.close()
    // An old refusal must not stand above what was done in the end.
    hush()
    await done(answer, asked)
  }, !names.length && button("Not now", () => box.close())))
}
