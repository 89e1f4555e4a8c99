import Foundation

/// The chance in these tests. `PARLOR_LINK_SEED` says with which seed they begin, `PARLOR_LINK_SEEDS` with how many
/// they are tried; a failure names its seed.
enum Seeds {
  static let all: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["PARLOR_LINK_SEED"].flatMap { UInt64($0) } ?? 1
    let count = environment["PARLOR_LINK_SEEDS"].flatMap { UInt64($0) } ?? 1
    return (0..<max(1, count)).map { first &+ $0 }
  }()
}
