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
    let entries = lines.compactMap { try? JSON(parsing: $0).objectValue }
    var words: [String: [(Int, String)]] = [:]
    for entry in entries where entry["type"]?.stringValue == "replay_move" {
      let move = entry["move"]
      // These are not tries.
      if move?["hint"] != nil || move?["give_up"] != nil { continue }
      guard let player = entry["player"]?.stringValue,
        let word = (move?["guess"] ?? move?["arrange"])?.stringValue
      else { return nil }
      words[player, default: []].append((entry["elapsed_ms"]?.intValue ?? 0, word))
    }
    var tries: [Try] = []
    for entry in entries where entry["type"]?.stringValue == "replay_outcome" {
      let player = entry["player"]?.stringValue ?? ""
      let rows = (entry["share"]?.stringValue ?? "").split(separator: "\n").dropFirst()
      let played = words.removeValue(forKey: player) ?? []
      guard rows.count == played.count, zip(rows, played).allSatisfy({ $0.count == $1.1.count }) else { return nil }
      tries += zip(rows, played).map { Try(player: player, time: $1.0, letters: $1.1, tiles: String($0)) }
    }
    guard words.isEmpty, !tries.isEmpty else { return nil }
    self.tries = tries.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(
      \.element)
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
