internal import CSandbox

/// How this kernel keeps a program from the files, sockets and processes that are not its own.
public struct Sandbox: Sendable {
  /// Whether access to files can be restricted: Landlock, from Linux 5.13 on.
  public let restrictsFiles: Bool
  /// Whether system calls can be filtered: seccomp, on x86-64 and arm64.
  public let filtersCalls: Bool

  /// What there is here.
  public static let available = Sandbox(
    restrictsFiles: csandbox_landlock_version() > 0, filtersCalls: csandbox_filters_calls() != 0)

  /// What is missing, in words; empty where a program can be confined.
  public var missing: [String] {
    (restrictsFiles ? [] : ["Landlock"]) + (filtersCalls ? [] : ["seccomp filters"])
  }

  /// What every program may read: libraries, interpreters, and a few files without which those do not start.
  static let systemPaths = [
    "/usr", "/lib", "/lib32", "/lib64", "/bin", "/opt", "/etc/ld.so.cache", "/etc/localtime", "/etc/ssl/openssl.cnf",
    "/etc/pki/tls/openssl.cnf", "/dev/urandom", "/dev/random", "/dev/zero",
  ]

  /// A rule set under which a program may read `paths` and the system's own, and nothing of what is hidden.
  ///
  /// - Returns: a descriptor to be closed; `nil` where the kernel has none.
  static func ruleset(reading paths: [String], hiding hidden: [String]) -> Int32? {
    let ruleset = csandbox_ruleset()
    guard ruleset >= 0 else { return nil }
    for path in systemPaths + paths { allow(path, hiding: hidden, in: ruleset) }
    _ = csandbox_allow(ruleset, "/dev/null", Int32(CSANDBOX_READ | CSANDBOX_WRITE))
    return ruleset
  }

  /// Rules only ever allow: a folder in which something is hidden is allowed entry by entry, and listed.
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
