/// A line of the server for a client: the members of one object, found in one pass by a parser that is independent of
/// the server's.
struct Line {
  enum Field: Int, CaseIterable {
    case type, re, room, seq, from, player, you, token, code, recovered, state, mode, day, board, turn, share, text
    case n, outcome, results, played, name, epoch, puzzle, watching, owner, boards, reason
    case shareID, emoji, reactions, yourReaction, replaced, shares, next, game, match, claimed, all
    case moves, rejections, solved, puzzles, kept, tries, won

    var key: String {
      switch self {
      case .shareID: "share_id"
      case .yourReaction: "your_reaction"
      default: "\(self)"
      }
    }
  }

  enum Kind {
    case hello, login, rename, forgetMe, joined, moved, finished, round, roundOver, said, presence, left, digest
    case shared, unshared, reacted, reveal, page
    case trial, trialReport
    case error, pong, closing, bye, other
  }

  let bytes: [UInt8]
  private(set) var kind = Kind.other
  private var ranges: [Range<Int>?]

  /// `nil` for anything but a JSON object.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    ranges = [Range<Int>?](repeating: nil, count: Field.allCases.count)
    guard bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") else { return nil }
    guard bytes.withUnsafeBufferPointer({ Self.scan($0, &ranges) }) else { return nil }
    kind = readKind()
  }

  subscript(field: Field) -> Range<Int>? { ranges[field.rawValue] }

  func has(_ field: Field) -> Bool { ranges[field.rawValue] != nil }

  func int(_ field: Field) -> Int? {
    guard let range = self[field], !range.isEmpty else { return nil }
    var value = 0
    var isNegative = false
    for byte in bytes[range] {
      if byte == UInt8(ascii: "-") {
        isNegative = true
      } else if (0x30...0x39).contains(byte) {
        value = value &* 10 &+ Int(byte &- 0x30)
      } else {
        return nil
      }
    }
    return isNegative ? -value : value
  }

  func string(_ field: Field) -> String? {
    guard let range = self[field], range.count >= 2, bytes[range.lowerBound] == UInt8(ascii: "\"") else { return nil }
    return String(decoding: bytes[range.lowerBound + 1..<range.upperBound - 1], as: UTF8.self)
  }

  func objects(_ field: Field) -> [Line] {
    guard let range = self[field] else { return [] }
    var objects: [Line] = []
    var place = range.lowerBound + 1
    while place < range.upperBound - 1 {
      let end = bytes.withUnsafeBufferPointer { Self.endOfValue($0, place) } ?? range.upperBound
      if let object = Line(Array(bytes[place..<end])) { objects.append(object) }
      place = end + 1
    }
    return objects
  }

  func sum(_ field: Field) -> Int {
    guard let range = self[field] else { return 0 }
    var (sum, value) = (0, 0)
    for byte in bytes[range] {
      if (0x30...0x39).contains(byte) {
        value = value * 10 + Int(byte - 0x30)
      } else {
        sum += value
        value = 0
      }
    }
    return sum
  }

  func isTrue(_ field: Field) -> Bool { self[field].map { bytes[$0.lowerBound] == UInt8(ascii: "t") } ?? false }

  /// The excerpt for a report.
  var beginning: String { String(decoding: bytes.prefix(200), as: UTF8.self) }

  /// A hash of a text.
  func hash(_ range: Range<Int>?, into start: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    guard let range else { return start }
    var hash = start
    for byte in bytes[range] { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash
  }

  private func readKind() -> Kind {
    switch string(.type) {
    case "hello": .hello
    case "login": .login
    case "rename": .rename
    case "forget_me": .forgetMe
    case "joined": .joined
    case "moved": .moved
    case "finished": .finished
    case "round": .round
    case "round_over": .roundOver
    case "said": .said
    case "left": .left
    case "entered", "away", "back", "owner", "renamed", "muted", "unkicked", "paused", "stopped", "changed", "locked":
      .presence
    case "digest": .digest
    case "shared": .shared
    case "unshared": .unshared
    case "reacted": .reacted
    case "reveal": .reveal
    case "shares": .page
    case "trial": .trial
    case "trial_report": .trialReport
    case "error": .error
    case "pong": .pong
    case "closing": .closing
    case "bye": .bye
    default: .other
    }
  }

  private static let names: [[UInt8]: Int] = Dictionary(
    uniqueKeysWithValues: Field.allCases.map { (Array($0.key.utf8), $0.rawValue) })

  private static func scan(_ bytes: UnsafeBufferPointer<UInt8>, _ ranges: inout [Range<Int>?]) -> Bool {
    var place = 1
    while place < bytes.count, bytes[place] == UInt8(ascii: "\"") {
      guard let keyEnd = endOfString(bytes, place) else { return false }
      let key = Array(bytes[place + 1..<keyEnd - 1])
      guard keyEnd < bytes.count, bytes[keyEnd] == UInt8(ascii: ":"), let end = endOfValue(bytes, keyEnd + 1) else {
        return false
      }
      if let field = names[key] { ranges[field] = keyEnd + 1..<end }
      guard end < bytes.count else { return false }
      place = end + 1
      if bytes[end] == UInt8(ascii: "}") { return place == bytes.count }
      guard bytes[end] == UInt8(ascii: ",") else { return false }
    }
    return place == 1 && bytes.count == 2
  }

  private static func endOfString(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    var place = start + 1
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\\") {
        place += 2
      } else if bytes[place] == UInt8(ascii: "\"") {
        return place + 1
      } else {
        place += 1
      }
    }
    return nil
  }

  private static func endOfValue(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    var (place, depth) = (start, 0)
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        guard let end = endOfString(bytes, place) else { return nil }
        place = end
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return place }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return place
      default: break
      }
      place += 1
    }
    return nil
  }
}

/// A mark in a line: the puzzle, the player, the move. An answer is move 0 of nobody.
struct Mark: Hashable {
  let puzzle: Int
  let client: Int
  let move: Int

  /// The marks in a range of bytes, in order.
  static func all(in bytes: ArraySlice<UInt8>) -> [Mark] {
    var found: [Mark] = []
    bytes.withUnsafeBufferPointer { bytes in
      var place = 0
      while place < bytes.count {
        guard bytes[place] == UInt8(ascii: "#") else {
          place += 1
          continue
        }
        place += 1
        let puzzle = number(bytes, &place)
        guard let puzzle, place < bytes.count, bytes[place] == UInt8(ascii: "/") else { continue }
        place += 1
        let client = number(bytes, &place)
        guard let client, place < bytes.count, bytes[place] == UInt8(ascii: "/") else { continue }
        place += 1
        guard let move = number(bytes, &place) else { continue }
        found.append(Mark(puzzle: puzzle, client: client, move: move))
      }
    }
    return found
  }

  /// The puzzle number on a board.
  static func puzzle(ofBoard bytes: ArraySlice<UInt8>) -> Int? {
    let note = Array("\"notes\":[\"P".utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      guard bytes.count > note.count else { return nil }
      for start in 0..<bytes.count - note.count where bytes[start + 1] == note[1] && bytes[start + 2] == note[2] {
        guard (0..<note.count).allSatisfy({ bytes[start + $0] == note[$0] }) else { continue }
        var place = start + note.count
        return number(bytes, &place)
      }
      return nil
    }
  }

  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> Int? {
    let start = place
    var value = 0
    while place < bytes.count, (0x30...0x39).contains(bytes[place]) {
      value = value &* 10 &+ Int(bytes[place] &- 0x30)
      place += 1
    }
    return place > start ? value : nil
  }
}
