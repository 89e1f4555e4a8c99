/// On what terms matches against others are played in a room.
public struct MatchTerms: Hashable, Sendable {
  /// How long players may think; `nil` for as long as they like.
  public var clock: ClockRules?
  /// Whoever wins more than half of so many matches has won them all; `nil` where each stands alone.
  public var bestOf: Int?
  /// Whether matches count for ratings.
  public var isRated = true

  /// So many matches at most.
  public static let series = 2...99

  /// No clock, single matches, rated.
  public init() {}

  /// How many matches somebody has to win.
  public var winsNeeded: Int? { bestOf.map { $0 / 2 + 1 } }
}

extension MatchTerms {
  /// Appends the members that are not as usual.
  func writeFields(to json: inout JSONWriter) {
    if let clock {
      json.key("clock")
      clock.write(to: &json)
    }
    json.field("best_of", ifPresent: bestOf)
  }

  /// Reads the terms of a room.
  ///
  /// - Throws: where it says none.
  init(reading fields: MessageFields) throws(UnreadableMessage) {
    clock = fields.valueIfAny("clock").flatMap { (object: JSONObject) in ClockRules(object) }
    bestOf = fields.valueIfAny("best_of")
    isRated = fields.valueIfAny("rated") ?? false
    guard isRated || clock != nil || bestOf != nil else { throw fields.missing("clock", "there") }
  }
}
