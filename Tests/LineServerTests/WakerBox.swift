import LineServer
import Synchronization

/// Carries a waker out of the loop.
final class WakerBox: Sendable {
  private let value = Mutex<LoopWaker?>(nil)

  func put(_ waker: LoopWaker) { value.withLock { $0 = waker } }

  func waker() -> LoopWaker? { value.withLock { $0 } }
}
