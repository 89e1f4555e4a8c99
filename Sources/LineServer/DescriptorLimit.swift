internal import CSystem

/// How many descriptors, and so connections, this process may have open.
public enum DescriptorLimit {
  /// Raises the limit as far as the system lets this process, and answers it (0 if it cannot be told).
  ///
  /// A server calls this once at its start: the limit that a shell hands on is often 1,024.
  @discardableResult public static func raise() -> Int {
    Int(clamping: csystem_raise_descriptor_limit())
  }
}
