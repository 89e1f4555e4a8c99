/// The duration of a moderation measure: `30s`, `10m`, `2h`, `7d`, `forever`.
public struct Term: Hashable, Sendable {
  /// From 1 to ``mostSeconds``; `nil` if it does not end by itself.
  public let seconds: Int?

  /// Without an end.
  public static let forever = Term(seconds: nil)
  /// The accepted forms, for sentences.
  public static let forms = "30s, 10m, 2h, 7d, 4w or forever"
  /// A hundred years.
  public static let mostSeconds = 36_525 * 86_400

  private init(seconds: Int?) { self.seconds = seconds }

  /// Parses a term; `nil` if it is invalid.
  public init?(_ text: String) {
    if text.lowercased() == "forever" {
      self = .forever
      return
    }
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 7 * 86_400]
    let digits = text.dropLast()
    guard let unit = text.last.flatMap({ units[$0] }), (1...9).contains(digits.count),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits), number > 0,
      number <= Self.mostSeconds / unit
    else { return nil }
    seconds = number * unit
  }
}
