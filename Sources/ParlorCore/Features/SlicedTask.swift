import Kernel
package import WireProtocol
import TextMode

/// Work of a feature that would hold the loop for long: it is done a slice at a time.
package protocol SlicedTask: AnyObject {
  /// The commit on which its answer depends.
  var ticket: CommitTicket { get }
  /// Does as much as the budget allows.
  func advance(_ context: PlayerContext, _ budget: inout Int) throws(WireError) -> TaskProgress
}

package enum TaskProgress {
  /// There is more to do.
  case more
  /// There is more to do, but not now: somebody reads slowly what is written, or storage has to answer.
  case waiting
  /// All is done.
  case done(any Drawable)
}
