// What a page knows of a room: its description, `joined`, with the effect of each event since. The pages of players and
// hosts draw it.

const without = ({ players = [] }, player) => players.filter((other) => other !== player)
const seated = (room, state) => room.state === "watching" ? "watching" : state

function comes(room, { player, watching }) { change(room, watching ? without(room, player) : [...without(room, player), player]) }

/// How each event changes a description. Not numbered events that were missed: of those the description knows already.
const effects = {
  __proto__: null,
  entered: comes,
  // After a restart of the server others come back later than oneself.
  back(room, message) { if (headcount(room) === (room.players ?? []).length) comes(room, message) },
  left(room, { player }) {
    delete room.rematch
    change(room, without(room, player))
  },
  rematch(room, { wanted, missing }) { room.rematch = { wanted, missing } },
  renamed(room, { player, name }) {
    if (player === room.you) room.you = name
    if (player === room.owner) room.owner = name
    change(room, (room.players ?? []).map((other) => other === player ? name : other))
  },
  owner(room, { player }) { room.owner = player },
  digest(room, { player_count, finished, board }) { Object.assign(room, { player_count, finished }, board && { board }) },
  moved(room, { player, board, isOld }) {
    if (!board || isOld || player !== room.you && room.mode !== "together") return
    room.board = board
    if (board.prompt) room.state = seated(room, "playing")
  },
  finished(room, { player, outcome, share, praise, next_day_in_s }) {
    if (player === room.you) Object.assign(room, { state: "finished", outcome, share, praise, next_day_in_s })
  },
  round(room, { n, board }) {
    Object.assign(room, { state: seated(room, "playing"), round: n, board })
    for (const name of ["outcome", "share", "shared", "standings", "winner", "next_in_s", "paused", "finished", "rematch"]) delete room[name]
  },
  round_over(room, { standings, solution, next_in_s, winner }) {
    Object.assign(room, { state: seated(room, "waiting"), standings, solution, next_in_s, winner, paused: undefined })
  },
  paused(room, { paused, next_in_s }) { Object.assign(room, { paused, next_in_s }) },
  stopped(room) { Object.assign(room, { next_in_s: undefined, paused: undefined }) },
  changed(room, { round_s }) { room.round_s = round_s },
  locked(room, { locked }) { room.locked = locked },
}

/// The list of a large room is cut, and its number counts all.
function change(room, players) {
  if (room.player_count !== undefined) room.player_count += players.length - (room.players?.length ?? 0)
  room.players = players
}

/// Applies an event to the description of its room.
export const follow = (room, message) => effects[message.type]?.(room, message)

/// Whether two spellings name the same room.
export const isSameName = (one, other) => one.normalize().toLowerCase() === other.normalize().toLowerCase()

/// What a guest has chosen to be called; nothing of a name, and of one that the server has assigned.
export const nickname = (name) => /^guest-(?![0-9a-f]{4,16}$)/.test(name) ? name.slice("guest-".length) : undefined

/// Whether the server has named a player, who can choose a nickname.
export const isUnnamed = (name) => name.startsWith("guest-") && !nickname(name)

/// What a player is called among `all` of a room: a nickname as it was chosen, unless it is somebody's name.
export const shownName = (name, all = []) => {
  const chosen = nickname(name)
  return chosen && !all.includes(chosen) ? chosen : name
}

/// How many are in a room with a seat.
export const headcount = ({ players = [], player_count = players.length }) => player_count
