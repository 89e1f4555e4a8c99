import LineServer
import Synchronization

final class WakerBox: Sendable {
  private let value = Mutex<LoopWaker?>(nil)

  func put(_ waker: LoopWaker) { value.withLock { $0 = waker } }

  func waker() -> LoopWaker? { value.withLock { $0 } }
}
