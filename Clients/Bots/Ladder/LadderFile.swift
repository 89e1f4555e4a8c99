internal import Catalogue
internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The state file of a ladder: a line for what is played, and one for each game. It is replaced as a whole after each
/// game, so that it is complete whenever the process ends.
final class LadderFile {
  let path: String
  private var bytes: [UInt8]
  /// Held as long as this object exists.
  private let lock: Int32

  /// The layout of the file.
  static let layout = 1

  /// Reads a ladder; `nil` if there is no such file.
  ///
  /// - Throws: if the file cannot be read, or has something else than a ladder.
  static func read(_ path: String) throws(Failure) -> LadderBook? {
    guard access(path, F_OK) == 0 else { return nil }
    guard let bytes = FileContents.read(path) else { throw Failure("reading \(path)", result: -Int(errno)) }
    var lines = bytes.split(separator: UInt8(ascii: "\n"))[...]
    guard let title = lines.popFirst().flatMap({ try? JSON(parsing: Array($0)) }), title["type"] == "ladder",
      title["layout"] == .int(layout), let game = title["game"]?.stringValue,
      let settings = title["settings"]?.objectValue
    else { throw Failure("\(path) is not the state of a ladder") }
    var book = LadderBook(game: game, settings: settings)
    for (index, line) in lines.enumerated() {
      guard let read = (try? JSON(parsing: Array(line))).flatMap(LadderGame.init(reading:)) else {
        throw Failure("line \(index + 2) of \(path) is not a game of a ladder")
      }
      book.add(read)
    }
    return book
  }

  /// Opens the file for a ladder that is played now.
  ///
  /// - Throws: if another process plays it.
  init(_ path: String) throws(Failure) {
    self.path = path
    lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw Failure("creating \(path).lock", result: -Int(errno)) }
    bytes = []
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      throw Failure("another parlor-bots ladder is playing with \(path)")
    }
  }

  deinit {
    // A program that another thread is starting shares the lock until its `exec`, so closing alone would not free it.
    flock(lock, LOCK_UN)
    close(lock)
  }

  /// Writes a ladder as it is at the start.
  func begin(_ book: LadderBook) throws(Failure) {
    let title: JSONObject = [
      "type": "ladder", "layout": .int(Self.layout), "game": .string(book.game), "settings": .object(book.settings),
    ]
    bytes = Self.line(title)
    for game in book.games { bytes += Self.line(game.json) }
    try write()
  }

  func add(_ game: LadderGame) throws(Failure) {
    bytes += Self.line(game.json)
    try write()
  }

  private func write() throws(Failure) {
    guard FileContents.create(path, bytes) else { throw Failure("writing \(path)", result: -Int(errno)) }
  }

  private static func line(_ json: JSONObject) -> [UInt8] { Array((JSON.object(json).text + "\n").utf8) }
}
