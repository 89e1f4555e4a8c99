internal import CSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The signals by which an operator stops a server: SIGINT and SIGTERM.
///
/// A Dispatch signal source handles them only after its manager thread has registered it, and loses a signal that
/// arrives before. A handler installed with the kernel works from this call on.
public enum StopSignals {
  /// From now on these signals do not end the process: they make a descriptor readable, for
  /// `LineServerConfiguration.stopDescriptor`. Must be called before anything listens.
  ///
  /// - Returns: the descriptor; `nil` if none is available, and the signals then still end the process.
  public static func descriptor() -> Int32? {
    let descriptor = csystem_catch_signals([SIGINT, SIGTERM], 2)
    return descriptor < 0 ? nil : descriptor
  }
}
