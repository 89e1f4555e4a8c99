import Kernel
package import WireProtocol
import TextMode

/// A feature's task that would block the loop for long: it is done in slices.
package protocol SlicedTask: AnyObject {
  /// The commit that its answer depends on.
  var ticket: CommitTicket { get }
  /// Does as much as the budget allows.
  func advance(_ context: PlayerContext, _ budget: inout Int) throws(WireError) -> TaskProgress
}

package enum TaskProgress {
  /// There is more to do.
  case more
  /// There is more to do, but not now: it waits for a slow reader, or for storage.
  case waiting
  /// All is done.
  case done(any Drawable)
}
