import CSystem
import Dispatch
import LineServer
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The interface to a service manager such as systemd: it may pass listening sockets (`LISTEN_FDS`), and wants
/// notifications (`NOTIFY_SOCKET`) and regular heartbeats (`WATCHDOG_USEC`). Without one, all of this is inactive.
///
/// Sockets that the manager holds accept connections during a restart: clients wait instead of being refused. The
/// protocols are those of sd_listen_fds(3) and sd_notify(3).
struct ServiceManager: Sendable {
  /// A passed descriptor that is no socket, or that no flag needs; as a sentence.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The names of the passed sockets, from descriptor 3 on.
  private let names: [String]
  /// The watchdog's timeout in nanoseconds; 0 for none.
  private let watchdog: UInt64

  /// The first passed descriptor (`SD_LISTEN_FDS_START`).
  private static let firstDescriptor = 3

  init(environment: (String) -> String?, process: Int32 = getpid()) {
    let isOurs = environment("LISTEN_PID") == "\(process)"
    let count = isOurs ? min(max(environment("LISTEN_FDS").flatMap { Int($0) } ?? 0, 0), 64) : 0
    let given = (environment("LISTEN_FDNAMES") ?? "").split(separator: ":", omittingEmptySubsequences: false)
    names = (0..<count).map { $0 < given.count ? String(given[$0]) : "" }
    let watches = environment("WATCHDOG_PID").map { $0 == "\(process)" } ?? true
    let microseconds = watches ? environment("WATCHDOG_USEC").flatMap { UInt64($0) } ?? 0 : 0
    watchdog = min(microseconds, 1 << 40) * 1000
  }

  /// Assigns each socket by its name (`lines`, `http` or `links`), or else by its port.
  func handOver(to options: inout ServerOptions) throws(Failure) {
    for (index, name) in names.enumerated() {
      let descriptor = Int32(Self.firstDescriptor + index)
      var bound = csystem_address()
      guard csystem_adopt_listener(descriptor, &bound) >= 0 else {
        throw Failure(description: "descriptor \(descriptor) was passed on and is not a listening TCP socket")
      }
      let port = bound.port
      let named = Use(rawValue: name)
      guard let use = named ?? Use.allCases.first(where: { $0.port(in: options) == port }) else {
        throw Failure(
          description:
            "a socket on port \(port) was passed on, and neither --port, --http nor --link has that port; "
            + "FileDescriptorName= lines, http or links says what it is for")
      }
      guard use.port(in: options) != nil else {
        throw Failure(description: "a socket for \(use.rawValue) was passed on, and no flag enables \(use.rawValue)")
      }
      guard options.listeners[keyPath: use.place] == nil else {
        throw Failure(description: "two sockets for \(use.rawValue) were passed on: one IPv6 socket accepts IPv4 too")
      }
      options.listeners[keyPath: use.place] = descriptor
      use.note(Self.text(of: bound), in: &options)
    }
  }

  /// The purpose of a socket.
  private enum Use: String, CaseIterable {
    case lines, http, links

    var place: WritableKeyPath<ServerOptions.Listeners, Int32?> {
      switch self {
      case .lines: \.lines
      case .http: \.http
      case .links: \.links
      }
    }

    func port(in options: ServerOptions) -> UInt16? {
      switch self {
      case .lines: options.port
      case .http: options.httpPort
      case .links: options.cluster?.linkPort
      }
    }

    /// Updates the options with the actual address.
    func note(_ host: String, in options: inout ServerOptions) {
      switch self {
      case .lines: options.host = host
      case .http: options.httpHost = host
      case .links: break
      }
    }
  }

  private static func text(of address: csystem_address) -> String {
    withUnsafePointer(to: address) { address in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
        guard let start = buffer.baseAddress else { return "" }
        csystem_address_text(address, start)
        return String(cString: start)
      }
    }
  }

  // MARK: - Notifications

  /// The server listens: notifies the manager, and sends heartbeats while the loop turns.
  func ready(_ server: LineServer) {
    let place = "\(server.address.host):\(server.address.port)"
    Self.notify("READY=1\nSTATUS=parlor \(ParlorServer.version) listens on \(place)")
    if watchdog > 0 { Self.watch(server, every: watchdog / 3, on: DispatchQueue(label: "parlor.watchdog")) }
  }

  /// The server begins to stop.
  static let stopping: @Sendable () -> Void = { notify("STOPPING=1") }

  /// A heartbeat is sent from a turn of the loop, so that a hanging loop sends none; while the loop reads stored data,
  /// which may take long, it is sent from here.
  private static func watch(_ server: LineServer, every nanoseconds: UInt64, on queue: DispatchQueue) {
    if loading.isExcused(at: MonotonicClock.nanoseconds) {
      notify("WATCHDOG=1")
    } else {
      server.inTurn { notify("WATCHDOG=1") }
    }
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(clamping: nanoseconds))) {
      watch(server, every: nanoseconds, on: queue)
    }
  }

  /// Whether the loop is reading stored data.
  static let loading = LongTurn()

  /// A turn of the loop that may exceed the watchdog's timeout, up to a limit.
  final class LongTurn: Sendable {
    /// Loading a very large folder takes seconds; a disk that does not answer is not excused for ever.
    static let mostNanoseconds: UInt64 = 300_000_000_000

    /// When it began; 0 for none.
    private let began = Atomic<UInt64>(0)

    func run<Result, Failure>(
      at now: UInt64 = MonotonicClock.nanoseconds, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
      began.store(max(now, 1), ordering: .relaxed)
      defer { began.store(0, ordering: .relaxed) }
      return try body()
    }

    func isExcused(at now: UInt64) -> Bool {
      let began = began.load(ordering: .relaxed)
      return began != 0 && now &- began < Self.mostNanoseconds
    }
  }

  private static func notify(_ text: String) {
    guard let path = getenv("NOTIFY_SOCKET") else { return }
    _ = csystem_notify(path, text)
  }
}
