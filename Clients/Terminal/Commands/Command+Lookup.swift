internal import WireProtocol

/// Commands that look something up, and those about the channel and the calendar.
extension Command {
  /// Lines of words in any order, as at a terminal: what is a day, a month, a number or a game is known by its form.
  static func readChannel(_ name: String, _ words: [String], games: [String]) -> Command {
    let known = games + LookingBack.claimedGames
    let game = words.first { known.contains($0) }
    let day = words.first { Month($0) != nil && $0.split(separator: "-").count == 3 }
    let month = words.first { Month($0) != nil && $0.split(separator: "-").count == 2 }
    let player = words.first { !known.contains($0) && $0 != day && $0 != month && Int($0) == nil }
    switch name {
    case "calendar": return .calendar(month.flatMap { Month($0) }, player: player, game: game)
    case "shares": return .shares(SharesFilter(game: game, player: player, day: day))
    case "leaderboard":
      return .leaderboard(
        game: game, words.lazy.compactMap(Request.Leaderboard.Period.init(rawValue:)).first,
        bots: words.contains("bots"), isClaimed: words.contains("claimed") || words.contains("month"))
    default:
      guard let first = words.first else { return .ask(.share(room: nil, text: nil)) }
      if words.count > 1 { return .ask(.share(room: nil, text: words.joined(separator: " "))) }
      return Int(first) == nil ? .ask(.share(room: first, text: nil)) : .ask(.shareMatch(first))
    }
  }

  static func readTheme(_ word: String?) -> Command {
    guard let word else { return .theme(nil) }
    guard let theme = Theme(rawValue: word.lowercased()) else {
      return .wrong("There are three themes: /theme dark, /theme light, /theme contrast.")
    }
    return .theme(theme)
  }

  static func readLookup(_ name: String, _ words: [String]) -> Command? {
    let first = words.first
    let second = words.count > 1 ? words[1] : nil
    let number = first.flatMap { Int($0) }
    switch name {
    case "limits": return .lookUp(.limits)
    case "scores": return .lookUp(.scores(before: number))
    case "reset-scores": return .lookUp(.resetScores(token: token(words)))
    case "trials": return .lookUp(.trials(player: first))
    case "add-score": return readScore(words)
    default: break
    }
    let examples = [
      "words": "wordle crane", "opened": "2026-11-19", "replay": "12", "score": "262",
      "delete-score": "262 token=TOKEN", "trial-report": "crane-v2 ana",
    ]
    guard let example = examples[name] else { return nil }
    switch (name, first, number) {
    case ("words", let game?, _): return .lookUp(.words(game: game, list: list(words), after: after(words)))
    case ("opened", let day?, _): return .lookUp(.opened(day: day))
    case ("replay", let match?, _): return .lookUp(.replay(match: match))
    case ("trial-report", let report?, _): return .lookUp(.trialReport(name: report, player: second))
    case ("score", _, let id?): return .lookUp(.score(id))
    case ("delete-score", _, let id?): return .lookUp(.deleteScore(id, token: token(words)))
    default: return .wrong("Something is missing: /\(name) \(example)")
    }
  }

  /// `/words wordsearch list=es gato`.
  private static func list(_ words: [String]) -> String? {
    words.first { $0.hasPrefix("list=") }.map { String($0.dropFirst(5)) }
  }

  private static func after(_ words: [String]) -> String? { words.dropFirst().first { !$0.hasPrefix("list=") } }

  /// `token=h1_5e7a`, which the operator has.
  private static func token(_ words: [String]) -> String? {
    words.last { $0.hasPrefix("token=") }.map { String($0.dropFirst(6)) }
  }

  private static func readScore(_ all: [String]) -> Command {
    let words = all.filter { !$0.hasPrefix("token=") }
    guard words.count > 3, let id = Int(words[0]) else {
      return .wrong("Something is missing: /add-score 265 2022-03-11 watch stair match watch token=TOKEN")
    }
    let score = Score(id: id, date: words[1], word: words[2], tries: Array(words.dropFirst(3)))
    return .lookUp(.addScore(score, token: token(all)))
  }
}
