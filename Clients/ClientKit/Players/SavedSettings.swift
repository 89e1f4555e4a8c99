internal import WireProtocol

/// This user's settings for all servers: the file `parlor/settings.json` beside the players.
public struct SavedSettings: Sendable {
  /// The folder that holds the file.
  public let folder: String

  /// The settings beside the saved players.
  public init(beside players: SavedPlayers) { folder = players.folder }

  private var path: String { folder + "/settings.json" }

  /// A setting; `nil` if it was never chosen. An unreadable file has none.
  public subscript(name: String) -> String? { file[name]?.stringValue }

  /// Saves a setting; `nil` removes it.
  public func keep(_ value: String?, as name: String) throws(SavedPlayersError) {
    guard self[name] != value else { return }
    let lock = try FolderLock(folder)
    var all = file
    all[name] = value.map { .string($0) }
    var writer = JSONWriter()
    writer.value(.object(all))
    writer.newline()
    try PrivateFile.replace(path, in: folder, with: writer.bytes)
    lock.release()
  }

  private var file: JSONObject {
    guard let bytes = try? PrivateFile.read(path, in: folder), let json = try? JSON(parsing: bytes) else { return [:] }
    return json.objectValue ?? [:]
  }
}
