extension RequestFields {
  /// `player` or `address`, `for` and `reason`.
  func measure() throws(WireError) -> Request.Measure {
    var measure = Request.Measure(try whom(), reason: try reason())
    if let text = try optionalText("for") {
      guard let term = Term(text) else { throw WireError(.badField, TextCommand.termSentence) }
      measure.term = term
    }
    return measure
  }

  /// A player's name, or an address.
  func whom() throws(WireError) -> String {
    if let player = try optionalText("player") { return player }
    if let address = try optionalText("address") { return address }
    throw WireError(.badField, "\"\(type)\" needs a field \"player\" or \"address\" (a string)")
  }

  /// `player` or `seq`.
  func spoken() throws(WireError) -> Request.Spoken {
    let seq = try optionalInt("seq", in: 1...Int.max)
    switch (try optionalText("player"), seq) {
    case (let player?, nil): return .player(player)
    case (nil, let seq?): return .line(seq)
    default: throw WireError(.badField, "\"\(type)\" needs either \"player\" (a string) or \"seq\" (an integer)")
    }
  }

  func reason() throws(WireError) -> String? { try optionalLongText("reason") }

  func number(_ key: StaticString) throws(WireError) -> Int {
    guard let number = try optionalInt(key, in: 1...Int.max) else {
      throw WireError(.badField, "\"\(type)\" needs a field \"\(key)\" (an integer)")
    }
    return number
  }
}

extension TextCommand {
  static let termSentence = "How long is written like \(Term.forms)"

  /// `ana 7d spam and worse`: whom, how long where that is said, and why.
  func measure() throws(WireError) -> Request.Measure { try measure(behind: 0) }

  /// The same behind so many words.
  func measure(behind count: Int) throws(WireError) -> Request.Measure {
    guard words.count > count else { throw typeItLikeOne() }
    var place = count + 1
    // `mute ana for 10m spam` is as clear as without the word.
    if words.count > place + 1, words[place].lowercased() == "for", Self.isCounted(words[place + 1]) { place += 1 }
    let word = words.count > place ? words[place] : nil
    let term = word.flatMap { Term($0) }
    // What is meant as a term and is none would be for good.
    if term == nil, let word, Self.isCounted(word) {
      throw WireError(
        .badField, "\(Self.termSentence), not \(word.prefix(32)); a reason that begins with a number stands behind it")
    }
    return Request.Measure(
      words[count], term: term ?? .forever, reason: text(behind: term == nil ? count + 1 : place + 1))
  }

  /// Whether a word begins with a number.
  private static func isCounted(_ word: String) -> Bool {
    word.drop { $0 == "-" || $0 == "+" }.first?.isNumber == true
  }

  /// What follows so many words; `nil` for nothing.
  func text(behind count: Int) -> String? {
    var left = rest[...]
    for _ in 0..<count {
      left = left.drop { !$0.isWhitespace }.drop { $0.isWhitespace }
    }
    return left.isEmpty ? nil : String(left)
  }

  /// The first word, of at least so many.
  func part(_ index: Int = 0, of count: Int = 1) throws(WireError) -> String {
    guard words.count >= count else { throw typeItLikeOne() }
    return words[index]
  }

  /// `on 10` or `off`.
  func maintenance() throws(WireError) -> Request.Order {
    let minutes = words.count > 1 ? Int(words[1]) : nil
    switch (words.first?.lowercased(), words.count) {
    case ("on", 1): return .maintenance(true, minutes: nil)
    case ("on", 2) where minutes.map { (1...1440).contains($0) } == true: return .maintenance(true, minutes: minutes)
    case ("off", 1): return .maintenance(false, minutes: nil)
    default: throw typeItLikeOne()
    }
  }

  /// From when to when, behind so many words.
  func timeRange(behind count: Int) throws(WireError) -> Request.TimeRange {
    let times = words.dropFirst(count)
    guard times.count <= 2 else {
      throw WireError(.badField, "At most two times: from when, and to when, such as 7d 2d")
    }
    return Request.TimeRange(from: times.first, to: times.dropFirst().first)
  }

  /// A word that is the number of a part; `nil` where there is none.
  func optionalPart(_ index: Int) throws(WireError) -> Int? {
    guard words.count > index else { return nil }
    guard let part = Int(words[index]), part > 0 else {
      throw WireError(.badField, "A part is a number from 1, not \(words[index].prefix(32))")
    }
    return part
  }

  /// `ana`, or `#17` for a line, which is no name.
  func spoken(_ index: Int) throws(WireError) -> Request.Spoken {
    let word = try part(index, of: index + 1)
    guard word.hasPrefix("#") else { return .player(word) }
    guard let seq = Int(word.dropFirst()), seq > 0 else { throw typeItLikeOne() }
    return .line(seq)
  }

  /// A number that stands first.
  func number() throws(WireError) -> Int {
    guard let number = words.first.flatMap({ Int($0) }), number > 0 else { throw typeItLikeOne() }
    return number
  }

  /// `The server restarts at noon.`, `room=lunch Time is up.`
  func announcement() throws(WireError) -> Request.Order {
    let first = try part()
    guard first.hasPrefix("room=") else { return .announce(text: rest, room: nil) }
    guard let text = text(behind: 1) else { throw typeItLikeOne() }
    return .announce(text: text, room: String(first.dropFirst(5)))
  }

  private func typeItLikeOne() -> WireError {
    WireError(.badField, "Type it like this: \(RequestTable.staffForm(named: name)?.form.usage ?? "/\(name)")")
  }
}
