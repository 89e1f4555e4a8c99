import Foundation

/// The length of randomised tests: short, unless `PARLOR_LONG_TESTS` is set (to anything but 0).
public enum TestLength {
  private static let environment = ProcessInfo.processInfo.environment

  /// Whether long runs are requested.
  public static let isLong = environment["PARLOR_LONG_TESTS"].map { $0 != "0" } ?? false

  /// The number of iterations.
  ///
  /// - Parameter variable: an environment variable that overrides the number.
  public static func count(short: Int, long: Int, variable: String? = nil) -> Int {
    variable.flatMap { environment[$0] }.flatMap { Int($0) } ?? (isLong ? long : short)
  }
}
