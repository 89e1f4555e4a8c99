internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// This user's players by server: the file `parlor/players.json` in the configuration folder.
///
/// Only the user can access the folder (mode 0700) and the file (0600); wider permissions are restricted before
/// anything is read. The file is replaced atomically, and concurrent programs wait for each other. A file that cannot
/// be parsed is left unchanged.
public struct SavedPlayers: Sendable {
  /// The folder that holds the file.
  public let folder: String

  /// The players in a configuration folder, by default the user's.
  public init(configurationFolder: String = SavedPlayers.userConfigurationFolder) {
    folder = configurationFolder + "/parlor"
  }

  /// `$XDG_CONFIG_HOME` if it is an absolute path, otherwise `~/.config`, also on macOS, because this is a terminal
  /// program.
  public static var userConfigurationFolder: String {
    if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") { return folder }
    if let home = environment("HOME"), home.hasPrefix("/") { return home + "/.config" }
    guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return "/.config" }
    return String(cString: home) + "/.config"
  }

  private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  private var path: String { folder + "/players.json" }

  /// All players, the most recently saved first.
  public func list() throws(SavedPlayersError) -> [SavedPlayer] {
    guard let file = try PrivateFile.read(path, in: folder) else { return [] }
    do {
      let json = try JSON(parsing: file)
      guard let entries = json["players"]?.arrayValue else { throw unreadable }
      return entries.compactMap { entry in
        guard let server = entry["server"]?.stringValue, let name = entry["name"]?.stringValue,
          let token = entry["token"]?.stringValue
        else { return nil }
        return SavedPlayer(server: server, name: name, token: token)
      }
    } catch {
      throw unreadable
    }
  }

  private var unreadable: SavedPlayersError {
    SavedPlayersError(description: "\(path) is no list of players: mend it or remove it.")
  }

  /// The most recently saved player at a server, or the one with a name, ignoring case.
  public func player(
    at server: ServerAddress, named name: String? = nil
  ) throws(SavedPlayersError) -> SavedPlayer? {
    try list().first { Self.fits($0, server, name) }
  }

  /// Saves a player, and replaces entries with the same name or token at the same server: a token belongs to one
  /// player, who may have been renamed.
  public func remember(_ player: SavedPlayer) throws(SavedPlayersError) {
    try change { players in
      players.removeAll {
        $0.server == player.server
          && ($0.name.lowercased() == player.name.lowercased() || $0.token == player.token)
      }
      players.insert(player, at: 0)
    }
  }

  /// Removes a player at a server, or all of them.
  public func forget(at server: ServerAddress, named name: String? = nil) throws(SavedPlayersError) {
    try change { players in players.removeAll { Self.fits($0, server, name) } }
  }

  /// Removes a player whose token was rejected; another token of the same name is kept.
  public func forget(_ player: SavedPlayer) throws(SavedPlayersError) {
    guard try list().contains(where: { $0.server == player.server && $0.token == player.token }) else { return }
    try change { players in players.removeAll { $0.server == player.server && $0.token == player.token } }
  }

  private static func fits(_ player: SavedPlayer, _ server: ServerAddress, _ name: String?) -> Bool {
    player.server == server.description && name.map { $0.lowercased() == player.name.lowercased() } ?? true
  }

  private func change(_ body: (inout [SavedPlayer]) -> Void) throws(SavedPlayersError) {
    let lock = try FolderLock(folder)
    var players = try list()
    body(&players)
    let entries = players.map { player -> JSON in
      ["server": .string(player.server), "name": .string(player.name), "token": .string(player.token)]
    }
    var writer = JSONWriter()
    writer.value(["players": .array(entries)])
    writer.newline()
    try PrivateFile.replace(path, in: folder, with: writer.bytes)
    lock.release()
  }
}
