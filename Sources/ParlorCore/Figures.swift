import GameKit
import Kernel
import Passwords
import Kernel
public import WireProtocol

/// The core's counters since the start, for the metrics.
public struct Figures: Sendable {
  /// Refused requests and bytes, by error code.
  public internal(set) var refusals: [String: Int] = [:]
  /// What has become durable.
  public internal(set) var stored = Stored()

  /// Boards of the day and players that have left memory.
  public internal(set) var unloaded = 0

  /// Checked and created passwords.
  public internal(set) var passwords = Passwords()

  /// The results of password tasks.
  public struct Passwords: Sendable {
    /// Right or new ones.
    public internal(set) var right = 0
    /// Wrong ones.
    public internal(set) var wrong = 0

    mutating func count(_ result: PasswordTask.Result) { if result == .wrong { wrong += 1 } else { right += 1 } }
  }

  /// Quarantined data by kind: `room`, `match`, `player`, `events`, `row`, `file`.
  public internal(set) var quarantined: [String: Int] = [:]

  /// Records that have become durable, by subject.
  public struct Stored: Sendable {
    /// All records.
    public internal(set) var records = 0
    /// Matches begun.
    public internal(set) var matches = 0
    /// Moves played.
    public internal(set) var moves = 0
    /// Results: matches finished by a player.
    public internal(set) var results = 0

    mutating func count(_ line: DocumentLine) {
      records += 1
      guard line.document.kind == MatchDocument.number else { return }
      switch MatchDocument.madeFact(of: line) {
      case .moved: moves += 1
      case .opened: matches += 1
      case .finished: results += 1
      case .played, .givenUp, .closed, nil: break
      }
    }

    mutating func add(_ other: Stored) {
      records += other.records
      matches += other.matches
      moves += other.moves
      results += other.results
    }
  }

  /// Codes are those of the server and its games: their number is bounded, whatever clients send.
  mutating func count(_ error: WireError) { refusals[error.code, default: 0] += 1 }
}

/// The present state.
public struct Situation: Sendable {
  /// Sessions that are open.
  public var sessions: Int
  /// Known players, guests included.
  public var players: Int
  /// Players with a name.
  public var namedPlayers: Int
  /// Rooms by mode, in the order of ``ModeKind``; rooms for talking under `nil`.
  public var rooms: [(mode: ModeKind?, count: Int)]
  /// Present players in rooms, by the rooms' game, in the order of the catalogue. One in several rooms counts in each.
  public var playersInRooms: [(game: String, count: Int)]
  /// The features' numbers.
  public var gauges: [(metric: Metric, value: Double)]
  /// Lines that wait for the next commit.
  public var waitingLines: Int
  /// Queries that storage has not answered yet.
  public var openQueries: Int
  /// Pending and running password tasks.
  public var waitingPasswords: Int
  /// Whether commits become durable: the last attempt has not failed, and none takes longer than a second.
  public var storageWorks: Bool
}

extension Parlor {
  /// The counters since the start.
  public var figures: Figures {
    var figures = hub.figures
    figures.stored = hub.journal.stored
    return figures
  }

  /// The present state. Iterates over the rooms.
  public var situation: Situation {
    var counts: [ModeKind?: Int] = [:]
    var present: [String: Int] = [:]
    for room in rooms.all {
      if let game = room.plan.game?.info.id { present[game, default: 0] += room.members.presentPlayerCount }
      counts[room.mode.kind, default: 0] += 1
    }
    return Situation(
      sessions: sessions.count, players: players.count, namedPlayers: players.namedCount,
      rooms: (ModeKind.allCases + [nil]).map { ($0, counts[$0] ?? 0) },
      playersInRooms: hub.configuration.games.map { ($0.info.id, present[$0.info.id] ?? 0) },
      gauges: kernel.gauges.map { ($0.metric, $0.value()) },
      waitingLines: hub.journal.waitingLines, openQueries: openQueries.values.reduce(0) { $0 + $1.count },
      waitingPasswords: parts.passwords.count,
      storageWorks: !hub.isStalled && !hub.journal.isFailing)
  }
}
