import Cluster

/// Whether etcd answers this node, and when that is worth a line of the log: an election is over before. A pure value, in
/// milliseconds of a clock that never goes back.
struct StoreHealth {
  /// How long etcd may not answer before the operator is told: longer than a leader takes to be replaced.
  static let patience: Int64 = 2_000

  /// What the operator is told.
  enum News: Equatable {
    case fails(why: String)
    case works(afterMilliseconds: Int64)
  }

  private var since: Int64?
  private var isTold = false
  /// Why the last question was not answered; `nil` where it was.
  private(set) var failure: EngineFailure?

  /// Whether no member could even be connected to for longer than it takes to start one again.
  func isCutOff(at now: Int64) -> Bool {
    failure?.reason == .unreachable && since.map { now &- $0 >= Self.patience } == true
  }

  /// A question was answered, or not.
  mutating func heard(_ failure: EngineFailure?, at now: Int64) -> News? {
    self.failure = failure
    guard let failure else {
      defer { (since, isTold) = (nil, false) }
      return isTold ? .works(afterMilliseconds: since.map { now &- $0 } ?? 0) : nil
    }
    let began = since ?? now
    since = began
    guard !isTold, now &- began >= Self.patience else { return nil }
    isTold = true
    return .fails(why: failure.sentence)
  }
}
