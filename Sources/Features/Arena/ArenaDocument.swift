import GameKit
import Kernel
import WireProtocol

/// An arena, whose number is the key: who takes part, which games are under way, and how it stands.
enum ArenaDocument: ResidentKind {
  enum Fact: Codable {
    /// The arena; of a snapshot, with all that has happened in it.
    case created(arena: Tournament)
    /// A player takes part, or does so again.
    case joined(entrant: Tournament.Entrant)
    /// A player gets no opponent until joining again.
    case paused(player: PlayerID)
    /// Two players have been given a game.
    case paired(game: Tournament.Game)
    /// A game was played; `nil` for a draw.
    case played(room: Int64, winner: PlayerID?, at: Int64)
    /// A game counts for nobody; it puts out the fire of a player who has given it up so early.
    case voided(room: Int64, quitter: PlayerID? = nil)
    /// A player is gone for ever.
    case forgot(player: PlayerID)
    /// Nothing changes any more.
    case ended(at: Int64)
    /// Its results are no longer kept.
    case removed
  }

  static let number: UInt8 = 40
  static let name = "arena"
  static let packingFact: String? = "removed"

  static func initialState(_ key: Int64) -> Tournament? { nil }

  static func apply(_ fact: Fact, to state: inout Tournament?) {
    switch fact {
    case .created(let arena): state = arena
    case .joined(let entrant): state?.join(entrant)
    case .paused(let player): state?.pause(player)
    case .paired(let game): state?.begin(game)
    case .played(let room, let winner, let time): state?.end(room, winner: winner, at: time)
    case .voided(let room, let quitter): state?.void(room, quitter: quitter)
    case .forgot(let player): state?.forget(player)
    case .ended(let time): state?.close(at: time)
    case .removed: state = nil
    }
  }

  /// A player who is deleted is no longer named, neither in the standing nor as its creator. Opponents keep their
  /// points.
  static func forget(_ player: Int64, in state: inout Tournament?) { state?.forget(PlayerID(player)) }

  static func pack(_ state: Tournament?) -> [Fact] { state.map { [.created(arena: $0)] } ?? [] }
}
