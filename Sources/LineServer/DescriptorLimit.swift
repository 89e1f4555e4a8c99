internal import CSystem

/// The limit on open descriptors of this process, and so on connections.
public enum DescriptorLimit {
  /// Raises the limit as far as the system allows, and returns it (0 if unknown).
  ///
  /// A server calls this once when it starts: the limit inherited from a shell is often 1,024.
  @discardableResult public static func raise() -> Int {
    Int(clamping: csystem_raise_descriptor_limit())
  }
}
