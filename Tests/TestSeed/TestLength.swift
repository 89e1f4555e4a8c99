import Foundation

/// How long tests go on that try many random things: short, unless `PARLOR_LONG_TESTS` is set (to anything but 0).
public enum TestLength {
  private static let environment = ProcessInfo.processInfo.environment

  /// Whether the long runs were asked for.
  public static let isLong = environment["PARLOR_LONG_TESTS"].map { $0 != "0" } ?? false

  /// How many times to try.
  ///
  /// - Parameter variable: one of the environment that says the number itself.
  public static func count(short: Int, long: Int, variable: String? = nil) -> Int {
    variable.flatMap { environment[$0] }.flatMap { Int($0) } ?? (isLong ? long : short)
  }
}
