internal import ClientKit
internal import WireProtocol

/// What is answered, as lines that can be read: on a page of the screen, and in the line mode.
enum PageWords {
  /// - Parameter commitments: by day and game, the hashes that were heard when those days began.
  static func lines(
    of json: JSONObject, _ lookup: Lookup, commitments: [String: [String: String]]
  ) -> [String] {
    switch lookup {
    case .words: words(json)
    case .limits: limits(json)
    case .opened(let day): opened(json, commitments[day] ?? [:])
    case .replay: replay(json)
    case .scores, .resetScores: scores(json["scores"]?.arrayValue ?? [])
    case .score, .addScore: scores([json["score"] ?? .null])
    case .deleteScore: ["Taken away:"] + scores([json["score"] ?? .null])
    case .trials: trials(json)
    case .trialReport: report(json)
    }
  }

  /// What to ask for the lines after these.
  static func next(after json: JSONObject, _ lookup: Lookup) -> Lookup? {
    guard json["more"]?.boolValue == true else { return nil }
    switch lookup {
    case .words(let game, let list, _):
      return json["words"]?.arrayValue?.last?.stringValue.map { .words(game: game, list: list, after: $0) }
    case .scores: return (json["scores"]?.arrayValue?.last?["id"]?.intValue).map { .scores(before: $0) }
    default: return nil
    }
  }

  /// Twelve to a line: words of five letters fill a window of 80 columns, and wrap in a smaller one.
  private static func words(_ json: JSONObject) -> [String] {
    let words = (json["words"]?.arrayValue ?? []).compactMap(\.stringValue)
    return stride(from: 0, to: words.count, by: 12).map { words[$0..<min($0 + 12, words.count)].joined(separator: " ") }
  }

  private static func limits(_ json: JSONObject) -> [String] {
    (json["limits"]?.objectValue ?? [:]).map { name, value in
      let about = json["about"]?[name]?.stringValue ?? ""
      return "\(value.text)  \(about.isEmpty ? name : about)"
    }
  }

  private static func opened(_ json: JSONObject, _ known: [String: String]) -> [String] {
    (json["opened"]?.objectValue ?? [:]).flatMap { game, entry -> [String] in
      let puzzle = entry["puzzle"]?.objectValue.map(move) ?? entry["puzzle"]?.text ?? ""
      let nonce = entry["nonce"]?.stringValue ?? ""
      return ["\(game): \(puzzle)", "  " + verdict(entry, nonce, known[game]), ""]
    }
  }

  private static func verdict(_ entry: JSON, _ nonce: String, _ known: String?) -> String {
    guard let puzzle = entry["puzzle"] else { return "It does not say what the puzzle was." }
    let hash = Commitment.hash(nonce: nonce, puzzle: puzzle)
    guard let known else { return "\(hash): compare it with what was published when that day began." }
    return known == hash
      ? "It is the puzzle that was committed to when the day began." : "IT IS NOT the puzzle that was committed to!"
  }

  private static func replay(_ json: JSONObject) -> [String] {
    var lines: [String] = []
    for entry in json["lines"]?.arrayValue ?? [] {
      let who = entry["player"]?.stringValue ?? ""
      let time = App.clock(entry["elapsed_ms"]?.intValue ?? 0)
      switch entry["type"]?.stringValue {
      case "replay_header":
        let parts = [entry["game"], entry["mode"], entry["day"]].compactMap { $0?.stringValue }
        lines += [parts.joined(separator: " · "), ""]
      case "replay_move":
        lines.append("\(time)  \(who)  \(entry["move"]?.objectValue.map(move) ?? "")")
      case "replay_outcome":
        let outcome = RoomState.result(entry.objectValue ?? [:])
        let share = (entry["share"]?.stringValue ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        lines += ["", "\(who): \(outcome) after \(time)", ""] + share.map(String.init)
      default: break
      }
    }
    return lines
  }

  /// A move or a puzzle of a game that nobody here knows: what it holds, in its order.
  static func move(_ move: JSONObject) -> String {
    move.map { name, value in
      if let flag = value.boolValue { return flag ? name : "" }
      return text(value)
    }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func text(_ value: JSON) -> String {
    if let list = value.arrayValue { return list.map(text).joined(separator: ",") }
    if let object = value.objectValue { return move(object) }
    return value.stringValue ?? value.text
  }

  private static func scores(_ scores: [JSON]) -> [String] {
    if scores.isEmpty { return ["There are no scores to show."] }
    return scores.map { score in
      if score["hidden"]?.boolValue == true {
        return "\(score["id"]?.text ?? "")  \(score["date"]?.stringValue ?? "")  (hidden while that day is on)"
      }
      let tries = (score["tries"]?.arrayValue ?? []).compactMap(\.stringValue).joined(separator: " ")
      let parts = [score["id"]?.text ?? "", score["date"]?.stringValue ?? "", score["word"]?.stringValue ?? "", tries]
      return parts.joined(separator: "  ")
    }
  }

  private static func trials(_ json: JSONObject) -> [String] {
    let trials = json["trials"]?.arrayValue ?? []
    if trials.isEmpty { return ["No reports are kept. Bots make them: see parlor-bots trial."] }
    return trials.map { trial in
      let average = trial["average"].map { ", \($0.text) tries on average" } ?? ""
      let solved = "\(trial["solved"]?.text ?? "0") of \(trial["puzzles"]?.text ?? "0") solved"
      return "\(trial["name"]?.stringValue ?? "")  \(trial["game"]?.stringValue ?? ""): \(solved)\(average)"
    } + ["", "/trial-report NAME PLAYER shows one."]
  }

  private static func report(_ json: JSONObject) -> [String] {
    var lines = trials(["trials": [.object(json)]]).prefix(1) + [""]
    for (tries, count) in json["distribution"]?.objectValue ?? [:] { lines.append("in \(tries): \(count.text)") }
    let moves = "\(json["moves"]?.text ?? "0") moves, \(json["rejections"]?.text ?? "0") refused"
    let times = ["median": json["median_us"], "99 % within": json["p99_us"]].compactMap { name, value in
      value.map { "\(name) \($0.text) µs" }
    }
    return lines + ["", ([moves] + times.sorted()).joined(separator: ", ")]
  }
}
