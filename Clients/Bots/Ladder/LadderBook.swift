internal import GameKit
internal import ParlorCore
internal import WireProtocol

/// All games of a ladder, and what follows from them: standings and what each pair has played.
///
/// Ratings are the server's Glicko-2 (``GlickoRating``), with each game as a rating period. One thing differs: an entry
/// is one version of a program, which does not change, so no uncertainty is added for the time between games. Two games
/// on one deal, with sides exchanged, count as one, as in ``MatchScore``: each has half the weight.
struct LadderBook: Equatable {
  /// What is played.
  let game: String
  let settings: JSONObject
  private(set) var games: [LadderGame] = []
  /// By name, of all that have played.
  private(set) var standings: [String: LadderStanding] = [:]
  private(set) var pairs: [LadderPair: LadderPairRecord] = [:]
  /// Games without rating, since they repeat an earlier one of the pair move by move.
  private(set) var repeated = 0

  init(game: String, settings: JSONObject) {
    self.game = game
    self.settings = settings
  }

  func standing(of name: String) -> LadderStanding { standings[name] ?? LadderStanding() }

  func record(of pair: LadderPair) -> LadderPairRecord { pairs[pair] ?? LadderPairRecord() }

  mutating func add(_ game: LadderGame) {
    games.append(game)
    let isNew = pairs[game.pair, default: LadderPairRecord()].note(game)
    if !isNew { repeated += 1 }
    let before = Side.allCases.map { standing(of: game.pair.name(of: $0)).rating }
    for side in Side.allCases {
      let name = game.pair.name(of: side)
      standings[name, default: LadderStanding()].note(game, for: side)
      guard isNew, !game.isWithoutPlay else { continue }
      let score = GlickoRating.Score(
        against: before[side.other.rawValue], points: game.points(of: side), weight: game.weight)
      standings[name]?.rating = before[side.rawValue].after([score], periods: 0)
    }
  }

  /// The next games of a pair, up to the end of a meeting.
  ///
  /// At one board sides alternate, and each deal is played twice, with sides exchanged.
  func meeting(of pair: LadderPair, games: Int, seed: Int, isTable: Bool) -> LadderMeeting {
    let played = record(of: pair).games
    let count = games - played % games
    return LadderMeeting(
      pair: pair,
      games: (1...max(1, count)).map { index in
        let number = played + index
        let digits = String(number)
        let deal = isTable ? (number + 1) / 2 : number
        return Referee.Game(
          number: index, seed: Self.seed(seed, pair, deal: deal), opener: number % 2 == 1 ? .first : .second,
          replay: "\(pair.first)+\(pair.second)+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits)
      })
  }

  private static func seed(_ seed: Int, _ pair: LadderPair, deal: Int) -> Int {
    var generator = SeededGenerator(digest: SHA256.hash("\(seed) \(pair.first) \(pair.second) \(deal)".utf8))
    return Int(truncatingIfNeeded: generator.next() >> 11)
  }
}

/// Games that a pair plays in succession.
struct LadderMeeting {
  let pair: LadderPair
  let games: [Referee.Game]
}

/// The result of one entry.
struct LadderStanding: Equatable {
  var rating = GlickoRating.initial
  private(set) var won = 0
  private(set) var drawn = 0
  private(set) var lost = 0
  /// Lost games by ``MatchFault/word``.
  private(set) var faults: [String: Int] = [:]
  private(set) var lastFault: String?

  var games: Int { won + drawn + lost }
  var faultCount: Int { faults.values.reduce(0, +) }

  fileprivate mutating func note(_ game: LadderGame, for side: Side) {
    if let fault = game.faults[side] {
      faults[fault.word, default: 0] += 1
      lastFault = fault.text
      lost += 1
      return
    }
    switch game.winner {
    case side: won += 1
    case nil: drawn += 1
    default: lost += 1
    }
  }
}

/// The results of a pair, from the first one's view.
struct LadderPairRecord: Equatable {
  private(set) var won = 0
  private(set) var drawn = 0
  private(set) var lost = 0
  /// Games that neither was able to play.
  private(set) var withoutPlay = 0
  /// Games without a fault.
  private var plays: Set<String> = []

  var games: Int { won + drawn + lost + withoutPlay }

  /// - Returns: whether the game counts for the rating: it does not repeat an earlier one, with the same side moving
  ///   first. A game that is lost by a fault always counts.
  fileprivate mutating func note(_ game: LadderGame) -> Bool {
    switch game.winner {
    case .first: won += 1
    case .second: lost += 1
    case nil where game.isWithoutPlay: withoutPlay += 1
    case nil: drawn += 1
    }
    guard game.faults.isEmpty, let play = game.play else { return true }
    return plays.insert((game.opener?.letter ?? "") + play).inserted
  }
}
