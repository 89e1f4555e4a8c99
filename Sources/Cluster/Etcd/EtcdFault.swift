/// An error from etcd: a gRPC code and a sentence.
struct EtcdFault: Error, Hashable {
  /// The gRPC codes that are distinguished.
  enum Code: Int {
    case invalidArgument = 3
    case notFound = 5
    case permissionDenied = 7
    case resourceExhausted = 8
    case failedPrecondition = 9
    case outOfRange = 11
    case unimplemented = 12
    case unavailable = 14
    case unauthenticated = 16
  }

  let code: Int
  let message: String

  init(code: Int, message: String) {
    self.code = code
    // It is written to a log, and possibly to a terminal.
    let shown = message.unicodeScalars.prefix(300).map { $0.properties.generalCategory == .control ? " " : $0 }
    self.message = String(String.UnicodeScalarView(shown))
  }

  /// Parses the reason of a cancelled watch: `rpc error: code = PermissionDenied desc = etcdserver: permission denied`.
  init(cancelReason reason: String) {
    let names: [(String, Code)] = [
      ("Unauthenticated", .unauthenticated), ("PermissionDenied", .permissionDenied),
      ("InvalidArgument", .invalidArgument), ("Unavailable", .unavailable),
    ]
    let code = names.first { reason.contains("code = \($0.0) ") }?.1
    self.init(code: code?.rawValue ?? 2, message: reason)
  }

  /// Whether a new token may help.
  var needsToken: Bool {
    Code(rawValue: code) == .unauthenticated || has("user name is empty") || has("revision of auth store is old")
  }

  /// Whether authentication is disabled, so that there are no tokens.
  var isAuthenticationDisabled: Bool { has("authentication is not enabled") }

  /// Whether the store is already compacted that far.
  var isCompacted: Bool { Code(rawValue: code) == .outOfRange && has("compacted") }

  func failure(from endpoint: EtcdEndpoint) -> EngineFailure {
    let (reason, isDefinitelyNotApplied) = verdict
    return EngineFailure(
      reason, "etcd at \(endpoint) refuses: \(message.isEmpty ? "code \(code)" : message)",
      isDefinitelyNotApplied: isDefinitelyNotApplied)
  }

  /// The kind of failure, and whether the request was certainly not executed. etcd checks arguments, users, sizes and
  /// space before it proposes a change, or all members refuse it alike; errors about time and leaders can come after
  /// the proposal.
  private var verdict: (EngineFailure.Reason, Bool) {
    switch Code(rawValue: code) {
    case .invalidArgument where has("too large"): (.tooLarge, true)
    case .invalidArgument where needsToken || has("authentication failed"): (.denied, true)
    case .invalidArgument, .notFound, .failedPrecondition, .unimplemented: (.rejected, true)
    case .permissionDenied, .unauthenticated: (.denied, true)
    case .resourceExhausted where has("space exceeded"): (.noSpace, true)
    case .resourceExhausted where has("larger than max"): (.tooLarge, true)
    case .resourceExhausted: (.unavailable, true)
    case .outOfRange: (isCompacted ? .compacted : .rejected, true)
    // A member checks for a leader before anything else.
    case .unavailable where has("no leader"): (.unavailable, true)
    default: (.unavailable, false)
    }
  }

  private func has(_ words: String) -> Bool { message.contains(words) }
}
