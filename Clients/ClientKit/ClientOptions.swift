/// The options of a client. The defaults suit interactive clients and most bots.
public struct ClientOptions: Sendable {
  /// The time limit for connecting, greeting included.
  public var connectLimit: Duration = .seconds(10)
  /// The default time limit of a request, time without a link included. One that is refused as `too_fast` is repeated
  /// within it, when the server permits; later requests may overtake it.
  public var requestLimit: Duration = .seconds(30)
  /// After this much silence the link is tested with a `ping`, and given up after the same time without an answer.
  /// `nil`: never.
  public var keepAlive: Duration? = .seconds(15)
  /// The delays of reconnection; `nil`: the client ends when the link is lost.
  public var backoff: Backoff? = Backoff()
  /// Whether a client whose player has logged in elsewhere stays, and reconnects when ``Client/retryNow()`` is called;
  /// otherwise it ends.
  public var staysWhenTakenOver = false
  /// The most events that wait for a consumer; see ``Events`` for overflow.
  public var eventBound = 1024
  /// Whether the server adds its text for a person to each message; see ``Client/nextEvent()`` and ``Message/drawn``.
  public var wantsText = false
  /// The random numbers for ``backoff`` and move ids.
  public var generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()

  /// The defaults.
  public init() {}
}
