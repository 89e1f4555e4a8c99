internal import ClientKit
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The loop of the line mode: lines come from the input as they come, what is told goes to the output at once.
struct PlainLoop {
  private let client: Client
  private let saved = SavedPlayers()
  private var talk: PlainTalk
  private let start = ContinuousClock.now
  /// Questions without an answer.
  private var under = 0
  private var isLeaving = false

  init(_ options: Options, _ client: Client) {
    self.client = client
    talk = PlainTalk(App(server: options.server.description, preferences: options.preferences))
  }

  private enum Item: Sendable {
    case event(AppEvent)
    case line(String)
    case inputEnded
    case clientEnded
  }

  /// Runs until the user leaves or the input ends; what was asked before that is still answered.
  mutating func run() async {
    let (items, feed) = AsyncStream<Item>.makeStream()
    let client = self.client
    Task.detached {
      for await event in client.events { feed.yield(.event(.heard(event))) }
      feed.yield(.clientEnded)
    }
    InputThread.start { line in feed.yield(line.map(Item.line) ?? .inputEnded) }
    var hasInputEnded = false
    // Lines that come before there is a connection wait for it, so that a script may be piped in; and each waits for
    // the answer to the one before, as somebody who types would.
    var early: [String] = []
    var isOnline = false
    for await item in items {
      tick()
      switch item {
      case .event(let event):
        if case .answered = event { under -= 1 }
        if case .heard(.link(.online)) = event { isOnline = true }
        act(talk.update(event), feed)
      case .line(let line): early.append(line)
      case .inputEnded: hasInputEnded = true
      case .clientEnded: return
      }
      while isOnline, under == 0, !early.isEmpty {
        act(talk.take(early.removeFirst()), feed)
      }
      if hasInputEnded, isOnline || Self.hasEnded(talk.app.link), early.isEmpty, under == 0 { leave() }
    }
  }

  private static func hasEnded(_ link: LinkStatus) -> Bool { if case .ended = link { true } else { false } }

  /// Says goodbye; what has been heard until then is still told.
  private mutating func leave() {
    guard !isLeaving else { return }
    isLeaving = true
    Task.detached { [client] in await client.close() }
  }

  private mutating func tick() {
    let elapsed = (ContinuousClock.now - start).components
    talk.setClock(to: Int(elapsed.seconds) * 1000 + Int(elapsed.attoseconds / 1_000_000_000_000_000))
  }

  private mutating func act(_ result: (lines: [String], effects: [Effect]), _ feed: AsyncStream<Item>.Continuation) {
    for line in result.lines where !(isLeaving && line == LinkStatus.closed) { Self.tell(line) }
    for effect in result.effects {
      switch effect {
      case .ask(let question):
        under += 1
        let (client, saved) = (self.client, self.saved)
        Task.detached {
          feed.yield(.event(.answered(question, await Backend.ask(question, of: client, keptIn: saved))))
        }
      case .quit: leave()
      default: break
      }
    }
  }
}

extension PlainLoop {
  /// Writes a line at once, past the buffers of C's streams: to flush those waits for the thread that reads, and that
  /// waits for somebody to type.
  private static func tell(_ line: String) {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

/// Reads lines on a thread of its own, for that blocks.
enum InputThread {
  /// - Parameter take: takes each line, and `nil` at the end.
  static func start(_ take: @escaping @Sendable (String?) -> Void) {
    let box = Unmanaged.passRetained(Box(take)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      pthread_create(&thread, nil, { Self.body($0) }, box)
    #else
      var thread = pthread_t()
      pthread_create(&thread, nil, { Self.body($0) }, box)
    #endif
  }

  private final class Box: Sendable {
    let take: @Sendable (String?) -> Void

    init(_ take: @escaping @Sendable (String?) -> Void) { self.take = take }
  }

  private static func body(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let box else { return nil }
    let take = Unmanaged<Box>.fromOpaque(box).takeRetainedValue().take
    while let line = readLine() { take(line) }
    take(nil)
    return nil
  }
}
