internal import Dispatch

/// Work from other threads for the loop.
///
/// A queue guards its state, not a `Mutex`: the thread sanitizer cannot follow the contended path of `Mutex` on Linux,
/// so it would report every such hand-over as a race and hide real ones.
///
/// Unchecked: `bodies`, `wakeup` and `isClosed` are accessed inside `guarded` only.
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

  /// Opens the mailbox when the loop runs: work posted before is due.
  func open(_ wakeup: Wakeup) {
    guarded.sync {
      self.wakeup = wakeup
      if !bodies.isEmpty { wakeup() }
    }
  }

  /// Closes the mailbox when the loop has ended: its wake-up descriptor must not be used any more, and later work is
  /// dropped.
  func close() {
    guarded.sync {
      isClosed = true
      bodies = []
      wakeup = nil
    }
  }

  /// Takes out all posted work, in order.
  func take() -> [Body] {
    guarded.sync {
      defer { bodies = [] }
      return bodies
    }
  }
}

/// Runs work on the loop from any other thread, such as storage's when a commit is done.
public struct LoopWaker: Sendable {
  let mailbox: Mailbox

  /// Runs `body` on the loop with the handler, soon and in the order of the calls; wakes a waiting loop. The end of a
  /// turn follows. Has no effect after the server has stopped.
  public func run(_ body: @escaping @Sendable (any LineHandler) -> Void) { mailbox.post(body) }
}
