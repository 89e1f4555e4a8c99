import Foundation

/// The random seeds of these tests: `PARLOR_LINK_SEED` is the first one, `PARLOR_LINK_SEEDS` their number. Failures
/// name the seed.
enum Seeds {
  static let all: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["PARLOR_LINK_SEED"].flatMap { UInt64($0) } ?? 1
    let count = environment["PARLOR_LINK_SEEDS"].flatMap { UInt64($0) } ?? 1
    return (0..<max(1, count)).map { first &+ $0 }
  }()
}
