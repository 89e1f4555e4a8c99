// Who comes, goes, is away and is called something else, noted in the talk of a room.

/// Takes note of an event of a room; `joined` and `others` are changed by it. Returns whether it was about who is here.
export function notePresence({ type, player, name, watching, bot, reason }, joined, talk, others) {
  const change = (body) => { joined.players = body(joined.players ?? []) }
  const without = (players) => players.filter((other) => other !== player)
  switch (type) {
    case "entered":
      change((players) => watching ? without(players) : [...without(players), player])
      talk.note(`${player}${bot ? " (bot)" : ""} ${watching ? "watches" : "is here"}`)
      return true
    case "left":
      if (player === joined.you) return false
      change(without)
      others.remove(player)
      talk.note(`${player} ${reason === "kicked" ? "was sent away" : "has left"}`)
      return true
    case "away":
    case "back":
      talk.note(`${player} is ${type}`)
      return false
    case "renamed":
      if (player === joined.you) joined.you = name
      if (player === joined.owner) joined.owner = name
      change((players) => players.map((other) => (other === player ? name : other)))
      others.rename(player, name)
      return true
    default:
      return false
  }
}

/// A remark without the names that a field's cells have on the wire and not on this page.
export const plain = (remark) => remark.replace(/ at [A-Z]+\d+ [A-Z]+\d+/, "")

/// Says what somebody else has played.
export function noteMove({ player, remark, turn }, talk) {
  if (remark) talk.note([player, plain(remark)].filter(Boolean).join(" "))
  else if (turn?.tiles) talk.note(`${player}: ${turn.tiles}`)
}

/// Says how somebody else's match has ended.
export function noteEnd({ player, outcome }, talk) {
  if (outcome.result) return talk.note(`${player} has ${outcome.place > 1 ? `lost, place ${outcome.place}` : outcome.result}`)
  talk.note(`${player} ${outcome.won ? "has it" : "is done"}${outcome.tries ? `, tries: ${outcome.tries}` : ""}`)
}
