import WireProtocol

/// The time budget for making puzzles: a part of each second, and the savings of the second before.
///
/// A puzzle takes as long as it takes, so the budget may be overdrawn; then no other is made until the debt is paid.
struct PuzzleBudget {
  private let microsecondsPerSecond: Int64
  private var spare: Int64
  private var last: Instant
  /// When some of it was last used.
  private var spentAt: Instant?

  init(millisecondsPerSecond: Int, now: Instant) {
    microsecondsPerSecond = Int64(millisecondsPerSecond) * 1000
    spare = microsecondsPerSecond
    last = now
  }

  /// Charges a puzzle.
  mutating func spend(microseconds: Int64, at now: Instant) {
    gain(until: now)
    spare -= max(0, microseconds)
    spentAt = now
  }

  /// Whether nothing of it has been used for a second.
  func isIdle(at now: Instant) -> Bool { spentAt.map { now.milliseconds(since: $0) >= 1000 } ?? true }

  /// Whether all of it is available.
  mutating func isFull(at now: Instant) -> Bool {
    gain(until: now)
    return spare == microsecondsPerSecond
  }

  /// Milliseconds until another puzzle may be made; `nil` for at once.
  ///
  /// - Parameter borrowing: whether it may be made on debt, of at most a second's budget.
  mutating func wait(at now: Instant, borrowing: Bool = false) -> Int? {
    gain(until: now)
    let missing = borrowing ? 0 - microsecondsPerSecond - spare : 0 - spare
    guard missing >= 0 else { return nil }
    return Int(missing * 1000 / microsecondsPerSecond) + 1
  }

  private mutating func gain(until now: Instant) {
    // A second fills it, so longer spans need not be multiplied.
    let passed = min(max(0, now.milliseconds(since: last)), 3_600_000)
    spare = min(microsecondsPerSecond, spare + passed * (microsecondsPerSecond / 1000))
    last = max(last, now)
  }
}

/// The budgets of all together and of each address for one kind of work, so that one address leaves something for
/// others.
///
/// An address that has used nothing for a second gets a puzzle although the common budget is exhausted, on common debt:
/// a few greedy addresses do not block those who want one puzzle.
struct PuzzleBudgets {
  private var all: PuzzleBudget
  private var addresses: [String: PuzzleBudget] = [:]
  private let perAddress: Int
  /// The refusal's text.
  private let sentence: String
  /// The most addresses that are kept before those without debt are dropped.
  private static let mostAddresses = 1024

  /// The microseconds of the last puzzle.
  private(set) var lastCost: Int64 = 0

  init(_ limits: Limits, saying sentence: String, now: Instant) {
    self.sentence = sentence
    all = PuzzleBudget(millisecondsPerSecond: limits.puzzleMillisecondsPerSecond, now: now)
    perAddress = min(limits.puzzleMillisecondsPerAddress, limits.puzzleMillisecondsPerSecond)
  }

  /// Charges a puzzle to an address, or to nobody.
  mutating func spend(microseconds: Int64, for address: String?, at now: Instant) {
    lastCost = max(0, microseconds)
    all.spend(microseconds: lastCost, at: now)
    guard let address, perAddress > 0 else { return }
    if addresses.count >= Self.mostAddresses { forgetIdle(at: now) }
    addresses[address, default: PuzzleBudget(millisecondsPerSecond: perAddress, now: now)]
      .spend(microseconds: lastCost, at: now)
  }

  /// Milliseconds until another puzzle may be made for an address, or for nobody in particular; `nil` for at once.
  mutating func wait(for address: String? = nil, at now: Instant) -> Int? {
    guard let address, perAddress > 0 else { return all.wait(at: now) }
    let isIdle = addresses[address]?.isIdle(at: now) ?? true
    let own = addresses[address]?.wait(at: now)
    return [all.wait(at: now, borrowing: isIdle), own].compactMap { $0 }.max()
  }

  /// Refuses work for an address, or nobody, while the budgets are exhausted.
  mutating func check(for address: String?, at now: Instant) throws(WireError) {
    if wait(for: address, at: now) != nil { throw refusal(for: address, at: now) }
  }

  /// The refusal, with the time to retry.
  mutating func refusal(for address: String?, at now: Instant) -> WireError {
    WireError(.tooFast, sentence, retryAfterMilliseconds: wait(for: address, at: now) ?? 1)
  }

  private mutating func forgetIdle(at now: Instant) {
    for address in Array(addresses.keys) where addresses[address]?.isFull(at: now) == true { addresses[address] = nil }
  }
}
