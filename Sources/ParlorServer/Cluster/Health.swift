import Cluster

/// Whether a dependency of the node works, and since when it has failed: failures shorter than ``tolerance`` count as
/// working. A pure value, in milliseconds of a monotonic clock.
struct Health<Failure: Equatable> {
  /// News for the operator.
  enum Change: Equatable {
    case fails(Failure)
    case works(afterMilliseconds: Int64)
  }

  /// How long it may fail before that is reported.
  let tolerance: Int64
  fileprivate var since: Int64?
  /// Whether it has failed for longer than that, and has not worked since.
  private(set) var isDown = false
  /// The last attempt's failure; `nil` if it succeeded.
  private(set) var failure: Failure?

  init(tolerance: Int64) { self.tolerance = tolerance }

  /// Records the result of an attempt.
  mutating func record(_ failure: Failure?, at now: Int64) -> Change? {
    self.failure = failure
    guard let failure else {
      defer { (since, isDown) = (nil, false) }
      return isDown ? .works(afterMilliseconds: since.map { now &- $0 } ?? 0) : nil
    }
    let began = since ?? now
    since = began
    guard !isDown, now &- began >= tolerance else { return nil }
    isDown = true
    return .fails(failure)
  }
}

extension Health<EngineFailure> {
  /// Whether no member was reachable for longer than a restart of one takes.
  func isUnreachable(at now: Int64) -> Bool {
    failure?.reason == .unreachable && since.map { now &- $0 >= tolerance } == true
  }
}
