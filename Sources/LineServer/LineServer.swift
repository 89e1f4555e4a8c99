internal import CSystem
internal import Dispatch

/// A TCP server of lines: it listens, cuts input into lines for a handler, and sends the handler's output.
///
/// One queue owns the state: the actor's executor is the loop's serial queue, and one Dispatch source watches the
/// poller that holds all connections. (A source per connection is several times slower on Linux, and crashes there
/// under a storm of resets.) From a line's bytes to its answer's is one synchronous call chain inside this actor.
///
/// The server runs from `start` until `stop` and keeps itself alive meanwhile.
public actor LineServer {
  /// Where the server listens, with the actual port.
  public nonisolated let address: (host: String, port: UInt16)

  /// The addresses of the stream listeners, in order.
  public nonisolated let streamAddresses: [(host: String, port: UInt16)]

  private nonisolated let executor: LoopExecutor
  private let configuration: LineServerConfiguration
  /// `nil` once it was called: it may hold much that only the start needs.
  private var makeHandler: (@Sendable (LineOutput, LoopWaker) -> any LineHandler)?
  private let mailbox = Mailbox()
  private let listener: Int32
  private let streamListeners: [Int32]
  private let localListener: Int32?
  private var poller: (any Poller)?
  private var phase = Phase.listening
  private var loop: EventLoop?
  private var source: (any DispatchSourceRead)?
  private var finalStatistics = LineServerStatistics()
  private var stopWaiters: [CheckedContinuation<Void, Never>] = []

  private enum Phase {
    case listening
    case running
    /// The Dispatch source is cancelled and has not called its cancel handler yet.
    case ending
    case stopped
  }

  /// The executor of the loop's queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Binds and listens; connections wait in the kernel until `start`.
  ///
  /// `makeHandler` is called once, on the loop, when the server starts. This call makes the process ignore SIGPIPE.
  public init(
    configuration: LineServerConfiguration,
    makeHandler: @escaping @Sendable (LineOutput, LoopWaker) -> any LineHandler
  ) throws(ListenError) {
    csystem_ignore_sigpipe()
    let backlog = max(configuration.backlog, 1)
    let configuration = configuration.bounded
    let lines = try Self.listen(configuration.host, configuration.port, backlog, configuration.listener)
    var streams: [(descriptor: Int32, host: String, port: UInt16)] = []
    var local: Int32?
    do throws(ListenError) {
      for stream in configuration.streams {
        streams.append(try Self.listen(stream.host, stream.port, backlog, stream.listener))
      }
      local = try configuration.local.map { local throws(ListenError) in try Self.listen(local) }
      switch makePoller() {
      case .success(let made): poller = made
      case .failure(let error):
        throw ListenError(host: configuration.host, port: configuration.port, result: error.result)
      }
    } catch {
      for listener in [lines] + streams { _ = csystem_close(listener.descriptor) }
      if let local { _ = csystem_close(local) }
      throw error
    }
    streamListeners = streams.map(\.descriptor)
    localListener = local
    streamAddresses = streams.map { ($0.host, $0.port) }
    listener = lines.descriptor
    address = (lines.host, lines.port)
    self.configuration = configuration
    self.makeHandler = makeHandler
    executor = LoopExecutor(label: "parlor.loop")
  }

  private static func listen(
    _ host: String, _ port: UInt16, _ backlog: Int32, _ given: Int32?
  ) throws(ListenError) -> (descriptor: Int32, host: String, port: UInt16) {
    var bound = PeerAddress()
    let result =
      given.map { csystem_adopt_listener($0, &bound.raw) } ?? csystem_listen(host, port, backlog, &bound.raw)
    guard result >= 0 else { throw ListenError(host: host, port: port, result: result) }
    return (result, bound.text, bound.raw.port)
  }

  private static func listen(_ local: LocalSocketConfiguration) throws(ListenError) -> Int32 {
    let result = csystem_listen_local(local.path, 16)
    guard result >= 0 else { throw ListenError(local: local.path, result: result) }
    return result
  }

  deinit {
    if phase == .listening { closeListeners() }
  }

  private nonisolated func closeListeners() {
    _ = csystem_close(listener)
    for streamListener in streamListeners { _ = csystem_close(streamListener) }
    if let localListener { _ = csystem_close(localListener) }
    removeLocalSocket()
  }

  private nonisolated func removeLocalSocket() {
    if let local = configuration.local { csystem_remove_local(local.path) }
  }

  /// Begins to accept. Repeated calls have no effect.
  public nonisolated func start() {
    executor.queue.async { self.assumeIsolated { $0.begin() } }
  }

  /// Runs `body` on the loop in one of its next turns: not before the loop runs, and never after it has ended.
  public nonisolated func inTurn(_ body: @escaping @Sendable () -> Void) { mailbox.post { _ in body() } }

  /// Stops accepting, calls the handler's `stopping`, sends its output, and returns when every connection is closed:
  /// after the given grace at the latest, by default the configuration's.
  public func stop(graceMilliseconds: UInt64? = nil) async {
    await wait {
      switch phase {
      case .stopped: break
      case .listening:
        phase = .stopped
        mailbox.close()
        closeListeners()
      case .running, .ending:
        loop?.stop(
          graceNanoseconds: min(graceMilliseconds ?? configuration.stopGraceMilliseconds, 1 << 40) &* 1_000_000)
        handleEvents()
      }
    }
  }

  /// Returns when the server has stopped, for whatever cause.
  public func stopped() async {
    await wait()
  }

  /// Waits until the server has stopped, after `step`. The phase is looked at in there: in a task that prefers an
  /// executor, other work runs on this actor between a look before the call and the continuation.
  private func wait(after step: () -> Void = {}) async {
    await withCheckedContinuation { continuation in
      stopWaiters.append(continuation)
      step()
      if phase == .stopped { resumeWaiters() }
    }
  }

  /// Counters since the server started.
  public var statistics: LineServerStatistics {
    loop?.outbox.statistics ?? finalStatistics
  }

  private func begin() {
    guard phase == .listening, let poller, let makeHandler else { return }
    self.makeHandler = nil
    let outbox = Outbox(configuration: configuration, calls: KernelSocketCalls(), poller: poller)
    let handler = makeHandler(LineOutput(outbox: outbox, streamAddresses: streamAddresses), LoopWaker(mailbox: mailbox))
    let loop = EventLoop(
      outbox: outbox, listener: listener, streamListeners: streamListeners, localListener: localListener,
      handler: handler,
      mailbox: mailbox)
    let source = DispatchSource.makeReadSource(fileDescriptor: poller.descriptor, queue: executor.queue)
    onEvent(source) { [self] in assumeIsolated { $0.handleEvents() } }
    onCancel(source) { [self] in assumeIsolated { $0.finish() } }
    self.loop = loop
    self.source = source
    phase = .running
    mailbox.open(poller.wakeup)
    source.activate()
    // The handler may have set a deadline in its initialiser.
    handleEvents()
  }

  private func handleEvents() {
    guard phase == .running, let loop else { return }
    loop.drive()
    guard loop.isFinished else { return }
    mailbox.close()
    phase = .ending
    source?.cancel()
  }

  private func finish() {
    phase = .stopped
    removeLocalSocket()
    finalStatistics = loop?.outbox.statistics ?? finalStatistics
    loop = nil
    source = nil
    poller = nil
    resumeWaiters()
  }

  private func resumeWaiters() {
    for waiter in stopWaiters { waiter.resume() }
    stopWaiters = []
  }
}

/// Dispatch's own parameter is not `@Sendable`, so a closure written on the main actor would inherit its isolation and
/// trap when it runs elsewhere. With these two functions the compiler checks it.
private func onEvent(_ source: any DispatchSourceRead, _ body: @escaping @Sendable () -> Void) {
  source.setEventHandler(handler: body)
}

private func onCancel(_ source: any DispatchSourceRead, _ body: @escaping @Sendable () -> Void) {
  source.setCancelHandler(handler: body)
}
