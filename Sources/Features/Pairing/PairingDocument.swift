import Kernel

/// Whether others may challenge a player: one document per player who has chosen. Each challenge reads it, so it is in
/// memory.
enum PairingDocument: ResidentKind {
  enum Fact: Codable {
    /// Whether others may challenge the player from now on.
    case challenges(areAllowed: Bool)
  }

  static let number: UInt8 = 26
  static let name = "pairing"
  static let belongsToPlayer = true

  static func initialState(_ key: Int64) -> Bool { true }

  static func apply(_ fact: Fact, to state: inout Bool) {
    switch fact {
    case .challenges(let areAllowed): state = areAllowed
    }
  }

  static func pack(_ state: Bool) -> [Fact] { state ? [] : [.challenges(areAllowed: false)] }
}
