/// One fault of a game: what it is, in a sentence, and how to come to it again.
public struct Finding: Codable, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let fault: Fault
  /// The fault in one sentence, with what was seen.
  public let sentence: String
  /// Where it was seen.
  public let place: Place

  /// The check that found it.
  public var check: Check { fault.check }

  /// `determinism (differs_on_repeat): … — seed 3, step 2, after {"guess":"crane"}`.
  public var description: String {
    let place = place.description
    return "\(check.rawValue) (\(fault.rawValue)): \(sentence)" + (place.isEmpty ? "" : " — \(place)")
  }

  /// What repeats a finding: the puzzle's seed, and the moves up to it.
  public struct Place: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The seed that was given to the source; `nil` where no puzzle matters, or where it was a given twin.
    public var seed: UInt64?
    /// The settings as JSON, where they are not the default.
    public var settings: String?
    /// Moves that have been taken before; `nil` where no match matters.
    public var step: Int?
    /// Those moves as they stand in a match's log, each after its player's number.
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
