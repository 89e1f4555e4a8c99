public import WireProtocol

/// The state of the link to the server.
public enum LinkState: Sendable {
  /// An attempt to connect has begun; counted from 1 since the last link.
  case connecting(attempt: Int)
  /// The server has greeted and identified the player. After a loss the rooms are resumed next.
  case online(Hello)
  /// The server is about to close the connection; the possible reasons are `restart`, `taken_over` and
  /// `password_changed`.
  case closing(reason: String, backIn: Duration?)
  /// The server is a cluster whose owner changes. The link stays; unanswered requests are repeated where that is safe,
  /// and otherwise fail as after a loss.
  case takeover(Takeover.State)
  /// The link is lost, or an attempt to reconnect has failed.
  case lost(ConnectionError)
  /// The time until the next attempt.
  case retrying(in: Duration)
  /// The player has logged in elsewhere; a player has only one session. The client waits for ``Client/retryNow()``; see
  /// ``ClientOptions/staysWhenTakenOver``.
  case takenOver
  /// The client has ended: the last event.
  case ended(End)

  /// Why a client has ended.
  public enum End: Hashable, Sendable {
    /// It was closed.
    case closed
    /// The player has logged in elsewhere; a player has only one session.
    case takenOver
    /// It could not connect, and does not retry.
    case failed(ConnectionError)
  }
}
