// What there is to do about somebody: to hear no more of the player, to report, and for a room's owner to keep order.

import { at, button, dialog, faint, form, h, text, toast } from "./dom.js"

/// A sheet about a player. `line` asks; `report` names what is reported besides the player (`room` and `seq`, or
/// `share_id`), and `acts` are what a room's owner may do, as pairs of words and what they do; `note` is about these.
export function aboutPlayer(line, player, report, acts = [], note = "") {
  const close = (body) => async () => {
    box.close()
    await body()
  }
  const box = dialog(player,
    note && faint(note),
    h("p", {}, h("a", { href: at("player", player) }, "What they have played")),
    h("p", { class: "choices" },
      [["Challenge", async () => (await import("./create.js")).challenge(line, player)], ...acts, ["Block", () => block(line, player, true)], ["Report", () => askWhy(line, player, report)]].map(([words, act]) => button(words, close(act)))))
  return box
}

/// A sheet with many players, as far as they are known; `about` is called with the name that is tapped.
export function everybody(title, names, count, about) {
  const act = (name) => () => {
    box.close()
    about(name)
  }
  const box = dialog(title, h("ul", { class: "here" },
    names.map((name) => h("li", {}, button(name, act(name), { class: "name" }))), count > names.length && h("li", {}, `and ${count - names.length} more`)))
}

/// Hears no more of a player, or hears again.
export async function block(line, player, blocked) {
  // What a guest has blocked is kept with the guest.
  await line.keep()
  await line.ask("block", { player, blocked })
  toast(blocked ? `You hear no more of ${player}. Under You that can be taken back.` : `You hear ${player} again.`, "good")
}

const reasons = { insults: "Insults", threats: "Threats", spam: "Spam", cheating: "Cheating", name: "A name", other: "Something else" }

/// Asks for the reason of a report, and sends it.
export function askWhy(line, player, report) {
  const input = text("text", { maxlength: 300, "aria-label": "In your words", placeholder: "In your words, if you like" })
  const choice = h("select", { name: "reason", "aria-label": "What is wrong?", onchange: () => { input.required = choice.value === "other" } },
    Object.entries(reasons).map(([value, words]) => h("option", { value }, words)))
  const box = dialog(`Report ${player}`,
    h("p", {}, "What is wrong? What was said goes with it; the player is not told."),
    form("Send", [choice, input], async () => {
      const words = input.value.trim()
      box.close()
      await line.ask("report", { ...report, reason: choice.value, ...words && { text: words } })
      toast("Thank you: those who keep order here will look at it.", "good")
    }))
}
