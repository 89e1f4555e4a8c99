internal import Dispatch

/// Work from other threads on its way to the loop.
///
/// A queue guards its state, and not `Mutex`, whose contended path on Linux the thread sanitizer cannot follow:
/// it would report every such hand-over as a race and hide the true ones.
///
/// Unchecked: `bodies`, `wakeup` and `isClosed` are touched inside `guarded` only.
final class Mailbox: @unchecked Sendable {
  typealias Body = @Sendable (any LineHandler) -> Void

  private let guarded = DispatchQueue(label: "parlor.mailbox")
  private var bodies: [Body] = []
  private var wakeup: Wakeup?
  private var isClosed = false

  /// Adds work, and wakes the loop unless older work has already done so.
  func post(_ body: @escaping Body) {
    guarded.sync {
      guard !isClosed else { return }
      bodies.append(body)
      if bodies.count == 1 { wakeup?() }
    }
  }

  /// The loop runs: what was posted before is due.
  func open(_ wakeup: Wakeup) {
    guarded.sync {
      self.wakeup = wakeup
      if !bodies.isEmpty { wakeup() }
    }
  }

  /// The loop has ended. Its wake-up descriptor must not be used any more, and late work is dropped.
  func close() {
    guarded.sync {
      isClosed = true
      bodies = []
      wakeup = nil
    }
  }

  /// Takes out all that was posted, in its order.
  func take() -> [Body] {
    guarded.sync {
      defer { bodies = [] }
      return bodies
    }
  }
}

/// The way back to the loop from any other thread, such as storage's when a commit is done.
public struct LoopWaker: Sendable {
  let mailbox: Mailbox

  /// Runs `body` on the loop with the handler, soon and in the order of the calls; a loop that lingers is
  /// woken. A turn's end follows. After the server has stopped, nothing happens.
  public func run(_ body: @escaping @Sendable (any LineHandler) -> Void) { mailbox.post(body) }
}
