internal import WireProtocol

/// Turns and outcomes in words for people. What a game that nobody here knows tells is said as far as it is text.
enum Told {
  /// `solved in 4`.
  static func result(_ outcome: JSONObject) -> String {
    let won = outcome["won"]?.boolValue ?? false
    if let tries = outcome["tries"]?.intValue { return won ? "solved in \(tries)" : "not solved" }
    return won ? "solved" : "not solved"
  }

  /// What else an outcome tells: `success (noun)`, `5 of 5 found`, `2 misses`.
  static func details(_ outcome: JSONObject) -> [String] {
    var parts: [String] = []
    if let word = outcome["answer"]?.stringValue { parts.append("it was \(word.uppercased())") }
    if let word = outcome["word"]?.stringValue {
      parts.append(word + (outcome["part"]?.stringValue.map { " (\($0))" } ?? ""))
    }
    if let found = outcome["found"]?.intValue {
      parts.append(outcome["targets"]?.intValue.map { "\(found) of \($0) found" } ?? "\(found) found")
    }
    for (name, one, many) in [
      ("misses", "miss", "misses"), ("skipped", "grid given up", "grids given up"), ("hints", "hint", "hints"),
    ] {
      if let count = outcome[name]?.intValue, count > 0 { parts.append("\(count) \(count == 1 ? one : many)") }
    }
    let known = ["answer", "word", "part"]
    parts += outcome.compactMap { known.contains($0) ? nil : $1.stringValue }
    return parts
  }

  /// A turn of somebody else: `found abuelo, 1 of 3`.
  static func remark(_ turn: JSONObject) -> String {
    if let count = turn["found"]?.intValue, turn["hit"]?.boolValue != false {
      let word = turn["word"]?.stringValue.map { "found \($0), " } ?? "found "
      return word + "\(count)" + (turn["targets"]?.intValue.map { " of \($0)" } ?? "")
    }
    if turn["hit"]?.boolValue == false { return "missed" }
    if turn["skipped"]?.boolValue == true { return "gave a grid up" }
    if turn["wants_to_skip"] != nil { return "wants to give the grid up" }
    if turn["gave_up"]?.boolValue == true { return "gave up" }
    if turn["wants_to_give_up"] != nil { return "wants to give up" }
    if turn["hints"] != nil { return "took a hint" }
    if turn["sorting"]?.boolValue == true { return "is sorting" }
    let texts = turn.compactMap { $1.stringValue }
    return texts.isEmpty ? "has moved" : texts.joined(separator: ", ")
  }
}
