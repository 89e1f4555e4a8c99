public import WireProtocol

/// What the link to the server is doing.
public enum LinkState: Sendable {
  /// An attempt to connect has begun: the first since the link was there last is 1.
  case connecting(attempt: Int)
  /// The server has greeted, and knows who this is. After a loss the rooms are resumed next.
  case online(Hello)
  /// The server is about to close the connection; `restart`, `taken_over` and `password_changed` are the reasons that
  /// there are.
  case closing(reason: String, backIn: Duration?)
  /// The server is several machines, and another one takes over, or is to. The link stays; what has no answer is asked
  /// again where that is safe, and ends as after a loss where it is not.
  case takeover(Takeover.State)
  /// The link is gone, or an attempt to come back has failed.
  case lost(ConnectionError)
  /// The next attempt begins in so long.
  case retrying(in: Duration)
  /// The same player has come in elsewhere, and a player has one session. The client stays away until
  /// ``Client/retryNow()``; see ``ClientOptions/staysWhenTakenOver``.
  case takenOver
  /// It is over: no event follows.
  case ended(End)

  /// Why a client does not come back.
  public enum End: Hashable, Sendable {
    /// It was closed here.
    case closed
    /// The same player has come in elsewhere, and a player has one session.
    case takenOver
    /// It could not connect, and is not to try again.
    case failed(ConnectionError)
  }
}
