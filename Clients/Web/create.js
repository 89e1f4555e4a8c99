// A room of one's own: its game, its code, and the settings that the game's schema names.

import { dialog, fill, form, h, text } from "./dom.js"

export function create(line, games, mode) {
  const select = h("select", {}, games.map((game) => h("option", { value: game.id }, game.title)))
  const name = text("room", { placeholder: "may stay empty", maxlength: 20 })
  const code = text("code", { placeholder: "none: everybody may come", maxlength: 64 })
  const vote = h("input", { type: "checkbox", name: "vote" })
  const place = h("details", { hidden: true })
  let inputs = []
  const ask = async () => {
    const game = select.value
    ;[inputs, place.hidden] = [[], true]
    const { schema } = await line.ask("schema", { of: "settings", game })
    if (select.value !== game) return
    inputs = Object.entries(schema.properties ?? {}).map(([name, property]) => setting(name, property))
    place.hidden = inputs.length === 0
    fill(place, h("summary", {}, "Settings"), inputs.map(({ label }) => label))
  }
  select.addEventListener("change", ask)
  ask().catch(() => {})
  const box = dialog({ race: "A race", together: "Play together", practice: "Practise" }[mode],
    form(mode === "practice" ? "Begin" : "Open the room",
      [["Game", select], ...mode === "practice" ? [] : [["Name of the room", name], ["Code", code]], ...mode === "together" ? [["Everybody votes for each move", vote]] : [], place], async () => {
        await line.keep()
        const settings = Object.assign({}, ...inputs.map(({ read }) => read()))
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
