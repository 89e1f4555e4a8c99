internal import WireProtocol

/// Something that is asked once and read as a page of text: lists, reports, what a day's puzzles were.
enum Lookup: Hashable, Sendable {
  case words(game: String, list: String?, after: String?)
  case limits
  /// The puzzles of a day that is over.
  case opened(day: String)
  case replay(match: String)
  case scores(before: Int?)
  case score(Int)
  case addScore(Score, token: String?)
  case deleteScore(Int, token: String?)
  case resetScores(token: String?)
  case trials(player: String?)
  case trialReport(name: String, player: String?)

  /// The type of the request, and its fields.
  var request: (type: String, fields: JSONObject) {
    switch self {
    case .words(let game, let list, let after):
      ("words", Self.given(["game": .string(game), "list": list.text, "after": after.text, "limit": 200]))
    case .limits: ("limits", [:])
    case .opened(let day): ("opened", ["day": .string(day)])
    case .replay(let match): ("replay", ["match": .string(match)])
    case .scores(let before): ("scores", Self.given(["before": before.map { .int($0) }]))
    case .score(let id): ("score", ["score_id": .int(id)])
    case .addScore(let score, let token):
      (
        "add_score",
        Self.given([
          "score": [
            "id": .int(score.id), "date": .string(score.date), "word": .string(score.word),
            "tries": .array(score.tries.map { .string($0) }),
          ], "token": token.text,
        ])
      )
    case .deleteScore(let id, let token): ("delete_score", Self.given(["score_id": .int(id), "token": token.text]))
    case .resetScores(let token): ("reset_scores", Self.given(["token": token.text]))
    case .trials(let player): ("trials", Self.given(["player": player.text, "limit": 100]))
    case .trialReport(let name, let player):
      ("trial_report", Self.given(["name": .string(name), "player": player.text]))
    }
  }

  private static func given(_ fields: KeyValuePairs<String, JSON?>) -> JSONObject {
    var object = JSONObject()
    for case (let key, let value?) in fields { object[key] = value }
    return object
  }

  /// What stands above the page.
  var title: String {
    switch self {
    case .words(let game, let list, _): "Words of \(game)" + (list.map { " · \($0)" } ?? "")
    case .limits: "What the server allows"
    case .opened(let day): "The puzzles of \(day)"
    case .replay(let match): "Match \(match)"
    case .scores, .score, .addScore, .deleteScore, .resetScores: "Scores"
    case .trials(let player): "Trials" + (player.map { " of \($0)" } ?? "")
    case .trialReport(let name, _): "Trial \(name)"
    }
  }
}

extension String? {
  fileprivate var text: JSON? { map { .string($0) } }
}

/// A page of text that somebody reads.
struct Page: Sendable {
  var lookup = Lookup.limits
  /// `nil` until the answer is there.
  var lines: [String]?
  var offset = 0
  /// What shows more of it.
  var next: Lookup?
  var complaint: String?
}

extension App {
  /// Asks, and shows what is answered.
  mutating func lookUp(_ lookup: Lookup) {
    page = Page(lookup: lookup)
    go(to: .page)
    ask(.lookUp(lookup))
  }

  mutating func takePage(_ json: JSONObject, of lookup: Lookup) {
    guard lookup == page.lookup || lookup == page.next else { return }
    let lines = PageWords.lines(of: json, lookup, commitments: commitments)
    // A further page follows the one before.
    page.lines = lookup == page.next ? (page.lines ?? []) + lines : lines
    page.next = PageWords.next(after: json, lookup)
  }

  mutating func pressOnPage(_ key: Key) {
    switch key {
    case .escape, .character("q"), .backspace: goBack()
    case .up, .character("k"): page.offset -= 1
    case .down, .character("j"): page.offset += 1
    case .pageUp: page.offset -= 10
    case .pageDown, .character(" "): page.offset += 10
    case .home: page.offset = 0
    case .end: page.offset = Int.max / 2
    case .character("o"):
      if let next = page.next { ask(.lookUp(next)) } else { tell("That is all there is.", for: 3) }
    case .character("/"): dialog = .command("/")
    default: tellKeyIsFree()
    }
    page.offset = max(0, min(page.offset, pageLines.count - 1))
  }
}
