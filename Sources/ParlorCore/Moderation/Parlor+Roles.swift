import GameKit
import Kernel
import WireProtocol

extension Session {
  /// Whether it is the operator's.
  var isOperator: Bool { if case .console = origin { true } else { false } }

  /// Who does what is asked for through it to keep order.
  var actor: Act.Actor {
    switch origin {
    case .console(let user): .operator(user)
    case .network, .encrypted: .moderator(player.id, player.name)
    }
  }
}

extension Parlor {
  /// Whether a session may be shown what keeps order, as far as a row says.
  func may(_ session: Session, _ needs: RequestRow.Needs) -> Bool {
    if needs.isDisjoint(with: [.operator, .moderator]) || session.isOperator { return true }
    return needs.contains(.moderator) && isModerator(session.player)
  }

  /// Whether a request has a handler: those of a feature that is left out have none.
  func isHandled(_ row: RequestRow) -> Bool { owners[row] != nil }

  /// Whether help and schema show a request to a session: it has a handler, and the session may make it.
  func offers(_ row: RequestRow, to session: Session) -> Bool { isHandled(row) && may(session, row.needs) }

  /// Whether a player keeps order in the server's own rooms.
  func isModerator(_ player: Player) -> Bool { !player.isGuest && hub.isModerator(player.id) }

  static let forbidden = WireError(.forbidden, "That is for those who run the server")
}
