import Cluster

/// Whether something that a node needs works, and since when it does not: what is over before ``patience`` counts as
/// working. A pure value, in milliseconds of a clock that never goes back.
struct Health<Failure: Equatable> {
  /// What the operator is told.
  enum News: Equatable {
    case fails(Failure)
    case works(afterMilliseconds: Int64)
  }

  /// How long it may fail before the operator is told.
  let patience: Int64
  fileprivate var since: Int64?
  /// Whether it has failed for longer than that, and has not worked since.
  private(set) var isDown = false
  /// Why the last attempt has failed; `nil` where it has worked.
  private(set) var failure: Failure?

  init(patience: Int64) { self.patience = patience }

  /// An attempt has worked, or has not.
  mutating func heard(_ failure: Failure?, at now: Int64) -> News? {
    self.failure = failure
    guard let failure else {
      defer { (since, isDown) = (nil, false) }
      return isDown ? .works(afterMilliseconds: since.map { now &- $0 } ?? 0) : nil
    }
    let began = since ?? now
    since = began
    guard !isDown, now &- began >= patience else { return nil }
    isDown = true
    return .fails(failure)
  }
}

extension Health<EngineFailure> {
  /// Whether no member could even be connected to for longer than it takes to start one again.
  func isCutOff(at now: Int64) -> Bool {
    failure?.reason == .unreachable && since.map { now &- $0 >= patience } == true
  }
}
