internal import WireProtocol

/// This user's settings for all servers: the file `parlor/settings.json` beside the players.
public struct SavedSettings: Sendable {
  /// The folder that holds the file.
  public let folder: String

  /// The settings beside the saved players.
  public init(beside players: SavedPlayers) { folder = players.folder }

  private var file: PrivateObject { PrivateObject(folder: folder, name: "settings") }

  /// A setting; `nil` if it was never chosen. An unreadable file has none.
  public subscript(name: String) -> String? { file.members[name]?.stringValue }

  /// Saves a setting; `nil` removes it.
  public func keep(_ value: String?, as name: String) throws(SavedPlayersError) {
    guard self[name] != value else { return }
    try file.change { $0[name] = value.map { .string($0) } }
  }
}
