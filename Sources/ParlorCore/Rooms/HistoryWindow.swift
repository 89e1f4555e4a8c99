import GameKit
import WireProtocol

/// The last events of a room for returning clients: lines of the room's document, with consecutive numbers. It is
/// bounded by events and by bytes.
struct HistoryWindow {
  fileprivate struct Line {
    var bytes: [UInt8]
    /// The players that the event names, kept so that lines need not be parsed to find them.
    var players: Players
    var talk: Talk
  }

  /// Whether an event is talk, and hidden from some.
  fileprivate enum Talk { case none, open, hidden }

  /// Most events name one player, which needs no array.
  fileprivate enum Players {
    case none
    case one(PlayerID)
    case several([PlayerID])
  }

  private var lines: [Line] = []
  /// The index in ``lines`` of the oldest valid one.
  private var start = 0
  private let room: Int64
  private let mostEvents: Int
  private let mostBytes: Int
  /// Bytes of all lines.
  private(set) var byteCount = 0
  /// The number of the last event; 0 before the first.
  private(set) var last = 0
  /// The number of the last hidden line of talk; 0 before the first.
  private(set) var lastHidden = 0

  init(of room: Int64, _ limits: Limits) {
    self.room = room
    mostEvents = limits.resumeEvents
    mostBytes = limits.resumeBytes
  }

  /// The number of events.
  var count: Int { lines.count - start }

  /// The number of the oldest event; the next one's if there is none.
  var first: Int { last - count + 1 }

  /// Adds an event. One that does not follow the last makes a gap, across which no client can resume: earlier events
  /// are dropped.
  mutating func append(_ event: RoomEvent) {
    if event.seq != last + 1 { removeAll() }
    last = event.seq
    let line = Line(bytes: event.told.line(in: room), players: Players(event), talk: Talk(event))
    if line.talk == .hidden { lastHidden = event.seq }
    lines.append(line)
    byteCount += line.bytes.count
    while count > mostEvents || byteCount > mostBytes, count > 0 { removeFirst() }
  }

  private mutating func removeFirst() {
    byteCount -= lines[start].bytes.count
    lines[start].bytes = []
    start += 1
    guard start >= 32, start * 2 >= lines.count else { return }
    lines.removeFirst(start)
    start = 0
  }

  /// Drops all events: no client can resume across this.
  mutating func removeAll() {
    lines = []
    (start, byteCount) = (0, 0)
  }

  // MARK: - Reading

  /// The lines, the oldest first.
  var all: [[UInt8]] { lines[start...].map(\.bytes) }

  /// The line of the last event; `nil` if it was dropped.
  var newest: [UInt8]? { count > 0 ? lines[lines.count - 1].bytes : nil }

  /// The events after `seq` up to `last`; `nil` if some were dropped.
  func events(after seq: Int, upTo last: Int) -> [RoomEvent]? {
    guard seq <= last else { return nil }
    guard seq < last else { return [] }
    guard last == self.last, last - seq <= count else { return nil }
    let document = JSONDocument()
    return lines.suffix(last - seq).enumerated().map { Self.event($1, seq + 1 + $0, document) }
  }

  /// Whether there is hidden talk.
  var hasHiddenTalk: Bool { lines[start...].contains { $0.talk == .hidden } }

  /// Talk after a number, the newest first.
  ///
  /// - Parameter isHidden: only hidden talk.
  func talk(after seq: Int, isHidden: Bool = false) -> some Sequence<RoomEvent> {
    let document = JSONDocument()
    return numbered.reversed().lazy.prefix { $0.seq > seq }
      .filter { $0.line.talk == .hidden || !isHidden && $0.line.talk == .open }
      .map { Self.event($0.line, $0.seq, document) }
  }

  /// A player's talk, the newest first.
  func talk(of player: PlayerID) -> some Sequence<String> {
    let document = JSONDocument()
    return numbered.reversed().lazy.filter { $0.line.talk != .none && $0.line.players.contains(player) }
      .compactMap { number, line in
        guard case .said(let text, _) = Self.event(line, number, document).content else { return nil }
        return text
      }
  }

  /// The players whom the events name, each once.
  var players: Set<PlayerID> {
    var players: Set<PlayerID> = []
    for line in lines[start...] { line.players.forEach { players.insert($0) } }
    return players
  }

  private var numbered: [(seq: Int, line: Line)] { zip(first..., lines[start...]).map { (seq: $0, line: $1) } }

  private static func event(_ line: Line, _ seq: Int, _ document: JSONDocument) -> RoomEvent {
    RoomEvent(line: line.bytes, with: document) ?? RoomEvent(seq: seq, .removed)
  }

  // MARK: - Forgetting

  /// Removes all mentions of a player.
  ///
  /// - Returns: whether there were any.
  mutating func forget(_ player: PlayerID) -> Bool {
    replace {
      $0.players.contains(player)
    } by: {
      $0.without(player)
    }
  }

  /// Redacts a player's talk, or one line of it.
  ///
  /// - Returns: whether there was any.
  mutating func redactTalk(of player: PlayerID, line: Int? = nil) -> Bool {
    var hasSaid = false
    _ = replace {
      $0.players.contains(player)
    } by: { event in
      guard case .said = event.content, event.actor.id == player, line ?? event.seq == event.seq else { return event }
      hasSaid = true
      return RoomEvent(seq: event.seq, .removed)
    }
    return hasSaid
  }

  /// - Returns: whether there was such a line.
  private mutating func replace(
    where isMeant: (Line) -> Bool, by change: (RoomEvent) -> RoomEvent
  ) -> Bool {
    let document = JSONDocument()
    var wasMeant = false
    for (index, seq) in zip(lines.indices[start...], first...) where isMeant(lines[index]) {
      wasMeant = true
      let event = change(Self.event(lines[index], seq, document))
      byteCount -= lines[index].bytes.count
      lines[index].bytes = event.line(in: room)
      lines[index].players = Players(event)
      lines[index].talk = Talk(event)
      byteCount += lines[index].bytes.count
    }
    return wasMeant
  }
}

extension HistoryWindow.Talk {
  fileprivate init(_ event: RoomEvent) {
    if case .said(_, let scope) = event.content { self = scope == nil ? .open : .hidden } else { self = .none }
  }
}

extension HistoryWindow.Players {
  fileprivate init(_ event: RoomEvent) {
    var found = Self.none
    event.forEachPlayer { player in
      switch found {
      case .none: found = .one(player)
      case .one(let first): found = .several([first, player])
      case .several(let others): found = .several(others + [player])
      }
    }
    self = found
  }

  fileprivate func forEach(_ body: (PlayerID) -> Void) {
    switch self {
    case .none: break
    case .one(let player): body(player)
    case .several(let players): players.forEach(body)
    }
  }

  fileprivate func contains(_ player: PlayerID) -> Bool {
    switch self {
    case .none: false
    case .one(let one): one == player
    case .several(let players): players.contains(player)
    }
  }
}
