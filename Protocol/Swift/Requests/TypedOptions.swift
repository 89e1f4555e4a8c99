/// Typed options after the names of a command: `code=tacos time=120 hard size=10`.
struct TypedOptions {
  var code: String?
  var seconds: String?
  var seed: String?
  var day: String?
  var clock: String?
  var best: String?
  var vote: String?
  var flags: [String] = []
  var settings: JSONObject?

  init(_ words: some Sequence<String>) {
    var fields: JSONObject = [:]
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else {
        flags.append(word)
        fields[word] = true
        continue
      }
      switch parts[0] {
      case "code": code = parts[1]
      case "time": seconds = parts[1]
      case "seed": seed = parts[1]
      case "clock": clock = parts[1]
      case "best": best = parts[1]
      case "vote": vote = parts[1]
      case "day", "puzzle": day = parts[1]
      default: fields[parts[0]] = Self.value(parts[1])
      }
    }
    if !fields.isEmpty { settings = fields }
  }

  func apply(to create: inout Request.Create) throws(WireError) {
    create.code = code
    create.day = day
    create.settings = settings
    create.bestOf = try best.map { text throws(WireError) in try Self.number(text, "best", MatchTerms.series) }
    create.clock = try givenClock
    create.voteSeconds = try vote.map { text throws(WireError) in try Self.number(text, "vote", 5...300) }
    create.seed = try seed.map { text throws(WireError) in try Self.number(text, "seed", 0...Int.max) }
    create.roundSeconds = try seconds.map { text throws(WireError) in try Self.number(text, "time", 10...86_400) }
  }

  /// The time control.
  var givenClock: ClockRules? {
    get throws(WireError) {
      guard let clock else { return nil }
      if let rules = ClockRules(clock) { return rules }
      throw WireError(.badField, "clock= takes 30s (a move) or 5+3 (minutes for the match + seconds a move)")
    }
  }

  private static func number(_ text: String, _ what: String, _ range: ClosedRange<Int>) throws(WireError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw WireError(.badField, "\(what)= takes a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A number too large for an integer, so that the refusal is about a number, not a text.
  private static func hugeNumber(_ text: String) -> JSON? {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Double(text).map(JSON.double)
  }

  private static func value(_ text: String) -> JSON {
    switch text {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: Int(text).map(JSON.int) ?? hugeNumber(text) ?? .string(text)
    }
  }
}

extension JSONObject {
  /// Members of a request that opens a room, as they are typed: `hard size=10 seed=7`.
  package init(typedOptions text: String) throws(WireError) {
    var create = Request.Create()
    try TypedOptions(text.split(separator: " ").map(String.init)).apply(to: &create)
    var json = JSONWriter()
    json.beginObject()
    create.writeFields(to: &json)
    json.endObject()
    self = (try? JSON(parsing: json.bytes))?.objectValue ?? [:]
  }
}
