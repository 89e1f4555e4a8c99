// Hand-written parts of requests about arenas.

extension Request.CreateArena {
  /// `lastword Friday night minutes=30 in=5 clock=3+2 bots shared`.
  init(typed command: TextCommand) throws(WireError) {
    let example = "/new-arena lastword Friday night minutes=30 in=5"
    self.init(game: try command.word(or: example))
    var (title, settings) = ([String](), [String]())
    for word in command.words.dropFirst() {
      switch word {
      case "bots": admitsBots = true
      case "shared": isShared = true
      case _ where !word.contains("="): title.append(word)
      default: settings.append(word)
      }
    }
    if !title.isEmpty { name = title.joined(separator: " ") }
    var options = TypedOptions(settings).settings ?? [:]
    minutes = try Self.number(options.take("minutes"), "minutes", 10...180) ?? minutes
    inMinutes = try Self.number(options.take("in"), "in", 0...1440) ?? inMinutes
    clock = try TypedOptions(settings).givenClock
    if !options.isEmpty { self.settings = options }
  }

  private static func number(
    _ value: JSON?, _ option: String, _ range: ClosedRange<Int>
  ) throws(WireError) -> Int? {
    guard let value else { return nil }
    if let number = value.intValue, range.contains(number) { return number }
    throw WireError(.badField, "\(option)= takes a number from \(range.lowerBound) to \(range.upperBound)")
  }
}

extension JSONObject {
  fileprivate mutating func take(_ key: String) -> JSON? {
    defer { self[key] = nil }
    return self[key]
  }
}
