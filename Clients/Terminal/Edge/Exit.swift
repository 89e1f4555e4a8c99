internal import CTerminal

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Ends of the program that are not its own idea.
enum Exit {
  /// Ends as the signal would have ended a program that does not know it: whoever started us sees why.
  static func now(by signal: Int32) -> Never {
    cterminal_die(signal)
    exit(128 + signal)
  }
}
