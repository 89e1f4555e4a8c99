import Kernel
import TextMode
import WireProtocol

/// The requests with a handler: those of an absent feature have none.
struct HandledRequests {
  private let rows: RequestMap<Bool>
  /// The names of their text commands for players.
  let commandNames: [String]

  init(_ kernel: Kernel) {
    var rows = RequestMap<Bool>()
    for row in CoreParts.rows + RequestTable.rows.filter(kernel.handles) + [Request.Command.row] { rows[row] = true }
    commandNames = TextCommand.names.filter { name in
      RequestTable.textForm(named: name).map { rows[$0.row] == true } ?? false
    }
    self.rows = rows
  }

  func contains(_ row: RequestRow) -> Bool { rows[row] == true }

  /// Whether help and schema show a request to a session: it has a handler, and the session may send it.
  func offers(_ row: RequestRow, to session: Session, _ hub: Hub) -> Bool {
    contains(row) && session.may(row.needs, hub)
  }
}
