internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A connection without a ``Client``: lines in both directions, uninterpreted. For programs that let a person use the
/// server's text mode; the owner waits for ``descriptor`` and decides when to reconnect.
public final class TextLink {
  /// Becomes readable when there is input. The greeting, and lines that arrived with it, are already read: call
  /// ``receive()`` once before waiting.
  public let descriptor: Int32
  private var splitter = LineSplitter()
  /// Lines that were received but not taken.
  private var waiting: [String] = []

  /// Holds the descriptor of a TLS link.
  private let channel: SecureChannel?

  private init(_ descriptor: Int32) { (self.descriptor, channel) = (descriptor, nil) }

  private init(_ channel: SecureChannel) { (descriptor, self.channel) = (channel.descriptor, channel) }

  deinit { if channel == nil { SystemCalls.close(descriptor) } }

  /// Connects and waits for the greeting, each for at most `limit`; the system's resolver blocks for an unbounded time.
  public static func connect(
    to server: ServerAddress, within limit: Duration = .seconds(10)
  ) throws(ConnectionError) -> TextLink {
    let link = server.isSecure ? TextLink(try SecureChannel.open(server)) : TextLink(try dial(server, limit))
    let deadline = ContinuousClock.now + limit
    while link.waiting.isEmpty {
      guard wait(for: link.descriptor, POLLIN, until: deadline) else { throw .timedOut(server, limit) }
      guard let lines = link.receive() else { throw link.channel?.failure() ?? .closedByServer }
      link.waiting = lines
    }
    let document = JSONDocument()
    guard (try? document.parse(Array(link.waiting[0].utf8))) != nil else { throw .notParlor(server) }
    if let fault = ConnectionError(greeting: document.root, of: server) { throw fault }
    return link
  }

  private static func dial(_ server: ServerAddress, _ limit: Duration) throws(ConnectionError) -> Int32 {
    guard let addresses = Resolver.addresses(of: server) else { throw .unknownHost(server.host) }
    var dialling = Dialling(server, addresses, until: .now + limit)
    var step = dialling.next(at: .now)
    while true {
      switch step {
      case .connected(let descriptor): return descriptor
      case .failed(let error): throw error
      case .wait(let descriptor, let until):
        step = wait(for: descriptor, POLLOUT, until: until) ? dialling.settled(at: .now) : dialling.next(at: .now)
      }
    }
  }

  /// - Returns: whether the event has happened by then.
  private static func wait(
    for descriptor: Int32, _ events: some BinaryInteger, until: ContinuousClock.Instant
  ) -> Bool {
    var item = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    let left = (until - .now).components
    return poll(&item, 1, Int32(clamping: max(0, left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000))) > 0
  }

  /// Sends a line, blocking until the system has accepted it; returns whether the link still exists.
  public func send(_ line: String) -> Bool {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { SystemCalls.send(descriptor, $0) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == -Int(EAGAIN) || count == -Int(EWOULDBLOCK) {
        var item = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&item, 1, -1)
      } else if count != -Int(EINTR) {
        return false
      }
    }
    return true
  }

  /// Ends the output; the server answers pending requests and closes.
  public func finishSending() {
    // TLS cannot be half-closed, and requests before `/quit` are answered.
    if channel == nil { SystemCalls.finishSending(descriptor) } else { _ = send("/quit") }
  }

  /// The complete lines received so far, without waiting; `nil` when the link is gone and all of them are taken.
  public func receive() -> [String]? {
    var lines = waiting
    waiting = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = SystemCalls.receive(descriptor, buffer)
      if count == -Int(EINTR) { continue }
      if count == -Int(EAGAIN) || count == -Int(EWOULDBLOCK) { return lines }
      guard count > 0 else { return lines.isEmpty ? nil : lines }
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      guard splitter.split(bytes, keepingBlank: true, { lines.append(String(decoding: $0, as: UTF8.self)) }) else {
        return nil
      }
    }
  }
}
