#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The thread of a client: only it uses the socket and the ``Conversation``; other threads post to the ``Inbox``. It
/// blocks only in `poll`.
///
/// Not a Dispatch source: on Linux those are slow and, with peers that reset their connection, unsafe; a server that is
/// killed resets connections.
final class ClientLoop {
  private typealias Moment = ContinuousClock.Instant

  private let inbox: Inbox
  private let buffer: EventBuffer
  private let status: Status
  private var conversation: Conversation
  private var continuations: [Int: UnsafeContinuation<Result<Message, RequestError>, Never>] = [:]
  private var items: [Inbox.Item] = []
  private var splitter = LineSplitter()
  private var link = Link.none
  /// Distinguishes late results of resolving a host from the awaited one.
  private var attempt = 0
  private var isFinishing = false
  /// Whether any input has arrived over the link.
  private var hasHeard = false
  private var isOver = false
  private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  private enum Link {
    case none
    case dialling(Dialling, Int32, until: ContinuousClock.Instant)
    case open(Int32)
    case secure(SecureChannel)

    /// The socket of an established link.
    var descriptor: Int32? {
      switch self {
      case .none, .dialling: nil
      case .open(let descriptor): descriptor
      case .secure(let channel): channel.descriptor
      }
    }
  }

  init(_ conversation: Conversation, inbox: Inbox, buffer: EventBuffer, status: Status) {
    self.conversation = conversation
    self.inbox = inbox
    self.buffer = buffer
    self.status = status
  }

  deinit { scratch.deallocate() }

  func run() {
    while true {
      takeWishes()
      conversation.reachTime(.now)
      settle()
      if isOver { break }
      catchUp()
      if flush(), !hasEffects { wait() }
    }
    for case .request(_, let continuation) in inbox.close() { continuation.resume(returning: .failure(.closed)) }
    buffer.finish()
  }

  private var hasEffects: Bool { !conversation.effects.isEmpty }

  private func takeWishes() {
    inbox.take(into: &items)
    guard !items.isEmpty else { return }
    let now = Moment.now
    conversation.space = buffer.space()
    for item in items {
      switch item {
      case .request(let request, let continuation):
        continuations[request.id] = continuation
        conversation.submit(request)
      case .cancel(let id): conversation.cancel(id)
      case .resolved(let attempt, let result): if attempt == self.attempt { dial(result, at: now) }
      case .madeRoom: conversation.madeRoom()
      case .retryNow: conversation.retryNow(at: now)
      case .close: conversation.close(at: now)
      }
    }
    items.removeAll(keepingCapacity: true)
  }

  private func settle() {
    while hasEffects {
      var effects: [Conversation.Effect] = []
      swap(&effects, &conversation.effects)
      status.update(conversation.identity, in: conversation.rooms)
      for effect in effects {
        switch effect {
        case .answer(let id, let result): continuations.removeValue(forKey: id)?.resume(returning: result)
        case .deliver(let event):
          if case .link(let state) = event { status.note(state) }
          buffer.put(CollectionOfOne(event))
        case .connect: connect()
        case .disconnect: hangUp()
        case .finishSending: isFinishing = true
        case .end: isOver = true
        }
      }
    }
  }

  /// Requests dropped events, now or when the consumer has made space.
  private func catchUp() {
    guard conversation.isBehind, conversation.phase == .online, buffer.press() else { return }
    conversation.space = buffer.space()
    conversation.madeRoom()
    settle()
  }

  private func connect() {
    hangUp()
    attempt += 1
    guard !conversation.server.isSecure else { return connectSecurely() }
    Resolver.resolve(conversation.server) { [inbox, attempt] result in
      inbox.post(.resolved(attempt: attempt, result))
    }
  }

  /// Over TLS, success is known only when input arrives.
  private func connectSecurely() {
    do throws(ConnectionError) {
      link = .secure(try SecureChannel.open(conversation.server))
    } catch {
      conversation.lost(error, at: .now)
    }
  }

  private func dial(_ result: Result<[SocketAddress], ConnectionError>, at now: Moment) {
    guard case .connecting(let deadline) = conversation.phase, case .none = link else { return }
    switch result {
    case .success(let addresses):
      var dialling = Dialling(conversation.server, addresses, until: deadline)
      let step = dialling.next(at: now)
      proceed(dialling, step, at: now)
    case .failure(let error): conversation.lost(error, at: now)
    }
  }

  private func proceed(_ dialling: Dialling, _ step: Dialling.Step, at now: Moment) {
    switch step {
    case .wait(let descriptor, let until): link = .dialling(dialling, descriptor, until: until)
    case .connected(let descriptor): link = .open(descriptor)
    case .failed(let error):
      link = .none
      conversation.lost(error, at: now)
    }
  }

  private func hangUp() {
    switch link {
    case .none: break
    case .dialling(var dialling, _, _): dialling.hangUp()
    case .open(let descriptor): SystemCalls.close(descriptor)
    case .secure: break
    }
    link = .none
    hasHeard = false
    attempt += 1
    splitter.reset()
  }

  /// - Returns: whether the link still exists.
  private func flush() -> Bool {
    guard let descriptor = link.descriptor else { return true }
    var sent = 0
    let count = conversation.output.count
    while sent < count {
      let result = conversation.output.withUnsafeBytes { bytes in
        SystemCalls.send(descriptor, UnsafeRawBufferPointer(rebasing: bytes[sent...]))
      }
      if result == -Int(EINTR) { continue }
      if result == -Int(EAGAIN) || result == -Int(EWOULDBLOCK) { break }
      guard result > 0 else {
        // The server's last output, such as its reason for closing, is read before the link is given up.
        conversation.output.removeAll(keepingCapacity: true)
        receive()
        if link.descriptor != nil, !hasEffects {
          conversation.lost(.linkLost(SystemCalls.sentence(Int32(-result))), at: .now)
        }
        return false
      }
      sent += result
    }
    if sent == count {
      conversation.output.removeAll(keepingCapacity: count <= 65_536)
      if isFinishing {
        // TLS cannot be half-closed: a server that got `bye` closes the connection itself.
        if case .open = link { SystemCalls.finishSending(descriptor) }
        isFinishing = false
      }
    } else if sent > 0 {
      conversation.output.removeFirst(sent)
    }
    return true
  }

  private func receive() {
    while let descriptor = link.descriptor {
      let count = SystemCalls.receive(descriptor, scratch)
      if count == -Int(EINTR) { continue }
      if count == -Int(EAGAIN) || count == -Int(EWOULDBLOCK) { return }
      let now = Moment.now
      guard count > 0 else {
        let error = count == 0 ? .closedByServer : ConnectionError.linkLost(SystemCalls.sentence(Int32(-count)))
        return conversation.lost(whyNothingCame ?? error, at: now)
      }
      hasHeard = true
      conversation.space = buffer.space()
      let bytes = UnsafeRawBufferPointer(rebasing: scratch[..<count])
      if !splitter.split(bytes, { line in conversation.received(line, at: now) }) {
        conversation.lost(.notParlor(conversation.server), at: now)
      }
      settle()
      if count < scratch.count { return }
    }
  }

  /// The error of TLS, if the link ended before any input.
  private var whyNothingCame: ConnectionError? {
    guard !hasHeard, case .secure(let channel) = link else { return nil }
    return channel.failure()
  }

  private func wait() {
    var entries = [pollfd(fd: inbox.wakeup, events: Int16(POLLIN), revents: 0)]
    var deadline = conversation.nextDeadline
    switch link {
    case .none: break
    case .dialling(_, let descriptor, let until):
      entries.append(pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0))
      deadline = deadline.map { min($0, until) } ?? until
    case .open, .secure:
      guard let descriptor = link.descriptor else { break }
      let interest = conversation.output.isEmpty ? POLLIN : POLLIN | POLLOUT
      entries.append(pollfd(fd: descriptor, events: Int16(interest), revents: 0))
    }
    guard inbox.fallAsleep() else { return }
    _ = poll(&entries, nfds_t(entries.count), Self.milliseconds(until: deadline))
    inbox.wakeUp(isSignalled: entries[0].revents != 0)
    let isReady = entries.count > 1 && entries[1].revents != 0
    let now = Moment.now
    switch link {
    case .none: break
    case .open, .secure: if isReady { receive() }
    case .dialling(var dialling, _, let until):
      if isReady {
        let step = dialling.settled(at: now)
        proceed(dialling, step, at: now)
      } else if until <= now {
        let step = dialling.next(at: now)
        proceed(dialling, step, at: now)
      }
    }
  }

  /// Rounded up, so that the time has come after the wait; -1 waits for ever.
  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = deadline - .now
    guard left > .zero else { return 0 }
    let (seconds, attoseconds) = left.components
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    return Int32(seconds) * 1000 + Int32(attoseconds / 1_000_000_000_000_000) + 1
  }
}
