import GameKit
import WireProtocol

extension Session {
  /// Whether it is the operator's.
  var isOperator: Bool { if case .console = origin { true } else { false } }

  /// The actor of moderating requests of the session.
  var actor: Act.Actor {
    switch origin {
    case .console(let user): .operator(user)
    case .network, .encrypted: .moderator(player.id, player.name)
    }
  }

  /// Whether it has the role that a row requires.
  func may(_ needs: RequestRow.Needs, _ hub: Hub) -> Bool {
    if needs.isDisjoint(with: [.operator, .moderator]) || isOperator { return true }
    return needs.contains(.moderator) && !player.isGuest && hub.isModerator(player.id)
  }
}
