internal import ClientKit
internal import WireProtocol

/// The games of the day and the rooms, and which of them is chosen.
struct Lobby: Sendable {
  /// All rooms that the server lists, the games' own among them.
  var list: [RoomSummary] = []
  /// Whether the list is the player's: what it tells of a daily is how the player stands.
  var isKnown = false
  var chosen = 0
  /// When it was asked for last, in milliseconds.
  var askedAt = -1_000_000

  mutating func fit(count: Int) { chosen = min(max(chosen, 0), max(0, count - 1)) }

  /// Nothing is known any more: it is another day, or somebody else.
  mutating func forget() {
    for index in list.indices { list[index].yours = nil }
    isKnown = false
  }
}

/// A line of the lobby that can be chosen.
enum LobbyEntry: Hashable, Sendable {
  case game(String)
  case room(String)
}

extension App {
  /// The games, then the other rooms: those that one is in first.
  var lobbyEntries: [LobbyEntry] {
    let games = about?.games.map(\.id) ?? []
    let own = rooms.keys.filter { !games.contains($0) }.sorted()
    let others = lobby.list.map(\.room).filter { !games.contains($0) && !own.contains($0) }
    return games.map { .game($0) } + (own + others).map { .room($0) }
  }

  mutating func refreshLobby() {
    lobby.askedAt = now
    guard link.isOnline else { return }
    ask(.rooms)
  }

  /// How somebody stands with a game's daily, in a few words.
  func dailyState(of game: String) -> String {
    let modes = about?.games.first { $0.id == game }?.modes ?? []
    if !modes.contains(.daily) { return modes.map(\.rawValue).joined(separator: ", ") }
    if let room = rooms[game], room.mode == .daily {
      if let outcome = room.outcome { return RoomState.result(outcome) }
      if room.state == .playing, let board = room.board { return "playing " + (board.notes.first ?? "") }
    }
    guard lobby.isKnown else { return "…" }
    guard let yours = lobby.list.first(where: { $0.room == game })?.yours else { return "not played yet" }
    return yours.outcome.map(RoomState.result) ?? "playing " + (yours.notes.first ?? "")
  }

  /// Whether a game's daily is done.
  func isDone(_ game: String) -> Bool {
    rooms[game]?.outcome != nil || lobby.list.first { $0.room == game }?.yours?.outcome != nil
  }

  mutating func pressInLobby(_ key: Key) {
    let entries = lobbyEntries
    let entry = entries.indices.contains(lobby.chosen) ? entries[lobby.chosen] : nil
    switch key {
    case .up, .character("k"): lobby.chosen = max(0, lobby.chosen - 1)
    case .down, .character("j"): lobby.chosen = min(max(0, entries.count - 1), lobby.chosen + 1)
    case .home: lobby.chosen = 0
    case .end: lobby.chosen = max(0, entries.count - 1)
    case .enter, .character(" "), .right: if let entry { open(entry) }
    case .character(let digit) where digit.wholeNumberValue.map { 1...9 ~= $0 } ?? false:
      let index = (digit.wholeNumberValue ?? 1) - 1
      if entries.indices.contains(index), case .game = entries[index] {
        lobby.chosen = index
        open(entries[index])
      }
    case .character("p"): practise(entry)
    case .character("w"): watch(entry)
    case .character("n"): show(.newRoom(games: about?.games ?? [], chosen: entry))
    case .character("g"): show(.join())
    case .character("x"):
      if case .room(let room) = entry, rooms[room] != nil {
        ask(.leave(room: room))
      } else {
        tell("x leaves a room that you are in: choose one marked ● first.")
      }
    case .character("s"): openShares()
    case .character("t"): look(.stats)
    case .character("l"): look(.leaderboard)
    case .character("h"): look(.history)
    case .character("m"): look(.calendar)
    case .character("c"): dialog = .compare()
    case .character("o"): openOptions()
    case .character("u"): show(.name())
    case .character("r"):
      if link.isOnline { refreshLobby() } else { effects.append(.retry) }
    case .character("/"): dialog = .command("/")
    case .character("q"): effects.append(.quit)
    case .escape: tell("This is the lobby: q leaves.", for: 3)
    default: tellKeyIsFree()
    }
  }

  private mutating func watch(_ entry: LobbyEntry?) {
    switch entry {
    case .room(let room): ask(.watch(room: room, code: nil))
    case .game(let game): ask(.watch(room: game, code: nil))
    case nil: tell("Choose a room first.")
    }
  }

  private mutating func open(_ entry: LobbyEntry) {
    let name =
      switch entry {
      case .game(let game): game
      case .room(let room): room
      }
    if rooms[name] != nil { return go(to: .room(name)) }
    if case .game(let game) = entry, about?.games.first(where: { $0.id == game })?.modes.contains(.daily) == false {
      return dialog = .newRoom(games: about?.games ?? [], chosen: entry)
    }
    ask(.join(room: name, code: nil, settings: nil))
  }

  /// A board for oneself: the one that is there already, if there is one.
  mutating func practise(_ entry: LobbyEntry?, settings: JSONObject? = nil) {
    guard case .game(let game) = entry else { return tell("Choose a game first.") }
    let own = rooms.values.first { $0.game == game && $0.mode == .practice && $0.isOwner }
    if let own, settings == nil {
      go(to: .room(own.name))
      if own.state != .playing { ask(.start(room: own.name)) }
      return
    }
    ask(.create(NewRoom(game: game, mode: .practice, settings: settings)))
  }
}
