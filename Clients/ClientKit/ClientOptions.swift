/// How a client behaves. The defaults suit a person's client and most bots.
public struct ClientOptions: Sendable {
  /// How long connecting may take, the greeting included.
  public var connectLimit: Duration = .seconds(10)
  /// How long a request may take, the time in which the link is down included; requests may say otherwise.
  public var requestLimit: Duration = .seconds(30)
  /// A link on which nothing was heard for so long is tried with a `ping`, and given up when nothing comes for as long
  /// again. `nil`: never.
  public var keepAlive: Duration? = .seconds(15)
  /// How to come back after a lost link; `nil`: not at all, the client then ends.
  public var backoff: Backoff? = Backoff()
  /// Whether a client whose player has come in elsewhere stays and comes back when ``Client/retryNow()`` says so; it
  /// ends otherwise.
  public var staysWhenTakenOver = false
  /// How many events wait for a consumer at most; see ``Events`` for what happens then.
  public var eventBound = 1024
  /// Whether a request that was refused as `too_fast` is sent again when the server says, within its time limit. What
  /// is refused so was not carried out, but requests behind it may overtake it.
  public var repeatsWhenTooFast = true
  /// The chance in the waits of ``backoff`` and in move ids.
  public var generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()

  /// The defaults.
  public init() {}
}
