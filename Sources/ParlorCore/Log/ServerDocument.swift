public import GameKit
public import Kernel

/// A change of the server as a whole.
public enum ServerFact: Codable, Hashable, Sendable {
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
}
