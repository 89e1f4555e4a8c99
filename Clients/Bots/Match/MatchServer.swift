internal import CPoll
internal import WireProtocol

/// A server for matches: in this process, or over a socket.
protocol MatchServer: AnyObject {
  /// Connects one more player.
  func open() throws -> any MatchLink
  /// A move was played: on a server with a simulated clock, time passes.
  func moveWasPlayed()
  /// Nobody can move: time passes.
  func wait()
}

/// A player's connection: whole lines in both directions.
protocol MatchLink: AnyObject {
  func send(_ line: [UInt8]) throws(Failure)
  /// Waits for the next line.
  func receive() throws(Failure) -> [UInt8]
  /// Waits, since the server has asked for it.
  func wait(milliseconds: Int)
}

/// A server in this process with a simulated clock: thinking takes no time and a move takes a second, whatever the
/// machine, so that the same seed gives the same matches.
final class LocalMatchServer: MatchServer {
  private let server: LocalServer

  init(resources: String?, seed: UInt64) throws { server = try LocalServer(resources: resources, seed: seed) }

  /// The simulated duration of a move, in milliseconds.
  static let moveTime = 1000

  func open() -> any MatchLink { LocalMatchLink(server) }

  func moveWasPlayed() { server.advance(milliseconds: Self.moveTime) }

  func wait() { server.advance(milliseconds: Self.moveTime) }
}

private final class LocalMatchLink: MatchLink {
  private let server: LocalServer
  private let number: Int
  private var unread: ArraySlice<UInt8> = []

  init(_ server: LocalServer) {
    self.server = server
    number = server.open()
  }

  func send(_ line: [UInt8]) { server.receive(line, from: number) }

  func receive() throws(Failure) -> [UInt8] {
    unread += server.takeOutput(of: number)
    guard let end = unread.firstIndex(of: UInt8(ascii: "\n")) else { throw Failure("the server does not answer") }
    defer { unread = unread[(end + 1)...] }
    return Array(unread[..<end])
  }

  func wait(milliseconds: Int) { server.advance(milliseconds: milliseconds) }
}

/// A server over a socket, with its own clock.
final class RemoteMatchServer: MatchServer {
  private let endpoint: Endpoint

  init(_ endpoint: Endpoint) { self.endpoint = endpoint }

  func open() throws -> any MatchLink { RemoteMatchLink(try LineConnection(to: endpoint)) }

  func moveWasPlayed() {}

  func wait() { rest(milliseconds: 100) }
}

private final class RemoteMatchLink: MatchLink {
  private let connection: LineConnection

  init(_ connection: LineConnection) { self.connection = connection }

  func send(_ line: [UInt8]) throws(Failure) { try connection.send(line + [UInt8(ascii: "\n")]) }

  func receive() throws(Failure) -> [UInt8] { try connection.readLine() }

  func wait(milliseconds: Int) { rest(milliseconds: milliseconds) }
}

/// Sleeps.
func rest(milliseconds: Int) {
  // Polls no descriptors until the time is over.
  var none: [UInt8] = []
  _ = cpoll_poll([], &none, 0, Int32(clamping: milliseconds))
}
