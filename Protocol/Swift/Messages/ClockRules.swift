/// The time control of a room: a number of seconds per move, or for the whole match with an increment per move
/// (Fischer's clock).
public struct ClockRules: Hashable, Sendable {
  /// Per move or per match; from 1 to 86,400.
  public let seconds: Int
  /// The increment per move; 0 to 3,600, and 0 for a time per move.
  public let incrementSeconds: Int
  /// Whether the time is per move.
  public let isPerMove: Bool

  private static let (range, increments) = (1...86_400, 0...3600)

  /// A time per move; `nil` if it is out of range.
  public init?(secondsPerMove seconds: Int) {
    guard Self.range.contains(seconds) else { return nil }
    (self.seconds, incrementSeconds, isPerMove) = (seconds, 0, true)
  }

  /// A time per match with an increment per move; `nil` if out of range.
  public init?(seconds: Int, increment: Int) {
    guard Self.range.contains(seconds), Self.increments.contains(increment) else { return nil }
    (self.seconds, incrementSeconds, isPerMove) = (seconds, increment, false)
  }

  /// Parses `30s` (per move), `5+3` (minutes per match, seconds of increment), `1:30+0` or `5`; `nil` for anything
  /// else.
  public init?(_ text: String) {
    if text.hasSuffix("s"), let seconds = Int(text.dropLast()) {
      self.init(secondsPerMove: seconds)
    } else {
      let parts = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
      let times = parts[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { Int($0) }
      guard let minutes = times[0], (0...1440).contains(minutes),
        let seconds = times.count == 2 ? times[1] : 0, (0..<60).contains(seconds),
        let increment = parts.count == 2 ? Int(parts[1]) : 0
      else { return nil }
      self.init(seconds: minutes * 60 + seconds, increment: increment)
    }
  }

  /// The form that ``init(_:)`` parses: `30s`, `5+3`.
  public var text: String {
    if isPerMove { return "\(seconds)s" }
    let minutes =
      seconds % 60 == 0 ? "\(seconds / 60)" : "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    return "\(minutes)+\(incrementSeconds)"
  }

  /// Reads the wire form, `{"move_s":30}` or `{"match_s":300,"increment_s":3}`; `nil` if it is invalid.
  public init?(_ fields: JSONObject) {
    let known = ["move_s", "match_s", "increment_s"]
    guard fields.members.allSatisfy({ known.contains($0.key) && $0.value.intValue != nil }) else { return nil }
    let (move, match, increment) = (
      fields["move_s"]?.intValue, fields["match_s"]?.intValue, fields["increment_s"]?.intValue
    )
    if let move, match == nil, increment == nil {
      self.init(secondsPerMove: move)
    } else if let match, move == nil {
      self.init(seconds: match, increment: increment ?? 0)
    } else {
      return nil
    }
  }
}

extension ClockRules {
  /// The wire form.
  package var object: JSONObject {
    var fields = JSONObject()
    fields[isPerMove ? "move_s" : "match_s"] = .int(seconds)
    if incrementSeconds > 0 { fields["increment_s"] = .int(incrementSeconds) }
    return fields
  }

  func write(to json: inout JSONWriter) { json.value(.object(object)) }
}
