internal import WireProtocol

/// What servers have committed to, as this user has heard it when the days began: without it nobody could tell, when a
/// puzzle is opened, that it is the one that was meant.
///
/// They are kept in `parlor/commitments.json` beside the players, by server and epoch: a server that begins anew has
/// other puzzles. What was heard first stays.
public struct SeenCommitments: Sendable {
  /// The folder that holds the file.
  public let folder: String
  /// The most days that are kept of a server; older ones go.
  public let maximumDays: Int

  /// The commitments beside the players that are kept.
  public init(beside players: SavedPlayers, maximumDays: Int = 400) {
    folder = players.folder
    self.maximumDays = maximumDays
  }

  private var path: String { folder + "/commitments.json" }

  /// By day and game: the hashes that a server has published. A file that cannot be read holds none.
  public func list(at server: ServerAddress, epoch: String) -> [String: [String: String]] {
    var days: [String: [String: String]] = [:]
    for (day, hashes) in file[Self.key(server, epoch)]?.objectValue ?? [:] {
      for (game, hash) in hashes.objectValue ?? [:] { days[day, default: [:]][game] = hash.stringValue }
    }
    return days
  }

  /// Keeps a day's hashes; those that are there already stay as they are.
  public func remember(
    _ hashes: [String: String], of day: String, at server: ServerAddress, epoch: String
  ) throws(SavedPlayersError) {
    let known = list(at: server, epoch: epoch)[day] ?? [:]
    guard !hashes.allSatisfy({ known[$0.key] != nil }) else { return }
    let lock = try FolderLock(folder)
    var all = file
    var days = all[Self.key(server, epoch)]?.objectValue ?? [:]
    var entry = days[day]?.objectValue ?? [:]
    for (game, hash) in hashes.sorted(by: { $0.key < $1.key }) where entry[game] == nil { entry[game] = .string(hash) }
    days[day] = .object(entry)
    while days.count > maximumDays, let oldest = days.map(\.key).min() { days[oldest] = nil }
    all[Self.key(server, epoch)] = .object(days)
    var writer = JSONWriter()
    writer.value(.object(all))
    writer.newline()
    try PrivateFile.replace(path, in: folder, with: writer.bytes)
    lock.release()
  }

  private static func key(_ server: ServerAddress, _ epoch: String) -> String { "\(server.description) \(epoch)" }

  private var file: JSONObject {
    guard let bytes = try? PrivateFile.read(path, in: folder), let json = try? JSON(parsing: bytes) else { return [:] }
    return json.objectValue ?? [:]
  }
}
