internal import WireProtocol

/// A finished game of a ladder, as its state file has it.
struct LadderGame: Equatable {
  /// Why a bot has lost.
  struct Fault: Equatable {
    /// ``MatchFault/word``.
    let word: String
    let text: String
  }

  let pair: LadderPair
  /// Among the pair's games, from 1.
  let number: Int
  let seed: Int
  /// The side that moved first; `nil` if each had its own board.
  var opener: Side?
  /// The winner; `nil` for a draw, and if both have a fault.
  var winner: Side?
  var faults: [Side: Fault] = [:]
  /// A digest of the deal and the moves; `nil` without a replay.
  var play: String?
  /// File names.
  var replays: [String] = []

  /// Whether neither was able to play, so that the game does not rank them.
  var isWithoutPlay: Bool { faults.count == Side.allCases.count }

  /// Its weight for ratings: at one board each deal is played twice.
  var weight: Double { opener == nil ? 1 : 0.5 }

  /// 1 for a win, one half for a draw, 0 for a loss.
  func points(of side: Side) -> Double { winner.map { $0 == side ? 1 : 0 } ?? 0.5 }
}

extension LadderGame {
  init(_ game: MatchGame, number: Int, of pair: LadderPair) {
    self.init(pair: pair, number: number, seed: game.seed, opener: game.opener, winner: game.winner)
    for side in Side.allCases {
      if let fault = game[side].fault { faults[side] = Fault(word: fault.word, text: fault.text) }
    }
    play = game.play.map { String(SHA256.hash($0.utf8).hex.prefix(Self.digestLength)) }
    replays = game.replays
  }

  private static let digestLength = 16
}

extension LadderGame {
  /// `{"first":"a@1","second":"b@2","n":1,"seed":7,"opener":"first","winner":"second",…}`.
  var json: JSONObject {
    var json: JSONObject = [
      "first": .string(pair.first), "second": .string(pair.second), "n": .int(number), "seed": .int(seed),
    ]
    if let opener { json["opener"] = .string(opener.word) }
    json["winner"] = winner.map { .string($0.word) } ?? .null
    for side in Side.allCases {
      guard let fault = faults[side] else { continue }
      json["fault_\(side.word)"] = ["kind": .string(fault.word), "text": .string(fault.text)]
    }
    if let play { json["play"] = .string(play) }
    if !replays.isEmpty { json["replays"] = .array(replays.map(JSON.string)) }
    return json
  }

  /// Reads ``json``; `nil` if it is anything else.
  init?(reading json: JSON) {
    guard let first = json["first"]?.stringValue, let second = json["second"]?.stringValue, first < second,
      LadderEntry.isName(first), LadderEntry.isName(second), let number = json["n"]?.intValue,
      let seed = json["seed"]?.intValue, let winner = json["winner"]
    else { return nil }
    self.init(pair: LadderPair(first, second), number: number, seed: seed)
    opener = json["opener"].flatMap(Side.init(reading:))
    self.winner = Side(reading: winner)
    guard self.winner != nil || winner == .null else { return nil }
    for side in Side.allCases {
      guard let fault = json["fault_\(side.word)"] else { continue }
      guard let word = fault["kind"]?.stringValue, let text = fault["text"]?.stringValue else { return nil }
      faults[side] = Fault(word: word, text: text)
    }
    play = json["play"]?.stringValue
    replays = (json["replays"]?.arrayValue ?? []).compactMap(\.stringValue)
  }
}

extension Side {
  fileprivate var word: String { self == .first ? "first" : "second" }

  fileprivate init?(reading json: JSON) {
    guard let side = Side.allCases.first(where: { json == .string($0.word) }) else { return nil }
    self = side
  }
}
