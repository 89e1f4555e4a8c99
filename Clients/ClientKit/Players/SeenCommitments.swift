internal import WireProtocol

/// Servers' commitments as received when the days began: with them the client can check that an opened puzzle is the
/// one committed to.
///
/// They are stored in `parlor/commitments.json` beside the players, by server and epoch, since a server with new data
/// has other puzzles. The first received hash is kept.
public struct SeenCommitments: Sendable {
  /// The folder that holds the file.
  public let folder: String
  /// The most days kept per server; older ones are removed.
  public let maximumDays: Int

  /// The commitments beside the saved players.
  public init(beside players: SavedPlayers, maximumDays: Int = 400) {
    folder = players.folder
    self.maximumDays = maximumDays
  }

  private var file: PrivateObject { PrivateObject(folder: folder, name: "commitments") }

  /// The hashes that a server has published, by day and game. An unreadable file has none.
  public func list(at server: ServerAddress, epoch: String) -> [String: [String: String]] {
    var days: [String: [String: String]] = [:]
    for (day, hashes) in file.members[Self.key(server, epoch)]?.objectValue ?? [:] {
      for (game, hash) in hashes.objectValue ?? [:] { days[day, default: [:]][game] = hash.stringValue }
    }
    return days
  }

  /// Saves a day's hashes; existing ones are not changed.
  public func remember(
    _ hashes: [String: String], of day: String, at server: ServerAddress, epoch: String
  ) throws(SavedPlayersError) {
    let known = list(at: server, epoch: epoch)[day] ?? [:]
    guard !hashes.allSatisfy({ known[$0.key] != nil }) else { return }
    try file.change { all in
      var days = all[Self.key(server, epoch)]?.objectValue ?? [:]
      var entry = days[day]?.objectValue ?? [:]
      for (game, hash) in hashes.sorted(by: { $0.key < $1.key }) where entry[game] == nil {
        entry[game] = .string(hash)
      }
      days[day] = .object(entry)
      while days.count > maximumDays, let oldest = days.map(\.key).min() { days[oldest] = nil }
      all[Self.key(server, epoch)] = .object(days)
    }
  }

  private static func key(_ server: ServerAddress, _ epoch: String) -> String { "\(server.description) \(epoch)" }
}
