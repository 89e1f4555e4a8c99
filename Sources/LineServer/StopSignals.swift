internal import CSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The signals by which an operator stops a server: SIGINT and SIGTERM.
///
/// A Dispatch signal source takes them only once its manager thread has registered it, some time after it was
/// activated, and a signal that comes before is lost. A handler of the kernel's holds from the call on.
public enum StopSignals {
  /// Keeps the signals from ending the process from now on: they make a descriptor readable, for
  /// `LineServerConfiguration.stopDescriptor`. To be called before anything listens.
  ///
  /// - Returns: the descriptor; `nil` where the system gives none, and the signals still end the process.
  public static func descriptor() -> Int32? {
    let descriptor = csystem_catch_signals([SIGINT, SIGTERM], 2)
    return descriptor < 0 ? nil : descriptor
  }
}
