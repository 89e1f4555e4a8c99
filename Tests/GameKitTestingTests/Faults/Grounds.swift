import GameKit
import WireProtocol

@testable import Bulls
@testable import TableGames

extension NoPuzzle: WrapsPuzzle {
  init(_ base: NoPuzzle) { self = base }
  var base: NoPuzzle { self }
}

extension Chance: WrapsPuzzle {
  init(_ base: Chance) { self = base }
  var base: Chance { self }
}

extension Battleship: Plantable {
  static func puzzle(_ stored: NoPuzzle) -> NoPuzzle { stored }

  func secret(of player: PlayerID?) -> String {
    guard let seat = player.flatMap({ turns.seat(of: $0) }) else { return "" }
    return seas[seat].ships.map { $0.map(\.name).joined(separator: " ") }.joined(separator: ", ")
  }

  var future: String { "" }

  var table: Turns? {
    get { turns }
    set { turns = newValue ?? turns }
  }

  mutating func rewind() { for seat in seas.indices { seas[seat].shots = [] } }
}

extension HighCard: Plantable {
  static func puzzle(_ stored: Chance) -> Chance { stored }

  func secret(of player: PlayerID?) -> String {
    guard let seat = player.flatMap({ turns.seat(of: $0) }), hands.indices.contains(seat) else { return "" }
    return hands[seat].map(String.init).joined(separator: " ")
  }

  var future: String { deck.last.map(String.init) ?? "" }

  var table: Turns? {
    get { turns }
    set { turns = newValue ?? turns }
  }

  mutating func rewind() {}
}

extension Bulls: Plantable {
  /// The word, which one fault encodes reversed.
  struct Stored: WrapsPuzzle {
    let base: Bulls.Puzzle

    init(_ base: Bulls.Puzzle) { self.base = base }

    init(from decoder: any Decoder) throws {
      base = Bulls.Puzzle(word: try decoder.singleValueContainer().decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(Plant.is(.puzzleLost) ? String(base.word.reversed()) : base.word)
    }
  }

  static func puzzle(_ stored: Stored) -> Puzzle { stored.base }

  func secret(of player: PlayerID?) -> String { player == nil ? word : "" }
  var future: String { "" }

  var table: Turns? {
    get { nil }
    set {}
  }

  mutating func rewind() {}
}
