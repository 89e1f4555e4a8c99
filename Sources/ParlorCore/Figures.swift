import GameKit
import Kernel
import Passwords
import Kernel
public import WireProtocol

/// What the core has counted since it started: for an operator's metrics.
public struct Figures: Sendable {
  /// Refused requests and bytes, by error code.
  public internal(set) var refusals: [String: Int] = [:]
  /// What has become durable.
  public internal(set) var stored = Stored()

  /// Boards of the day and players that have left memory.
  public internal(set) var unloaded = 0

  /// Passwords that were checked or made.
  public internal(set) var passwords = Passwords()

  /// What came of passwords.
  public struct Passwords: Sendable {
    /// That were the right ones, or new.
    public internal(set) var right = 0
    /// That were wrong.
    public internal(set) var wrong = 0

    mutating func count(_ result: PasswordTask.Result) { if result == .wrong { wrong += 1 } else { right += 1 } }
  }

  /// What is stored and cannot be used, by what it is: `room`, `match`, `player`, `events`, `row`, `file`.
  public internal(set) var quarantined: [String: Int] = [:]

  /// Records that have become durable, by what they tell of.
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
      if Self.moved.matches(line.bytes) {
        moves += 1
      } else if Self.opened.matches(line.bytes) {
        matches += 1
      } else if Self.finished.matches(line.bytes) {
        results += 1
      }
    }

    // By its mark: to read the whole line of each move would take longer than all else that is done with it here.
    private static let (opened, moved) = (FactMark("opened"), FactMark("moved"))
    private static let finished = FactMark("finished")

    mutating func add(_ other: Stored) {
      records += other.records
      matches += other.matches
      moves += other.moves
      results += other.results
    }
  }

  /// Codes are the server's own and those of its games: there are only so many, whatever clients send.
  mutating func count(_ error: WireError) { refusals[error.code, default: 0] += 1 }
}

/// How things stand now.
public struct Situation: Sendable {
  /// Sessions that are open.
  public var sessions: Int
  /// Players that are known, guests included.
  public var players: Int
  /// Players with a name.
  public var namedPlayers: Int
  /// Rooms by mode, in the order of ``ModeKind``; rooms for talking under `nil`.
  public var rooms: [(mode: ModeKind?, count: Int)]
  /// Players who are in rooms and not away, by the rooms' game, in the order of the catalogue. One in several rooms
  /// counts in each.
  public var playersInRooms: [(game: String, count: Int)]
  /// What features count.
  public var gauges: [(metric: Metric, value: Double)]
  /// Lines that wait for the next commit.
  public var waitingLines: Int
  /// Questions that storage has not answered yet.
  public var openQueries: Int
  /// Passwords that wait to be checked or made, with the one that is.
  public var waitingPasswords: Int
  /// Whether commits become durable: the last attempt has not failed, and none takes longer than a second.
  public var storageWorks: Bool
}

extension Parlor {
  /// What has been counted since the start.
  public var figures: Figures {
    var figures = hub.figures
    figures.stored = hub.journal.stored
    return figures
  }

  /// How things stand now. Walks through the rooms.
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
