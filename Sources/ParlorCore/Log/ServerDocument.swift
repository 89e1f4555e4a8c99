public import GameKit
public import Kernel
public import WireProtocol

/// What happens to the server as a whole.
public enum ServerFact: Hashable, Sendable {
  /// The server is at this day, by its number: no server on these data goes back before it. Matches of days before are
  /// not loaded at start any more. Those that began before a time, and are over, need not be kept.
  case day(Int, keepingFrom: Instant? = nil)
  /// Guests who were last seen long ago and can never come back may go, but for those who are here.
  case guestsLapse(now: Instant, present: [PlayerID])
}

/// The server: one document. Storage follows its facts and keeps the day alone.
public enum ServerDocument: DocumentKind {
  public static let number: UInt8 = 1
  public static let name = "server"

  /// The day; `nil` before the first.
  public static func initialState(_ key: Int64) -> Int? { nil }

  public static func apply(_ fact: ServerFact, to state: inout Int?) {
    if case .day(let day, _) = fact { state = day }
  }

  public static func pack(_ state: Int?) -> [ServerFact] { state.map { [.day($0)] } ?? [] }

  public static func write(_ fact: ServerFact, to line: inout JSONWriter) {
    switch fact {
    case .day(let day, let start):
      line.fact("day")
      line.field("day", day)
      if let start { line.field("kept_from", start) }
    case .guestsLapse(let now, let present):
      line.fact("guests_lapse")
      line.field("at", now)
      line.key("present")
      line.beginArray()
      for player in present { line.int(player.number) }
      line.endArray()
    }
  }

  public static func read(_ line: JSONView) -> ServerFact? {
    switch line["fact"]?.string {
    case "day": line["day"]?.int.map { .day($0, keepingFrom: line.time("kept_from")) }
    case "guests_lapse": lapse(line)
    default: nil
    }
  }

  private static func lapse(_ line: JSONView) -> ServerFact? {
    guard let now = line.time("at"), let present = line["present"] else { return nil }
    return .guestsLapse(now: now, present: present.elements.compactMap { $0.int.map { PlayerID(Int64($0)) } })
  }
}
