internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The players that this user is, server by server: the file `parlor/players.json` in the configuration folder.
///
/// The folder is the user's alone (mode 0700), and so is the file (0600); where they are open to others they are closed
/// before anything is read. The file is replaced as a whole and never written over, and programs that change it at the
/// same time wait for each other. A file that cannot be understood is left as it is.
public struct SavedPlayers: Sendable {
  /// The folder that holds the file.
  public let folder: String

  /// The players in a configuration folder; the user's own unless said otherwise.
  public init(configurationFolder: String = SavedPlayers.userConfigurationFolder) {
    folder = configurationFolder + "/parlor"
  }

  /// `$XDG_CONFIG_HOME` where it is an absolute path, `~/.config` otherwise: on macOS as well, for this is a program of
  /// the terminal.
  public static var userConfigurationFolder: String {
    if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") { return folder }
    if let home = environment("HOME"), home.hasPrefix("/") { return home + "/.config" }
    guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return "/.config" }
    return String(cString: home) + "/.config"
  }

  private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  private var path: String { folder + "/players.json" }

  /// All of them, those that were remembered last first.
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

  /// The player at a server that was remembered last, or the one of a name. Case makes no difference.
  public func player(
    at server: ServerAddress, named name: String? = nil
  ) throws(SavedPlayersError) -> SavedPlayer? {
    try list().first { Self.fits($0, server, name) }
  }

  /// Keeps a player, and takes the place of what was kept of the same name or token at the same server: a token opens
  /// one player, whose name before was another one.
  public func remember(_ player: SavedPlayer) throws(SavedPlayersError) {
    try change { players in
      players.removeAll {
        $0.server == player.server
          && ($0.name.lowercased() == player.name.lowercased() || $0.token == player.token)
      }
      players.insert(player, at: 0)
    }
  }

  /// Forgets a player at a server, or all of them there.
  public func forget(at server: ServerAddress, named name: String? = nil) throws(SavedPlayersError) {
    try change { players in players.removeAll { Self.fits($0, server, name) } }
  }

  /// Forgets a player whose token opens nothing any more; another token of the same name stays.
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
