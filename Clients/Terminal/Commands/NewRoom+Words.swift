internal import WireProtocol

extension NewRoom {
  /// Takes words over: `code=tacos`, `time=60`, `seed=7`, `named`, and anything else as a setting of the game, `hard` or
  /// `size=10`.
  mutating func take(_ words: [String]) {
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard let key = parts.first else { continue }
      let value = parts.count > 1 ? parts[1] : nil
      switch (key, value) {
      case ("code", let value?): code = value
      case ("time", let value?): roundSeconds = Int(value)
      case ("seed", let value?): seed = Int(value)
      case ("named", nil): isNamedOnly = true
      default:
        var all = settings ?? [:]
        all[key] = Self.setting(value)
        settings = all
      }
    }
  }

  private static func setting(_ value: String?) -> JSON {
    guard let value else { return .bool(true) }
    if let number = Int(value) { return .int(number) }
    return value == "true" || value == "false" ? .bool(value == "true") : .string(value)
  }
}
