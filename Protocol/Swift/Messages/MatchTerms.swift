/// The terms of a room's matches against others.
public struct MatchTerms: Hashable, Sendable {
  /// The time control; `nil` for unlimited time.
  public var clock: ClockRules?
  /// The length of a series, which is won with more than half of its matches; `nil` for single matches.
  public var bestOf: Int?
  /// Whether matches count for ratings.
  public var isRated = true

  /// The bounds of ``bestOf``.
  public static let series = 2...99

  /// No clock, single matches, rated.
  public init() {}

  /// The wins that a series needs.
  public var winsNeeded: Int? { bestOf.map { $0 / 2 + 1 } }
}

extension MatchTerms {
  /// Appends the members that differ from their defaults.
  func writeFields(to json: inout JSONWriter) {
    if let clock {
      json.key("clock")
      clock.write(to: &json)
    }
    json.field("best_of", ifPresent: bestOf)
  }

  /// Reads the terms of a room.
  ///
  /// - Throws: if they are missing.
  init(reading fields: MessageFields) throws(UnreadableMessage) {
    clock = fields.valueIfAny("clock").flatMap { (object: JSONObject) in ClockRules(object) }
    bestOf = fields.valueIfAny("best_of")
    isRated = fields.valueIfAny("rated") ?? false
    guard isRated || clock != nil || bestOf != nil else { throw fields.missing("clock", "there") }
  }
}
