public import GameKit
public import Kernel

/// All open state after the last commit.
public struct StoredState: Sendable {
  /// The greatest number of any player, room or match.
  public var lastNumber: Int64
  /// The greatest event number of any closed room.
  public var lastSeq: Int
  /// Every player.
  public var players: [StoredPlayer]
  /// Every room.
  public var rooms: [StoredRoomState]
  /// Who has finished which day's puzzle since a given day, for ``Knowledge``.
  public var finishedDays: [FinishedDay]
  /// By kind of document: the greatest key that any document has or had, of kinds with index tables.
  public var lastKeys: [UInt8: Int64] = [:]
  /// The room events of the log's last entries; `nil` if no session outlives its core.
  public var recentEvents: RecentEvents?
  /// Expired players, who are left out and still to be deleted.
  public var lapsed: [PlayerID] = []
  /// The lines of the kernel's documents, by document and in order.
  public var lines: [DocumentLine] = []
  /// Documents that have lost lines.
  public var damagedDocuments: [DocumentID] = []
  /// The number of the latest day of any server; `nil` before the first.
  public var latestDay: Int?
  /// Why matches must not be replayed, by number: the start has found that their games trap.
  public var trappedMatches: [Int64: String] = [:]

  /// Damaged rows.
  public var damagedRows: [DamagedRow] = []
  /// Acknowledged commits that are unreadable.
  public var lostCommits = 0

  /// A player's finished daily.
  public struct FinishedDay: Hashable, Sendable {
    /// The game's id.
    public var game: String
    /// The puzzle's day.
    public var day: Int
    /// The player.
    public var player: PlayerID
  }

  /// A state; an empty one for a new server.
  public init(
    lastNumber: Int64 = 0, lastSeq: Int = 0, players: [StoredPlayer] = [], rooms: [StoredRoomState] = [],
    finishedDays: [FinishedDay] = []
  ) {
    self.lastNumber = lastNumber
    self.lastSeq = lastSeq
    self.players = players
    self.rooms = rooms
    self.finishedDays = finishedDays
  }
}

/// A row that differs from what was stored.
public struct DamagedRow: Hashable, Sendable {
  /// Its table.
  public var table: String
  /// The columns of its key, separated by spaces.
  public var key: String

  public init(table: String, key: String) {
    self.table = table
    self.key = key
  }

  /// A line of the log.
  public init(_ line: LostLine) { self.init(table: "entry", key: "\(line.position) \(line.number)") }
}

/// Damage found while a server uses the data.
public struct DamageReport: Sendable {
  /// Damaged rows.
  public var rows: [DamagedRow] = []
  /// Other faults of the file, a sentence each.
  public var faults: [String] = []

  public init() {}
}

/// A room with its open matches.
public struct StoredRoomState: Sendable {
  /// Unique on a server; a room of the same name opened later has another number.
  public var number: Int64
  /// The intact lines of its document, in order.
  public var lines: [[UInt8]]
  /// The number of lost lines after these.
  public var lostLines: Int
  /// The bytes of damaged lines: only the room's name is searched there.
  public var damagedLines: [[UInt8]]
  /// Its open matches except boards of the day, the oldest first, without names.
  public var matches: [StoredMatchHistory]
  /// Where its boards of the day are stored, the oldest first.
  public var dayBoards: [StoredDayBoard]

  public init(
    number: Int64, lines: [[UInt8]], lostLines: Int = 0, damagedLines: [[UInt8]] = [],
    matches: [StoredMatchHistory] = [], dayBoards: [StoredDayBoard] = []
  ) {
    self.number = number
    self.lines = lines
    self.lostLines = lostLines
    self.damagedLines = damagedLines
    self.matches = matches
    self.dayBoards = dayBoards
  }
}
