/// The loop's part of deciding which node owns.
public protocol NodeCompanion: AnyObject {
  /// Another node requests a copy of this one's tables.
  func copy(_ request: CopyRequest)
  /// The end of a turn, before the core's.
  func turnEnds()
  /// The time at which ``turnEnds()`` must be called next, in monotonic nanoseconds.
  var nextDue: UInt64 { get }
  /// The core that answers has changed, or is gone.
  func ownerChanged()
  /// There has been no owner for a while, and some clients are known to one: a read-only core is needed.
  func ownerIsMissing()
  /// The node begins to stop.
  func stopping()
}
