internal import Synchronization

/// Lets another thread end what waits on a socket, now or when it begins to.
final class EtcdInterrupt: Sendable {
  private struct State {
    var socket: WaitingSocket?
    var isSet = false
  }

  private let state: Mutex<State> = Mutex(State())

  var isSet: Bool { state.withLock { $0.isSet } }

  /// From now on this is the socket that would be shut down.
  func watch(_ socket: WaitingSocket?) {
    let isSet = state.withLock { state in
      state.socket = socket
      return state.isSet
    }
    if isSet { socket?.shutDown() }
  }

  func set() {
    let socket = state.withLock { state in
      state.isSet = true
      return state.socket
    }
    socket?.shutDown()
  }
}
