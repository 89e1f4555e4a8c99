internal import Synchronization

/// Lets another thread interrupt a blocking socket call, now or when it begins.
final class EtcdInterrupt: Sendable {
  private struct State {
    var socket: WaitingSocket?
    var isSet = false
  }

  private let state: Mutex<State> = Mutex(State())

  var isSet: Bool { state.withLock { $0.isSet } }

  /// Sets the socket to shut down.
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
