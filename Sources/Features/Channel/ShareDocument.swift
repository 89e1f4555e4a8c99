import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// A change of a shared result.
enum ShareFact: Codable, Hashable, Sendable {
  case shared(StoredShare)
  /// A player's reaction, which replaces an earlier one; `nil` to remove it.
  case reacted(PlayerID, Reaction?)
  /// It is withdrawn, with the reactions to it.
  case withdrawn
}

/// A shared result and the reactions to it: one document per result, whose number is never reused.
enum ShareDocument: DocumentKind {
  /// A result as it stands.
  struct State: Hashable, Sendable {
    /// `nil` after it was withdrawn.
    fileprivate(set) var share: StoredShare?
    fileprivate(set) var reactions: [PlayerID: Reaction] = [:]
  }

  static let number: UInt8 = 12
  static let name = "shared result"

  static func initialState(_ key: Int64) -> State { State() }

  static func apply(_ fact: ShareFact, to state: inout State) {
    switch fact {
    case .shared(let share): state.share = share
    case .reacted(let player, let reaction): if state.share != nil { state.reactions[player] = reaction }
    case .withdrawn: state = State()
    }
  }

  static func forget(_ player: Int64, in state: inout State) {
    state.reactions[PlayerID(player)] = nil
    if state.share?.player.number == player { state = State() }
  }

  static func pack(_ state: State) -> [ShareFact] {
    guard let share = state.share else { return [] }
    return [.shared(share)] + state.reactions.sorted { $0.key < $1.key }.map { .reacted($0.key, $0.value) }
  }
}

extension ShareDocument.State {
  /// The number of reactions, by emoji.
  var reactionCounts: Reactions {
    var counts: [String: Int] = [:]
    for reaction in reactions.values { counts[reaction.rawValue, default: 0] += 1 }
    return Reactions(counts)
  }
}
