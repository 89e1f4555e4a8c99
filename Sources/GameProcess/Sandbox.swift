internal import CSandbox

/// The kernel's means to isolate a program from the system's files, sockets and processes.
public struct Sandbox: Sendable {
  /// Whether file access can be restricted: Landlock, since Linux 5.13.
  public let restrictsFiles: Bool
  /// Whether system calls can be filtered: seccomp, on x86-64 and arm64.
  public let filtersCalls: Bool

  /// The means of this system.
  public static let available = Sandbox(
    restrictsFiles: csandbox_landlock_version() > 0, filtersCalls: csandbox_filters_calls() != 0)

  /// The names of missing kernel features; empty if programs can be confined.
  public var missing: [String] {
    (restrictsFiles ? [] : ["Landlock"]) + (filtersCalls ? [] : ["seccomp filters"])
  }

  /// Paths that every program may read: libraries, interpreters, and the files that those need to start.
  static let systemPaths = [
    "/usr", "/lib", "/lib32", "/lib64", "/bin", "/opt", "/etc/ld.so.cache", "/etc/localtime", "/etc/ssl/openssl.cnf",
    "/etc/pki/tls/openssl.cnf", "/dev/urandom", "/dev/random", "/dev/zero",
  ]

  /// Creates a Landlock rule set that allows reading `paths` and ``systemPaths`` except what is hidden.
  ///
  /// - Returns: a descriptor that the caller closes; `nil` without Landlock.
  static func ruleset(reading paths: [String], hiding hidden: [String]) -> Int32? {
    let ruleset = csandbox_ruleset()
    guard ruleset >= 0 else { return nil }
    for path in systemPaths + paths { allow(path, hiding: hidden, in: ruleset) }
    _ = csandbox_allow(ruleset, "/dev/null", Int32(CSANDBOX_READ | CSANDBOX_WRITE))
    return ruleset
  }

  /// Landlock rules can only allow. A folder that contains a hidden path is therefore allowed entry by entry.
  private static func allow(_ path: String, hiding hidden: [String], in ruleset: Int32) {
    if hidden.contains(where: { path == $0 || path.hasPrefix($0 + "/") }) { return }
    guard hidden.contains(where: { path == "/" || $0.hasPrefix(path + "/") }) else {
      _ = csandbox_allow(ruleset, path, Int32(CSANDBOX_READ))
      return
    }
    _ = csandbox_allow(ruleset, path, Int32(CSANDBOX_LIST))
    for name in FileSystem.entries(of: path) {
      allow(path == "/" ? "/\(name)" : "\(path)/\(name)", hiding: hidden, in: ruleset)
    }
  }
}
