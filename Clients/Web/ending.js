// What there is to do when a match is over: look at it, share it, pass its address on, see how one stands.

import { at, button, buttons, copy, duration, faint, fill, form, h, link, pass, plural, table, toast } from "./dom.js"
import { bars, figures, picture } from "./results.js"
import { store } from "./store.js"
import { shownName } from "./model.js"
import { parseShare } from "./tiles.js"

/// What a fact of an outcome is called; `result` stands in the headline.
const labels = { answer: "The word", word: "The word", part: "Part of speech" }
const label = (name) => labels[name] ?? (name[0].toUpperCase() + name.slice(1)).replaceAll("_", " ")

export function result(line, joined) {
  const [place, actions] = [h("div", { class: "statistics" }), h("div")]
  // The word that was not found stands on the board of those who play against each other.
  const { answer } = joined.board?.data ?? {}
  const facts = Object.entries({ ...(answer && { answer }), ...joined.outcome }).filter(([name, value]) =>
    name !== "result" && typeof value === "string" && !joined.praise?.toLowerCase().includes(value.toLowerCase()))
  const skill = h("div")
  offer(line, joined, actions)
  offerSkill(line, joined, skill)
  statistics(line, joined, place)
  return h("div", { class: `card result ${joined.outcome.won ? "won" : ""}` },
    joined.praise && h("p", { class: "praise" }, joined.praise),
    isOnBoard(joined) ? h("h2", { class: "headline" }, joined.share.split("\n")[0]) : picture(joined.share),
    facts.length > 0 && h("dl", { class: "facts" }, facts.map(([name, value]) => h("div", {}, h("dt", {}, label(name)), h("dd", {}, value)))),
    actions, skill, place,
    joined.archive && buttons(link("Next unsolved", "archive", joined.game, "next")),
    joined.next_day_in_s !== undefined && faint(`The next puzzle comes in ${duration(joined.next_day_in_s)}.`))
}

/// Whether the colours that are shared stand on the board above already.
function isOnBoard({ board, share }) {
  const { rows } = parseShare(share)
  const judged = (board?.rows ?? []).map(({ tiles }) => tiles).filter((tiles) => /[^⬜]/u.test(tiles))
  return rows.length > 0 && rows.map((row) => row.join("")).join("\n") === judged.join("\n")
}

/// Passes on the grid and the address of the result's page.
export const passResult = (share, link) => pass({ title: share.split("\n")[0], text: share, url: location.origin + link })

/// What can be done with a result: its grid is passed on, and it is put on the wall, where it has an address that is passed on
/// with the grid. Neither does the other.
async function offer(line, joined, place) {
  const sent = joined.mode === "daily" && store.mark("sent")
  const back = sent && h("a", { class: "button primary", href: at("result", sent) }, "See the result you were sent")
  const tool = (words, act, kind = "") => button(words, async ({ currentTarget }) => {
    currentTarget.disabled = true
    try { await act() } finally { currentTarget.disabled = false }
  }, { class: kind })
  const show = () => {
    const { shared } = joined
    const passOn = () => shared?.link ? passResult(joined.share, shared.link) : pass({ title: joined.share.split("\n")[0], text: joined.share })
    fill(place, shared && faint("It is on the wall. Whoever has its link sees the grid, without letters."),
      buttons(back, tool(shared?.link ? "Send grid and link" : "Send the grid", passOn, back ? "" : "primary"),
        !shared && tool("Share on the wall", async () => {
          await hang()
          toast("It hangs on the wall", "good")
        }),
        navigator.share && tool("Copy the grid", () => copy(joined.share)), shared ? link("See it", "result", shared.share_id) : link("See the wall", "wall")))
  }
  /// Puts the result on the wall; one that is there already is found.
  const hang = async () => {
    let number
    try {
      await line.keep()
      number = (await line.ask("share", { room: joined.room })).share_id
    } catch (refusal) {
      number = refusal.answer?.share_id
      if (!number) throw refusal
    }
    joined.shared = { share_id: number }
    joined.shared = await find(line, { after: number + 1, limit: 1 }, (entry) => entry.share_id === number) ?? joined.shared
    show()
  }
  show()
  if (joined.shared || joined.mode !== "daily") return
  joined.shared = await find(line, { player: line.you, game: joined.game, limit: 5 },
    (entry) => entry.mode === "daily" && entry.puzzle === joined.puzzle)
  if (joined.shared) show()
}

/// How well it was played, in games that tell.
async function offerSkill(line, joined, place) {
  const game = (await line.games()).get(joined.game)
  if (!game?.analysed) return
  fill(place, buttons(button("Skill and luck", async ({ currentTarget: opener }) => {
    opener.disabled = true
    try {
      await (await import("./drawn.js")).showDrawn(line, "Skill and luck", "command", { room: joined.room, text: `/analysis ${joined.room}` },
        "A guess costs what the best one would have saved, in guesses. Luck is how much better it went than on average.")
    } finally { opener.disabled = false }
  })))
}

async function find(line, which, fits) {
  try { return (await line.ask("shares", which)).shares.find(fits) } catch { return undefined }
}

async function statistics(line, joined, place) {
  if (joined.mode !== "daily") return
  if (!line.isNamed) {
    return place.replaceChildren(chooseName(line, () => statistics(line, joined, place)))
  }
  try {
    const stats = await line.ask("stats", { game: joined.game })
    place.replaceChildren(figures(stats), bars(stats.distribution, joined.outcome.won ? joined.outcome.tries : undefined) || "")
  } catch { /* Statistics are an extra: a result stands without them. */ }
}

/// The name that is being typed: the card is made anew after a lost connection.
let typed = ""

/// Asks a guest for a name where there is something to lose.
function chooseName(line, done) {
  const name = h("input", { type: "text", name: "player", autocomplete: "username", maxlength: 20, required: true, spellcheck: "false", autocapitalize: "none",
    value: typed, oninput: ({ target }) => { typed = target.value } })
  return form("Keep it", [["Choose a name, and this result stays yours, with your streak and statistics", name]], async () => {
    await line.ask("login", { name: name.value.trim() })
    toast(`You are ${line.you}`, "good")
    done()
  }, link("I have a name", "me"))
}

/// `about` is called with a player whose name is tapped.
export function standings(entries, you, about) {
  const names = entries.map(({ player }) => player)
  const rows = entries.map(({ place, player, outcome, elapsed_ms, wins, rating, rating_change: change }) => [
    [outcome?.place ?? place].filter(Boolean).map((shown) => `${shown}.`), player === you ? `${shownName(player, names)} (you)` : button(shownName(player, names), () => about(player), { class: "name" }), inWords(outcome),
    elapsed_ms === undefined || outcome?.result ? "" : `${Math.round(elapsed_ms / 1000)} s`, wins ? `★ ${wins}` : "",
    ...rating === undefined ? [] : [`${rating} (${change < 0 ? "−" : "+"}${Math.abs(change)})`]])
  return table(null, rows, { caption: "This round", own: (index) => entries[index].player === you })
}

const inWords = (outcome) => {
  if (!outcome) return "not done"
  if (outcome.points !== undefined) return plural(outcome.points, "point")
  if (outcome.result) return outcome.result
  return !outcome.won ? "not solved" : outcome.tries ? plural(outcome.tries, "try", "tries") : "solved"
}

/// The last round of a room as a file for a spreadsheet.
export async function saveResults(line, room) {
  const { csv, n } = await line.ask("results", { room })
  save(csv, `${room}-${n}.csv`)
}

/// A table for a spreadsheet, as a file. Some of them take a file for UTF-8 by the mark at its beginning alone.
export function save(csv, name) {
  const link = h("a", { href: URL.createObjectURL(new Blob(["\uFEFF", csv], { type: "text/csv" })), download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
