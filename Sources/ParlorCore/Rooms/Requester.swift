import GameKit
import WireProtocol

/// Whose request an event answers, and with which `id`.
struct Requester {
  let session: Session
  let re: RequestID?
  /// The board before the move, so that what is drawn for those who sit at it can show what changed.
  @OutOfLine var boardBefore: Board? = nil
  /// The same for those who look on.
  @OutOfLine var publicBoardBefore: Board? = nil
}
