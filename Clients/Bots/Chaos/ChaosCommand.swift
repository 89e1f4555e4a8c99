internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// `parlor-bots chaos`: simulates a bad network between a bot and a server.
enum ChaosCommand {
  static let help = """
    A proxy on the loopback address that delays and splits lines, adds unknown fields and messages, cuts links and
    leaves cut ones open on the server's side. The report card is printed when a trial has been played through it, or
    when nobody comes back for ten seconds. Cutting needs a bot that logs in and comes back with its token. The exit
    status is 0 if the bot stands all of it, else 1.
    """

  /// - Returns: whether the bot tolerates all of it.
  static func run(_ options: ChaosOptions) throws -> Bool {
    var proxy = try ChaosProxy(options)
    print("listening on 127.0.0.1:\(proxy.port), seed \(options.seed)")
    // The parent process reads the port from a pipe.
    fflush(nil)
    let card = try proxy.run()
    print(options.isJSON ? JSON.object(card.json).text : card.text)
    return card.fault == nil
  }
}
