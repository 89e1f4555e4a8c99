import GameKit
import Kernel
import WireProtocol

/// An arena, whose number is the key: its participants, games in progress and standing.
enum ArenaDocument: ResidentKind {
  enum Fact: Codable {
    /// The arena; in a snapshot, with all that has happened in it.
    case created(arena: Tournament)
    /// A player participates, or does so again.
    case joined(entrant: Tournament.Entrant)
    /// A player is not paired until joining again.
    case paused(player: PlayerID)
    /// Two players were paired for a game.
    case paired(game: Tournament.Game)
    /// A game was played; `nil` for a draw.
    case played(room: Int64, winner: PlayerID?, at: Int64)
    /// A game counts for nobody; it ends the streak of a player who has resigned too early.
    case voided(room: Int64, quitter: PlayerID? = nil)
    /// A player is deleted.
    case forgot(player: PlayerID)
    /// The standing is final.
    case ended(at: Int64)
    /// Its results are not kept any more.
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

  /// Removes a deleted player from the standing and as the creator. Opponents keep their points.
  static func forget(_ player: Int64, in state: inout Tournament?) { state?.forget(PlayerID(player)) }

  static func pack(_ state: Tournament?) -> [Fact] { state.map { [.created(arena: $0)] } ?? [] }
}
