internal import Synchronization
internal import WireProtocol

/// The state of a client that any thread can read, maintained by its loop; and the tasks that wait for the first
/// greeting.
final class Status: Sendable {
  private struct State {
    var name = ""
    var token: String?
    var hello: Hello?
    var rooms: [String] = []
    var link: LinkState?
    var end: LinkState.End?
    var waiting = Waiting()
  }

  private struct Waiting {
    var starting: [UnsafeContinuation<Result<Hello, ConnectionError>, Never>] = []
    var ending: [UnsafeContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var name: String { state.withLock { $0.name } }
  var token: String? { state.withLock { $0.token } }
  var hello: Hello? { state.withLock { $0.hello } }
  var rooms: [String] { state.withLock { $0.rooms } }
  var link: LinkState? { state.withLock { $0.link } }

  /// Updates the client's identity and rooms.
  func update(_ identity: Conversation.Identity, in rooms: [String: RoomTrack]) {
    state.withLock { state in
      state.name = identity.name
      state.token = identity.token
      if state.rooms.count != rooms.count || !state.rooms.allSatisfy({ rooms[$0] != nil }) {
        state.rooms = rooms.keys.sorted()
      }
    }
  }

  func note(_ link: LinkState) {
    let told = state.withLock { state -> Waiting in
      state.link = link
      switch link {
      case .online(let hello): state.hello = hello
      case .ended(let end): state.end = end
      default: return Waiting()
      }
      defer { state.waiting = Waiting(starting: [], ending: state.end == nil ? state.waiting.ending : []) }
      return Waiting(starting: state.waiting.starting, ending: state.end == nil ? [] : state.waiting.ending)
    }
    for waiter in told.starting { waiter.resume(returning: outcome ?? .failure(.closedByServer)) }
    for waiter in told.ending { waiter.resume() }
  }

  private var outcome: Result<Hello, ConnectionError>? {
    state.withLock { state in state.end.map { .failure(Self.error($0)) } ?? state.hello.map { .success($0) } }
  }

  func online() async -> Result<Hello, ConnectionError> {
    await withUnsafeContinuation { continuation in
      let known = state.withLock { state -> Result<Hello, ConnectionError>? in
        if let end = state.end { return .failure(Self.error(end)) }
        if let hello = state.hello { return .success(hello) }
        state.waiting.starting.append(continuation)
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  func ended() async {
    await withUnsafeContinuation { continuation in
      let isOver = state.withLock { state in
        if state.end == nil { state.waiting.ending.append(continuation) }
        return state.end != nil
      }
      if isOver { continuation.resume() }
    }
  }

  private static func error(_ end: LinkState.End) -> ConnectionError {
    if case .failed(let error) = end { error } else { .closedByServer }
  }
}
