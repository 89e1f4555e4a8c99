public import GameKit
public import Kernel
public import WireProtocol

/// A change of the server as a whole.
public enum ServerFact: Hashable, Sendable {
  /// The server's day, by number: no server on this data goes back before it. Matches of earlier days are not loaded at
  /// a start any more. Finished ones that began before a time need not be kept.
  case day(Int, keepingFrom: Instant? = nil)
  /// Guests last seen long ago who cannot return may be deleted, except connected ones.
  case guestsLapse(now: Instant, present: [PlayerID])
}

/// The server's single document. Storage follows its facts and keeps only the day.
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
