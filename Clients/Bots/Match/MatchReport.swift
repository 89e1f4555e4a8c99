internal import WireProtocol

/// The result of a match, for people and programs. Without times, so that the same match has the same report.
struct MatchReport {
  let sides: [String]
  let options: Referee.Options
  let games: [MatchGame]
  let score: MatchScore

  init(_ sides: [String], _ options: Referee.Options, _ games: [MatchGame]) {
    self.sides = sides
    self.options = options
    self.games = games
    score = MatchScore(games)
  }

  var text: String {
    var lines = zip(Side.allCases, sides).map { "\($0.letter) is \($1)" }
    lines.append("\(options.game), seed \(options.seed), \(games.count == 1 ? "1 game" : "\(games.count) games")")
    lines.append("  A won \(score.won), B won \(score.lost), \(score.drawn) drawn")
    var head =
      "  A scores \(Self.percent(score.score)) (95 %: \(Self.percent(score.low)) to \(Self.percent(score.high)))"
    if let elo = MatchScore.elo(score.score) {
      head += ", Elo \(Self.signed(elo))"
      if let low = MatchScore.elo(score.low), let high = MatchScore.elo(score.high) {
        head += " (\(Self.signed(low)) to \(Self.signed(high)))"
      }
    }
    lines.append(head)
    lines += Side.allCases.flatMap(faults)
    let repeated = score.units - score.distinct
    if repeated > 0 {
      lines.append(
        "  \(repeated) of \(score.units) \(repeated == 1 ? "was" : "were") played as one before, move by move, "
          + (repeated == 1 ? "and counts once." : "and count once."))
    }
    lines.append(verdict)
    return lines.joined(separator: "\n")
  }

  /// The games that a side has lost by a fault; the first few are named.
  private func faults(of side: Side) -> [String] {
    let faulty = games.filter { $0[side].fault != nil }
    guard !faulty.isEmpty else { return [] }
    let shown = faulty.prefix(Self.mostFaults).map { game in
      "    game \(game.number), \(game[side].fault?.word ?? ""): \(game[side].fault?.text ?? "")"
    }
    let rest = faulty.count > Self.mostFaults ? ["    and \(faulty.count - Self.mostFaults) more"] : []
    return ["  \(side.letter) lost \(faulty.count == 1 ? "a game" : "\(faulty.count) games") by its own fault:"]
      + shown + rest
  }

  private static let mostFaults = 5

  var verdict: String {
    if score.won + score.lost == 0 { return "No difference: all games were drawn." }
    guard score.excludesHalf else { return "No difference shown." }
    guard score.isShown else {
      return "Too few games were won to tell: it takes \(PairedDifference.leastDiffering)."
    }
    return score.isFirstWorse ? "B is better." : "A is better."
  }

  var json: JSONObject {
    func number(_ value: Double?, _ digits: Int) -> JSON { value.map { FigureText.json($0, digits: digits) } ?? .null }
    return [
      "game": .string(options.game), "settings": .object(options.settings), "seed": .int(options.seed),
      "a": .string(sides[0]), "b": .string(sides[1]), "games": .int(games.count), "won": .int(score.won),
      "drawn": .int(score.drawn), "lost": .int(score.lost), "score": number(score.score, 4),
      "low": number(score.low, 4), "high": number(score.high, 4), "confidence": 0.95,
      "method": "Wilson's interval at the effective number of games", "units": .int(score.units),
      "distinct": .int(score.distinct), "elo": number(MatchScore.elo(score.score), 1),
      "elo_low": number(MatchScore.elo(score.low), 1), "elo_high": number(MatchScore.elo(score.high), 1),
      "shown": .bool(score.isShown), "verdict": .string(verdict), "played": .array(games.map(Self.json)),
    ]
  }

  private static func json(_ game: MatchGame) -> JSON {
    var json: JSONObject = ["n": .int(game.number), "seed": .int(game.seed)]
    if let opener = game.opener { json["first"] = .string(opener.letter.lowercased()) }
    json["winner"] = game.winner.map { .string($0.letter.lowercased()) } ?? .null
    for side in Side.allCases { json[side.letter.lowercased()] = Self.json(game[side]) }
    json["replays"] = .array(game.replays.map(JSON.string))
    return .object(json)
  }

  private static func json(_ result: SideResult) -> JSON {
    var json = JSONObject()
    if let outcome = result.outcome { json["outcome"] = .object(outcome) }
    if let points = result.points { json["points"] = .int(points) }
    if let fault = result.fault { json["fault"] = ["kind": .string(fault.word), "text": .string(fault.text)] }
    return .object(json)
  }

  private static func percent(_ share: Double) -> String { FigureText.text(share * 100, digits: 1) + " %" }

  private static func signed(_ elo: Double) -> String {
    let text = FigureText.text(elo, digits: 0)
    return elo > 0 && text != "0" ? "+" + text : text
  }
}
