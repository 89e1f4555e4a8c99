public import GameKit
public import Kernel

/// Everything that is open, as it was after the last commit.
public struct StoredState: Sendable {
  /// The greatest number that any player, room or match has.
  public var lastNumber: Int64
  /// The greatest number of an event in any room that is gone.
  public var lastSeq: Int
  /// Every player.
  public var players: [StoredPlayer]
  /// Every room.
  public var rooms: [StoredRoomState]
  /// Who has finished which day's puzzle since a given day: what ``Knowledge`` needs.
  public var finishedDays: [FinishedDay]
  /// By kind of document: the greatest key that any document has or had, of kinds with index tables.
  public var lastKeys: [UInt8: Int64] = [:]
  /// The events of rooms in the log's last entries; `nil` where no session outlives its core.
  public var recentEvents: RecentEvents?
  /// Who is left out, since they were not here for long: that they are forgotten is still to be said.
  public var lapsed: [PlayerID] = []
  /// The lines of the kernel's documents, by document and in order.
  public var lines: [DocumentLine] = []
  /// Documents that have lost lines.
  public var damagedDocuments: [DocumentID] = []
  /// The number of the latest day that a server was at; `nil` before the first.
  public var latestDay: Int?
  /// Why matches must not be played again, by number: the start has found out that their games trap.
  public var trappedMatches: [Int64: String] = [:]

  /// Rows that are not what was stored.
  public var damagedRows: [DamagedRow] = []
  /// Commits that were acknowledged and cannot be read.
  public var lostCommits = 0

  /// A player's finished daily.
  public struct FinishedDay: Hashable, Sendable {
    /// The game's id.
    public var game: String
    /// The puzzle's day.
    public var day: Int
    /// Who has finished it.
    public var player: PlayerID

    /// An entry.
    public init(game: String, day: Int, player: PlayerID) {
      self.game = game
      self.day = day
      self.player = player
    }
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

/// A row that is not what was stored.
public struct DamagedRow: Hashable, Sendable {
  /// Its table.
  public var table: String
  /// The columns by which it is found, with spaces between them.
  public var key: String

  /// A row.
  public init(table: String, key: String) {
    self.table = table
    self.key = key
  }

  /// A line of the log.
  public init(_ line: LostLine) { self.init(table: "entry", key: "\(line.position) \(line.number)") }
}

/// What was found out about data while a server plays on it.
public struct DamageReport: Sendable {
  /// Rows that are not what was stored.
  public var rows: [DamagedRow] = []
  /// What else is wrong with the file, a sentence each.
  public var faults: [String] = []

  /// A report of nothing.
  public init() {}
}

/// A room with its open matches.
public struct StoredRoomState: Sendable {
  /// Unique on a server; a room of the same name opened later has another number.
  public var number: Int64
  /// The lines of its document that are what was stored, in order.
  public var lines: [[UInt8]]
  /// How many lines after these are lost.
  public var lostLines: Int
  /// What is left of lines that are not what was stored: only the room's name is looked for there.
  public var damagedLines: [[UInt8]]
  /// Its open matches but for boards of the day, the oldest first, without names.
  public var matches: [StoredMatchHistory]
  /// Where its boards of the day are stored, the oldest first.
  public var dayBoards: [StoredDayBoard]

  /// A room as it is read.
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
