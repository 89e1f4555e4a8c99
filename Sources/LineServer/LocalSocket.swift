internal import CSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A line listener in the file system, for the operator on the same machine.
public struct LocalSocketConfiguration: Sendable {
  /// Its path. Only its owner can open it; a socket that nobody listens on is replaced.
  public var path: String
  /// The most connections, not counted among the others.
  public var maximumConnections = mostConnections

  /// The default of `maximumConnections`.
  public static let mostConnections = 16

  /// The longest path, in bytes.
  public static var mostPathBytes: Int { csystem_local_path_bytes() }

  /// A listener.
  public init(path: String) { self.path = path }
}

/// The user of this machine at the other end of a connection to the local socket.
enum LocalUser {
  /// The user's name; the number if there is none.
  static func name(of user: UInt32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard let text = buffer.baseAddress else { return "\(user)" }
      csystem_user_name(user, text, buffer.count)
      return String(cString: text)
    }
  }

  /// Whether a user may connect: the server's own user and root.
  static func mayConnect(_ user: Int64) -> Bool { user == 0 || user == Int64(csystem_own_user()) }
}

/// The listening side of the local socket: asks the kernel for each peer's user.
final class LocalAcceptor {
  private let outbox: Outbox
  private let listener: Int32
  private let most: Int
  private var isListening = true
  /// When the listener is watched again, after it could not accept.
  private(set) var resumeAt: UInt64?

  init(outbox: Outbox, listener: Int32, _ configuration: LocalSocketConfiguration) {
    self.outbox = outbox
    self.listener = listener
    most = configuration.maximumConnections
    _ = outbox.poller.add(listener, token: Token.localListener, interest: .readable)
  }

  /// Accepts pending connections, up to a bound.
  ///
  /// - Parameters:
  /// - opened: called for each connection that is kept.
  ///   - refused: called with the name of each user who may not connect.
  func accept(opened: (Connection) -> Void, refused: (String) -> Void) {
    guard isListening, resumeAt == nil else { return }
    for _ in 0..<Acceptor.mostPerTurn {
      let (descriptor, _) = outbox.calls.accept(listener)
      guard descriptor < 0 else {
        admit(descriptor, opened, refused)
        continue
      }
      switch -descriptor {
      case EAGAIN: return
      case EINTR, ECONNABORTED: continue
      default:
        resumeAt = outbox.now &+ Acceptor.pauseNanoseconds
        return outbox.poller.change(listener, token: Token.localListener, from: .readable, to: [])
      }
    }
  }

  private func admit(_ descriptor: Int32, _ opened: (Connection) -> Void, _ refused: (String) -> Void) {
    let user = outbox.calls.peerUser(descriptor)
    guard user >= 0, LocalUser.mayConnect(user), outbox.table.counts[.local] < most else {
      drain(descriptor, outbox.calls)
      outbox.calls.close(descriptor)
      if user < 0 || !LocalUser.mayConnect(user) {
        refused(UInt32(exactly: user).map(LocalUser.name) ?? "unknown")
      }
      return
    }
    let connection = outbox.table.insert(
      descriptor: descriptor, peer: .user(UInt32(truncatingIfNeeded: user)), .local)
    guard outbox.poller.add(descriptor, token: connection.id.token, interest: .readable) >= 0 else {
      outbox.table.remove(connection)
      return outbox.calls.close(descriptor)
    }
    opened(connection)
  }

  /// Watches the listener again when its pause is over.
  func runDeadlines() {
    guard let due = resumeAt, due <= outbox.now else { return }
    resumeAt = nil
    outbox.poller.change(listener, token: Token.localListener, from: [], to: .readable)
  }

  func close() {
    guard isListening else { return }
    isListening = false
    resumeAt = nil
    outbox.calls.close(listener)
  }
}
