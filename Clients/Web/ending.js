// What there is to do when a match is over: look at it, share it, copy it, see how one stands.

import { duration, h, toast } from "./dom.js"
import { bars, figures, picture } from "./results.js"

export function result(line, joined) {
  const place = h("div", { class: "statistics" })
  const share = h("button", { class: "primary" }, "Share on the wall")
  share.addEventListener("click", async () => {
    share.disabled = true
    try {
      await line.keep()
      await line.ask("share", { room: joined.room })
      share.textContent = "Shared"
      toast("It hangs on the wall", "good")
    } catch (refusal) {
      share.textContent = refusal.code === "already_shared" ? "Shared" : "Share on the wall"
      share.disabled = refusal.code === "already_shared"
      if (!share.disabled) toast(refusal.message, "bad")
    }
  })
  const { won, tries, ...more } = joined.outcome
  const facts = Object.entries(more).filter(([, value]) => typeof value === "string")
  statistics(line, joined, place)
  return h("div", { class: "card result" },
    picture(joined.share),
    facts.length > 0 && h("dl", { class: "facts" }, facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
    h("p", { class: "buttons" }, share, h("button", { onclick: () => copy(joined.share) }, "Copy"),
      h("a", { class: "button", href: "#/wall" }, "See the wall")),
    place,
    joined.next_day_in_s !== undefined && h("p", { class: "faint" }, `The next puzzle comes in ${duration(joined.next_day_in_s)}.`))
}

async function statistics(line, joined, place) {
  if (joined.mode !== "daily") return
  if (!line.isNamed) {
    place.replaceChildren(h("p", { class: "faint" }, h("a", { href: "#/me" }, "Choose a name"), " to keep your streak and statistics."))
    return
  }
  try {
    const stats = await line.ask("stats", { game: joined.game })
    place.replaceChildren(figures(stats), Object.keys(stats.distribution).length ? bars(stats.distribution, joined.outcome.won ? joined.outcome.tries : undefined) : "")
  } catch { /* Statistics are an extra: a result stands without them. */ }
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    toast("Copied", "good")
  } catch {
    // Without TLS browsers let no page copy; a person can.
    prompt("Copy this", text)
  }
}

export function standings(entries, you) {
  return h("table", { class: "standings" },
    h("caption", {}, "This round"),
    entries.map(({ place, player, outcome, elapsed_ms, wins }) => h("tr", { class: player === you ? "you" : "" },
      h("td", {}, `${place}.`), h("th", { scope: "row" }, player),
      h("td", {}, outcome ? (outcome.won ? `${outcome.tries ?? ""} tries` : "not solved") : "not done"),
      h("td", {}, elapsed_ms === undefined ? "" : `${Math.round(elapsed_ms / 1000)} s`),
      h("td", {}, wins ? `★ ${wins}` : ""))))
}
