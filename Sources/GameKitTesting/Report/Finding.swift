/// One fault of a game, with a sentence and the steps to reproduce it.
public struct Finding: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault.
  public let fault: Fault
  /// The fault in one sentence, with the observation.
  public let sentence: String
  /// Where it was observed.
  public let place: Place

  /// The check that found it.
  public var check: Check { fault.check }

  /// `determinism (differs_on_repeat): … — seed 3, step 2, after {"guess":"crane"}`.
  public var description: String {
    let place = place.description
    return "\(check.rawValue) (\(fault.rawValue)): \(sentence)" + (place.isEmpty ? "" : " — \(place)")
  }

  /// The puzzle's seed and the moves that reproduce a finding.
  public struct Place: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The seed given to the source; `nil` if there is no puzzle, or it is a given twin.
    public var seed: UInt64?
    /// The settings as JSON; `nil` for the default.
    public var settings: String?
    /// The number of moves before; `nil` if there is no match.
    public var step: Int?
    /// Those moves in logged form, each after its player's number.
    public var moves: [String] = []

    /// `seed 3, step 2, after 1 {"guess":"crane"} 1 {"guess":"moist"}`.
    public var description: String {
      var parts: [String] = []
      if let seed { parts.append("seed \(seed)") }
      if let settings { parts.append("settings \(settings)") }
      if let step { parts.append("step \(step)") }
      if !moves.isEmpty { parts.append("after \(moves.joined(separator: " "))") }
      return parts.joined(separator: ", ")
    }
  }
}
