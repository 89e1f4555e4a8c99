/// The clients' knowledge of rooms: an event's number identifies one event, before and after every crash and failed
/// commit.
final class Ledger {
  /// A room by its name: numbers continue when it is reopened.
  final class Room {
    let name: String
    fileprivate var facts: [Int: UInt64] = [:]
    fileprivate(set) var last = 0
    /// Events that are joins and leaves.
    fileprivate var comings: Set<Int> = []
    /// Shares, by their events: withdrawn ones are not sent any more.
    fileprivate var shares: [Int: Int] = [:]

    init(name: String) { self.name = name }
  }

  private(set) var rooms: [String: Room] = [:]
  let channel = ChannelBook()
  private var said: [UInt64: (room: String, seq: Int)] = [:]
  private(set) var eventCount = 0
  /// The latest day of any message.
  var day = 0
  /// Whether a player may be forgotten: resuming clients then miss events about that player.
  var hasForgotten = false

  func room(_ name: String) -> Room {
    if let known = rooms[name] { return known }
    let room = Room(name: name)
    rooms[name] = room
    return room
  }

  /// - Returns: the contradiction, if any.
  func note(_ line: Line, seq: Int, in room: Room) -> String? {
    guard let fact = Self.fact(line) else { return nil }
    eventCount += 1
    room.last = max(room.last, seq)
    if let known = room.facts.updateValue(fact, forKey: seq) {
      return known == fact ? nil : "event \(seq) of \(room.name) is now \(line.beginning)"
    }
    if line.kind == .presence || line.kind == .left { room.comings.insert(seq) }
    if line.kind == .shared || line.kind == .reacted, let share = line.int(.shareID) { room.shares[seq] = share }
    guard line.kind == .said, line.has(.text) else { return nil }
    let text = line.hash(line[.text])
    if let earlier = said.updateValue((room.name, seq), forKey: text), earlier != (room.name, seq) {
      return "what was said at \(earlier.seq) of \(earlier.room) is said again at \(seq) of \(room.name)"
    }
    return nil
  }

  /// Whether an event missed by a client can be its own join or leave.
  func mayBeOwn(_ seq: Int, in room: Room) -> Bool { room.facts[seq] == nil || room.comings.contains(seq) }

  /// Whether an event may be omitted: it is about a withdrawn share, or of a forgotten player.
  func mayBeWithdrawn(_ seq: Int, in room: Room) -> Bool { room.shares[seq].map(channel.mayBeGone) ?? hasForgotten }

  /// The part of an event that is the same for all.
  private static func fact(_ line: Line) -> UInt64? {
    var hash = line.hash(line[.type])
    switch line.kind {
    case .moved: hash = line.hash(openPart(of: line), into: line.hash(line[.player], into: hash))
    case .finished: hash = line.hash(line[.share], into: line.hash(line[.player], into: hash))
    case .round, .roundOver: hash = line.hash(line[.n], into: hash)
    case .said: hash = line.hash(line[.player], into: hash)
    case .presence, .left: hash = line.hash(line[.name], into: line.hash(line[.player], into: hash))
    case .shared, .unshared, .reacted:
      for field in [Line.Field.player, .shareID, .text, .match, .emoji, .reactions, .replaced] {
        hash = line.hash(line[field], into: hash)
      }
    default: return nil
    }
    return hash
  }

  private static func openPart(of line: Line) -> Range<Int>? {
    guard let turn = line[.turn] else { return nil }
    let key = Array("\"n\":".utf8)
    var place = turn.lowerBound
    while place + key.count < turn.upperBound {
      if line.bytes[place] == key[0], line.bytes[place + 1] == key[1], line.bytes[place + 2] == key[2] {
        return place..<turn.upperBound
      }
      place += 1
    }
    return nil
  }
}
