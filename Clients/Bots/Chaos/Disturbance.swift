internal import GameKit
internal import WireProtocol

/// Changes a server's lines to a bot as a bad network, or a newer server, could: derived from one seed.
struct Disturbance {
  enum Kind: String, CaseIterable {
    case delay, split, unknownField, unknownMessage
  }

  /// A part of a line, and the delay before it.
  struct Piece {
    var milliseconds: Int
    var bytes: [UInt8]
  }

  private var random: SeededGenerator
  private(set) var counts: [Kind: Int] = [:]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Splits a line with its newline into pieces, and reports the disturbances.
  mutating func pieces(of line: [UInt8]) -> (pieces: [Piece], done: Set<Kind>) {
    var line = line
    var done: Set<Kind> = []
    if chance(of: 4) {
      line = Self.addingFields(to: line)
      done.insert(.unknownField)
    }
    if chance(of: 12) {
      // Added after the line, since the greeting must come first.
      line += Array(#"{"type":"x_weather","room":"x","sun":[{"at":null}],"re":null}"#.utf8) + [UInt8(ascii: "\n")]
      done.insert(.unknownMessage)
    }
    var pieces = [Piece(milliseconds: 0, bytes: line)]
    if chance(of: 3), line.count > 2 {
      let place = 1 + number(below: line.count - 1)
      pieces = [
        Piece(milliseconds: 0, bytes: Array(line[..<place])), Piece(milliseconds: 1, bytes: Array(line[place...])),
      ]
      done.insert(.split)
    }
    if chance(of: 5) {
      pieces[0].milliseconds += 1 + number(below: 15)
      done.insert(.delay)
    }
    for kind in done { counts[kind, default: 0] += 1 }
    return (pieces, done)
  }

  mutating func number(below bound: Int) -> Int { random.number(below: bound) }

  mutating func chance(of bound: Int) -> Bool { number(below: bound) == 0 }

  /// The same message with unknown fields at its beginning and at its end.
  private static func addingFields(to line: [UInt8]) -> [UInt8] {
    guard line.first == UInt8(ascii: "{"), let end = line.lastIndex(of: UInt8(ascii: "}")), end > 1 else { return line }
    return Array(#"{"x_new":{"type":"error","room":[1,null]},"#.utf8) + line[1..<end] + Array(#","x_later":"☂"}"#.utf8)
      + line[(end + 1)...]
  }
}
