internal import ClientKit
internal import WireProtocol

/// A match of tries replayed on boards, one try at a time: up to the elapsed time, or to the position of manual steps.
struct Replay: Hashable, Sendable {
  struct Try: Hashable, Sendable {
    var player: String
    var time: Int
    var letters: String
    var tiles: String
  }

  /// How long each try is shown, in milliseconds.
  static let pause = 900

  let tries: [Try]
  let players: [String]
  /// When it began, in milliseconds of the program's clock; `nil` after a manual step.
  private var startedAt: Int?
  private var position = 0

  /// - Parameter lines: the raw lines of the answer.
  /// - Returns: `nil` for a game whose moves are not tries with a row of tiles.
  init?(_ lines: [[UInt8]], at now: Int?) {
    let tries = lines.compactMap { line -> Try? in
      guard let entry = try? JSON(parsing: line), entry["type"]?.stringValue == "replay_move",
        let row = entry["turn"]?.objectValue?.row
      else { return nil }
      let blank = String(repeating: " ", count: row.tiles.count)
      return Try(
        player: entry["player"]?.stringValue ?? "", time: entry["elapsed_ms"]?.intValue ?? 0,
        letters: row.letters.isEmpty ? blank : row.letters, tiles: row.tiles)
    }
    guard !tries.isEmpty else { return nil }
    self.tries = tries
    players = tries.map(\.player).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    startedAt = now
    // Without animation it begins at its end.
    position = now == nil ? tries.count : 0
  }

  func shown(at now: Int) -> Int {
    guard let startedAt else { return position }
    return min(tries.count, max(0, now - startedAt) / Self.pause)
  }

  func nextAt(_ now: Int) -> Int? {
    guard let startedAt, shown(at: now) < tries.count else { return nil }
    return startedAt + (shown(at: now) + 1) * Self.pause
  }

  func hints(at now: Int) -> String {
    "←→ a try  space \(nextAt(now) == nil ? "plays" : "stops")  esc back  tab moves  ? help"
  }

  /// - Returns: whether the key is a step forward or back.
  mutating func step(_ key: Key, at now: Int) -> Bool {
    let shown = shown(at: now)
    switch key {
    case .left: position = max(0, shown - 1)
    case .right: position = min(tries.count, shown + 1)
    case .home: position = 0
    case .end: position = tries.count
    case .character(" "):
      // From the beginning if it is over.
      startedAt = startedAt == nil ? now - (shown == tries.count ? 0 : shown) * Self.pause : nil
      position = shown
      return true
    default: return false
    }
    startedAt = nil
    return true
  }

  func board(of player: String, after count: Int) -> Board {
    let all = tries.filter { $0.player == player }
    let seen = tries.prefix(count).filter { $0.player == player }
    var rows = seen.map { Board.Row(letters: $0.letters, tiles: $0.tiles) }
    let width = all.first?.tiles.count ?? 0
    let empty = Board.Row(
      letters: String(repeating: " ", count: width), tiles: String(repeating: Tile.open.rawValue, count: width))
    while rows.count < max(6, all.count) { rows.append(empty) }
    return Board(title: player, rows: rows)
  }
}
