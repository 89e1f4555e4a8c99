internal import WireProtocol

/// How this user wants clients to be, whatever the server: the file `parlor/settings.json` beside the players.
public struct SavedSettings: Sendable {
  /// The folder that holds the file.
  public let folder: String

  /// The settings beside the players that are kept.
  public init(beside players: SavedPlayers) { folder = players.folder }

  private var path: String { folder + "/settings.json" }

  /// A setting; `nil` where it was never chosen. A file that cannot be read holds none.
  public subscript(name: String) -> String? { file[name]?.stringValue }

  /// Keeps a setting, or goes back to how it is without one.
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
