internal import ClientKit
internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The line mode: the server's text mode with a login, and reconnection.
struct PlainLoop {
  private let server: ServerAddress
  private var login: PlainLogin
  private var link: TextLink?
  private let backoff = Backoff()
  private var generator = SystemRandomNumberGenerator()
  private var attempt = 0
  private var retryAt = ContinuousClock.now
  private var typed: [String] = []
  private var partial: [UInt8] = []
  private var hasInputEnded = false
  private var hasFinished = false
  private var sentAt = ContinuousClock.now
  /// The rate of lines that a server accepts from anybody.
  private static let pace = Duration.milliseconds(100)

  init(_ options: Options, _ link: TextLink) {
    server = options.server
    self.link = link
    login = PlainLogin(options)
    greet(link)
  }

  mutating func run() {
    while !hasFinished {
      receive()
      if link == nil, !hasFinished, retryAt <= .now { reconnect() }
      sendTyped()
      if !hasFinished { wait() }
    }
  }

  private mutating func greet(_ link: TextLink) {
    for line in login.begin() where !link.send(line) { lose() }
  }

  private mutating func lose() {
    guard link != nil else { return }
    link = nil
    attempt = 0
    // A server that closes after the last answer or after /quit has nothing more to send.
    if hasInputEnded && typed.isEmpty || login.hasSaidGoodbye { return hasFinished = true }
    Self.tell("The connection was lost. Trying again…")
    retryAt = .now + backoff.delay(before: 0, using: &generator)
  }

  private mutating func reconnect() {
    attempt += 1
    guard let link = try? TextLink.connect(to: server) else {
      return retryAt = .now + backoff.delay(before: attempt, using: &generator)
    }
    self.link = link
    greet(link)
  }

  private mutating func receive() {
    guard let link else { return }
    guard let lines = link.receive() else { return lose() }
    for line in lines {
      let (told, answers) = login.take(line)
      for text in told { Self.tell(text) }
      for answer in answers where !link.send(answer) { return lose() }
    }
  }

  private mutating func sendTyped() {
    guard let link, login.isDone, let line = typed.first, sentAt + Self.pace <= .now else {
      if typed.isEmpty, hasInputEnded, login.isDone { link?.finishSending() }
      return
    }
    for text in login.lines(for: line) where !link.send(text) { return lose() }
    typed.removeFirst()
    sentAt = .now
  }

  private mutating func wait() {
    var items: [pollfd] = []
    if !hasInputEnded { items.append(pollfd(fd: 0, events: Int16(POLLIN), revents: 0)) }
    if let link { items.append(pollfd(fd: link.descriptor, events: Int16(POLLIN), revents: 0)) }
    var deadline: ContinuousClock.Instant?
    if link == nil { deadline = retryAt } else if login.isDone, !typed.isEmpty { deadline = sentAt + Self.pace }
    let milliseconds = deadline.map { max(.zero, $0 - .now).milliseconds + 1 } ?? -1
    _ = poll(&items, nfds_t(items.count), Int32(clamping: milliseconds))
    if !hasInputEnded, items[0].revents != 0 { readInput() }
  }

  private mutating func readInput() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(0, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    if count <= 0 { hasInputEnded = true }
    partial += bytes.prefix(max(0, count))
    while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
      typed.append(String(decoding: partial[..<end], as: UTF8.self))
      partial.removeSubrange(...end)
    }
    if hasInputEnded, !partial.isEmpty {
      typed.append(String(decoding: partial, as: UTF8.self))
      partial = []
    }
  }

  /// Written at once, for screen readers.
  private static func tell(_ line: String) {
    print(line)
    fflush(nil)
  }
}
