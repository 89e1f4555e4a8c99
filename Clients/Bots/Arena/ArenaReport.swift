internal import GameKit
internal import ParlorCore
internal import WireProtocol

/// The result of an arena of bots.
struct ArenaReport {
  let bots: Int
  /// Games that counted, and games that were not played.
  private(set) var games = 0
  private(set) var void = 0
  /// The longest that anybody has waited while somebody else did as well. Of an odd number one always waits, until the
  /// next game is over: no pairing could change that.
  let longestWait: Duration
  /// The longest wait at all.
  let longestAlone: Duration
  let waits: Int
  /// Bots whose rating differs from that of their results.
  private(set) var disagreements: [String] = []
  /// Bots with a missed result, whose ratings cannot be checked: those who played at the end.
  private(set) var unchecked = 0

  /// - Parameter standing: what the server says.
  init(_ reports: [ArenaBot.Report], standing: [ArenaRow]) {
    bots = reports.count
    let all = reports.flatMap(\.waits)
    waits = all.count { $0.isOver }
    longestWait = Self.longest(of: all)
    longestAlone = all.filter(\.isOver).map { $0.end - $0.begin }.max() ?? .zero
    void = reports.flatMap(\.games).count { $0.result == "void" } / 2
    check(reports, standing)
  }

  /// Folds the results as both players have seen them: a game is rated once it is the next of both.
  private mutating func check(_ reports: [ArenaBot.Report], _ standing: [ArenaRow]) {
    var queues = Dictionary(
      uniqueKeysWithValues: reports.map { ($0.name, $0.games.filter { $0.result != "void" }[...]) })
    var ratings: [String: GlickoRating] = [:]
    var ready = Array(queues.keys.sorted())
    while let name = ready.popLast() {
      guard let game = queues[name]?.first, let other = queues[game.opponent]?.first, other.room == game.room else {
        continue
      }
      let (own, opponents) = (ratings[name] ?? .initial, ratings[game.opponent] ?? .initial)
      ratings[name] = Self.rated(own, opponents, game.result)
      ratings[game.opponent] = Self.rated(opponents, own, other.result)
      queues[name]?.removeFirst()
      queues[game.opponent]?.removeFirst()
      games += 1
      ready += [name, game.opponent]
    }
    for row in standing {
      let played = reports.first { $0.name == row.player }?.games.count { $0.result != "void" } ?? 0
      guard played == row.games, queues[row.player]?.isEmpty ?? true else {
        unchecked += 1
        continue
      }
      let expected = Int((ratings[row.player] ?? .initial).value.rounded())
      // The server rounds to thousandths after each game.
      if abs(expected - row.rating) > 1 { disagreements.append("\(row.player): \(row.rating), not \(expected)") }
    }
  }

  /// The longest wait, without the times when nobody else waited.
  private static func longest(of waits: [ArenaBot.Wait]) -> Duration {
    typealias Step = (moment: ContinuousClock.Instant, change: Int)
    let begun: [Step] = waits.map { ($0.begin, 1) }
    let ended: [Step] = waits.map { ($0.end, -1) }
    let steps = (begun + ended).sorted { $0.moment < $1.moment }
    // For each moment at which that changes, for how long at least two have waited until then.
    var (count, shared): (Int, Duration) = (0, .zero)
    var sharedUntil: [ContinuousClock.Instant: Duration] = [:]
    for (index, step) in steps.enumerated() {
      if index > 0, count > 1 { shared += step.moment - steps[index - 1].moment }
      sharedUntil[step.moment] = shared
      count += step.change
    }
    return waits.map { (sharedUntil[$0.end] ?? .zero) - (sharedUntil[$0.begin] ?? .zero) }.max() ?? .zero
  }

  private static func rated(_ own: GlickoRating, _ other: GlickoRating, _ result: String) -> GlickoRating {
    let points = result == "won" ? 1.0 : result == "drawn" ? 0.5 : 0
    return own.after([GlickoRating.Score(against: other, points: points)])
  }

  /// The longest that anybody may wait for an opponent while another does.
  private static let mostWait = Duration.seconds(10)

  var isGood: Bool { longestWait <= Self.mostWait && disagreements.isEmpty }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  var text: String {
    ([
      "\(bots) bots, \(games) games, \(void) not played",
      "longest wait for an opponent: \(FigureText.text(Self.seconds(longestWait), digits: 2)) s of \(waits) waits; "
        + "\(FigureText.text(Self.seconds(longestAlone), digits: 2)) s with times when nobody else waited",
      "ratings that are not those of the results: \(disagreements.count); not checked: \(unchecked), whose last game "
        + "went on at the end",
    ] + disagreements).joined(separator: "\n")
  }

  var json: JSONObject {
    [
      "bots": .int(bots), "games": .int(games), "void": .int(void), "waits": .int(waits),
      "longest_wait_s": FigureText.json(Self.seconds(longestWait), digits: 2),
      "longest_alone_s": FigureText.json(Self.seconds(longestAlone), digits: 2), "unchecked": .int(unchecked),
      "disagreements": .array(disagreements.map(JSON.string)),
    ]
  }
}
