import CSystem
import Catalogue
import Dispatch
import GameKit
import ParlorCore
import Synchronization
import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Prevents a stored match whose game traps during a replay from stopping every start.
///
/// A marker file exists in the data folder while matches are restored. If the last start has left it, matches are first
/// replayed in a child process, and those that end it are not restored. The marker stays as long as there are any, so
/// each start tries them again: after the game is fixed, its matches return.
///
/// Boards of the day are restored while the server runs. ``LoadMark`` names the one that is being replayed: if the last
/// process has ended with it and it traps again, all boards of its room are tried.
struct RestoreGuard {
  private let mark: String
  private let resources: String?
  /// Names the board of the day that is being replayed.
  let loads: LoadMark

  /// - Returns: `nil` for data in memory.
  init?(folder: String, resources: String?) {
    guard folder != ":memory:" else { return nil }
    mark = folder + "/parlor.restoring"
    loads = LoadMark(folder + "/parlor.loading")
    self.resources = resources
  }

  /// The matches that must not be restored, with the reasons; creates the marker.
  func begin(_ state: StoredState, in storage: any Storage) -> [Int64: String] {
    let boards = trappedBoards(state, in: storage)
    loads.keep(boards.keys.sorted())
    guard FileContents.read(mark) != nil else {
      // If the marker cannot be written, the disk is full, which is no reason not to start.
      _ = FileContents.create(mark, [])
      return boards
    }
    return trapped(in: state.rooms.flatMap(\.matches)).merging(boards) { $1 }
  }

  /// All matches that were read at the start are restored except those in `trapped`.
  func end(_ state: StoredState, without trapped: [Int64: String]) {
    let matches = state.rooms.lazy.flatMap(\.matches)
    if !matches.contains(where: { trapped[$0.match.id] != nil }) { unlink(mark) }
  }

  private func trappedBoards(_ state: StoredState, in storage: any Storage) -> [Int64: String] {
    let suspects = Set(loads.suspects())
    let rooms = state.rooms.map { $0.dayBoards.map(\.match) }.filter { !suspects.isDisjoint(with: $0) }
    let found = trapped(in: Self.histories(of: rooms.flatMap { $0.filter(suspects.contains) }, in: storage))
    return found.isEmpty ? [:] : trapped(in: Self.histories(of: rooms.flatMap(\.self), in: storage))
  }

  private static func histories(of matches: [Int64], in storage: any Storage) -> [StoredMatchHistory] {
    guard !matches.isEmpty else { return [] }
    let found = Mutex<[StoredMatchHistory]>([])
    let isThere = DispatchSemaphore(value: 0)
    storage.answer([MatchHistoriesQuery(matches: matches)]) { answers in
      if let histories = (try? answers.first?.get()) as? [StoredMatchHistory] { found.withLock { $0 = histories } }
      isThere.signal()
    }
    isThere.wait()
    return found.withLock { $0 }
  }

  private func trapped(in histories: [StoredMatchHistory]) -> [Int64: String] {
    let matches = histories.map { (id: $0.match.id, lines: ReplayFile.bytes(of: $0.match, $0.moves)) }
    var trapped: [Int64: String] = [:]
    var rest = matches[...]
    while !rest.isEmpty, let trial = ReplayTrial(Array(rest.map(\.lines).joined()), resources: resources) {
      guard trial.isReady, trial.played < rest.count else { break }
      rest = rest.dropFirst(trial.played)
      if let match = rest.popFirst() { trapped[match.id] = trial.ending }
    }
    return trapped
  }
}

/// Replays matches in a child process.
struct ReplayTrial {
  /// The child's command: it reads matches from standard input, and prints a line when it has read them and one after
  /// each.
  static let verb = "try-matches"
  /// The time limits of the child's start and of each match, in milliseconds.
  private static let timeouts: (start: Int32, match: Int32) = (600_000, 60_000)

  /// Whether the child has read the matches.
  private(set) var isReady = false
  /// The number of completed matches.
  private(set) var played = 0
  /// How the child ended, as a part of a sentence.
  private(set) var ending = "replaying it ends the process"

  /// - Returns: `nil` if no child process can be created.
  init?(_ lines: [UInt8], resources: String?) {
    var stream: Int32 = -1
    let arguments = ["parlor-server", Self.verb] + (resources.map { ["--resources", $0] } ?? [])
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    let child = csystem_start_self(&words, &stream)
    for word in words { free(word) }
    guard child > 0 else { return nil }
    defer { csystem_close(stream) }
    Self.send(lines, to: stream)
    var receivedLines = 0
    reading: while true {
      switch csystem_wait_readable(stream, receivedLines == 0 ? Self.timeouts.start : Self.timeouts.match) {
      case 0:
        ending = "replaying it does not end"
        csystem_kill(child)
        break reading
      default:
        let bytes = Self.receive(from: stream)
        if bytes.isEmpty { break reading }
        receivedLines += bytes.count { $0 == UInt8(ascii: "\n") }
      }
    }
    let status = csystem_wait_for(child)
    isReady = receivedLines > 0
    played = max(0, receivedLines - 1)
    if status > 1000, status != 1000 + SIGKILL {
      ending = "replaying it traps (signal \(status - 1000))"
    }
  }

  private static func send(_ lines: [UInt8], to stream: Int32) {
    var rest = lines[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { csystem_send(stream, $0.baseAddress, $0.count) }
      // A child that ends early leaves matches unanswered.
      if sent <= 0 { break }
      rest = rest.dropFirst(sent)
    }
    csystem_finish_sending(stream)
  }

  private static func receive(from stream: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = max(0, csystem_receive(stream, buffer.baseAddress, buffer.count))
    }
  }

  /// Runs the child.
  static func run(games: [GameModule]) -> Never {
    let lines = (FileContents.read("-") ?? []).split(separator: UInt8(ascii: "\n")).map { Array($0) }
    var matches: [[JSON]] = []
    for line in lines {
      let json = (try? JSON(parsing: line)) ?? .null
      if json["type"] == "replay_header" { matches.append([]) }
      if !matches.isEmpty { matches[matches.count - 1].append(json) }
    }
    ServerLog.print("ready")
    for match in matches {
      // A rejection or a mismatch is found and reported again when the match is restored.
      _ = try? ReplayFile.check(match, games: games)
      ServerLog.print("played")
    }
    exit(0)
  }
}
