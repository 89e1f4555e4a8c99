import GameKit
import WireProtocol

/// The session whose request an event answers, with the `id`.
struct Requester {
  let session: Session
  let re: RequestID?
  /// The board before the move, so that a drawing for its players can show what changed.
  @OutOfLine var boardBefore: Board? = nil
  /// The same for watchers.
  @OutOfLine var publicBoardBefore: Board? = nil
}
