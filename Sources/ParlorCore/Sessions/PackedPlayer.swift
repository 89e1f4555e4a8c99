import GameKit
import WireProtocol

/// A stored absent player, in some sixty bytes: a server has many more of these than of present ones.
///
/// It holds all of ``Player`` except what ``Player/mayBePacked`` requires to be empty, and what storage is queried for
/// again.
struct PackedPlayer {
  private let bytes: [UInt8]

  private struct Flags: OptionSet {
    let rawValue: UInt8

    static let isGuest = Flags(rawValue: 1)
    static let isBot = Flags(rawValue: 2)
    static let isDamaged = Flags(rawValue: 4)
    static let isRated = Flags(rawValue: 8)
    static let canReturn = Flags(rawValue: 16)
    static let hasVisits = Flags(rawValue: 32)
  }

  init(_ player: Player) {
    let kept = player.kept
    var flags: Flags = []
    if kept.isGuest { flags.insert(.isGuest) }
    if kept.isBot { flags.insert(.isBot) }
    if kept.isDamaged { flags.insert(.isDamaged) }
    if !kept.ratings.isEmpty { flags.insert(.isRated) }
    if kept.canReturn { flags.insert(.canReturn) }
    let visits = player.visits.flatMap { $0.kept.isEmpty ? nil : $0 }
    if visits != nil { flags.insert(.hasVisits) }
    var writer = Writer()
    writer.bytes.append(flags.rawValue)
    writer.integer(kept.id.number)
    writer.integer(kept.seenAt.milliseconds)
    writer.integer(kept.createdAt.milliseconds)
    writer.string(kept.name)
    writer.string(kept.theme == .dark ? nil : kept.theme.rawValue)
    writer.string(kept.verifier)
    writer.string(kept.ratings.isEmpty ? nil : kept.ratings.text)
    writer.integer(Int64(kept.tokens.count))
    for token in kept.tokens { writer.bytes += token.bytes }
    writer.string(player.address)
    // Mostly the time of ``StoredPlayer/createdAt``.
    writer.time(player.cameAt, besides: kept.createdAt)
    writer.time(player.namedAt, besides: kept.createdAt)
    let visited = player.visited.all.sorted()
    writer.integer(Int64(visited.count))
    for room in visited { writer.integer(room) }
    if let visits {
      writer.integer(visits.hour)
      for group in Visit.Group.allCases { writer.integer(Int64(visits.kept[group] ?? 0)) }
    }
    bytes = Array(writer.bytes)
  }

  private var flags: Flags { Flags(rawValue: bytes[0]) }
  private var afterFlags: Reader { Reader(rest: bytes[1...]) }

  /// Whether the player has ratings.
  var isRated: Bool { flags.contains(.isRated) }
  /// See ``StoredPlayer/canReturn``.
  var canReturn: Bool { flags.contains(.canReturn) }

  var id: PlayerID {
    var reader = afterFlags
    return PlayerID(reader.integer())
  }

  /// When the player was last here.
  var seenAt: Instant {
    var reader = afterFlags
    _ = reader.integer()
    return Instant(milliseconds: reader.integer())
  }

  /// The state of the player's document.
  var kept: StoredPlayer {
    var reader = afterFlags
    return kept(&reader)
  }

  private func kept(_ reader: inout Reader) -> StoredPlayer {
    let id = PlayerID(reader.integer())
    let seenAt = Instant(milliseconds: reader.integer())
    let createdAt = Instant(milliseconds: reader.integer())
    let name = reader.string() ?? ""
    let theme = reader.string().flatMap(Theme.init) ?? .dark
    let verifier = reader.string()
    let ratings = reader.string().map { PlayerRatings($0) } ?? PlayerRatings()
    let tokens = (0..<reader.integer()).compactMap { _ in SHA256.Digest(bytes: reader.take(32)) }
    var kept = StoredPlayer(
      id: id, name: name, isGuest: flags.contains(.isGuest), isBot: flags.contains(.isBot), tokens: tokens,
      createdAt: createdAt, seenAt: seenAt, theme: theme, verifier: verifier, ratings: ratings)
    kept.isDamaged = flags.contains(.isDamaged)
    return kept
  }

  /// The player as before packing.
  var player: Player {
    var reader = afterFlags
    let player = Player(kept(&reader), address: reader.string())
    player.cameAt = reader.time(besides: player.kept.createdAt)
    player.namedAt = reader.time(besides: player.kept.createdAt)
    player.visited = RoomNumbers((0..<reader.integer()).map { _ in reader.integer() })
    if flags.contains(.hasVisits) {
      let hour = reader.integer()
      let kept = Visit.Group.allCases.map { ($0, Int(reader.integer())) }
      player.visits = VisitCounter(
        hour: hour, kept: Dictionary(uniqueKeysWithValues: kept.filter { $0.1 > 0 }), address: player.address)
    }
    return player
  }
}

extension PackedPlayer {
  /// Writes integers, also negative ones, in as few bytes as they need, and strings with their length in front.
  private struct Writer {
    var bytes: [UInt8] = []

    mutating func integer(_ number: Int64) {
      var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }

    mutating func string(_ text: String?) {
      integer(text.map { Int64($0.utf8.count) + 1 } ?? 0)
      bytes += text.map { Array($0.utf8) } ?? []
    }

    mutating func time(_ time: Instant?, besides base: Instant) {
      bytes.append(time == nil ? 0 : 1)
      if let time { integer(time.milliseconds &- base.milliseconds) }
    }
  }

  /// Parses the output of a ``Writer``.
  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func integer() -> Int64 {
      var (number, shift): (UInt64, UInt64) = (0, 0)
      while let byte = rest.popFirst() {
        number |= UInt64(byte & 0x7f) << shift
        shift += 7
        if byte < 0x80 { break }
      }
      return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    mutating func string() -> String? {
      let length = integer()
      return length > 0 ? String(decoding: take(Int(length) - 1), as: UTF8.self) : nil
    }

    mutating func time(besides base: Instant) -> Instant? {
      rest.popFirst() == 1 ? Instant(milliseconds: base.milliseconds &+ integer()) : nil
    }

    mutating func take(_ count: Int) -> [UInt8] {
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
  }
}
