/// An error that etcd has answered: a code of gRPC and a sentence.
struct EtcdFault: Error, Hashable {
  /// The codes of gRPC that etcd's answers are told apart by.
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
    // It goes into a log, and perhaps to a terminal.
    let shown = message.unicodeScalars.prefix(300).map { $0.properties.generalCategory == .control ? " " : $0 }
    self.message = String(String.UnicodeScalarView(shown))
  }

  /// Reads why a watch was cancelled: `rpc error: code = PermissionDenied desc = etcdserver: permission denied`.
  init(cancelReason reason: String) {
    let names: [(String, Code)] = [
      ("Unauthenticated", .unauthenticated), ("PermissionDenied", .permissionDenied),
      ("InvalidArgument", .invalidArgument), ("Unavailable", .unavailable),
    ]
    let code = names.first { reason.contains("code = \($0.0) ") }?.1
    self.init(code: code?.rawValue ?? 2, message: reason)
  }

  /// Whether another token may help.
  var asksForToken: Bool {
    Code(rawValue: code) == .unauthenticated || has("user name is empty") || has("revision of auth store is old")
  }

  /// Whether there are no users, so that there can be no tokens.
  var isWithoutUsers: Bool { has("authentication is not enabled") }

  /// Whether the store has been compacted that far already.
  var isCompacted: Bool { Code(rawValue: code) == .outOfRange && has("compacted") }

  func failure(from endpoint: EtcdEndpoint) -> EngineFailure {
    let (reason, isSurelyNotDone) = verdict
    return EngineFailure(
      reason, "etcd at \(endpoint) refuses: \(message.isEmpty ? "code \(code)" : message)",
      isSurelyNotDone: isSurelyNotDone)
  }

  /// What kind of failure it is, and whether the request was surely not carried out. etcd checks arguments, users,
  /// sizes and room before it proposes a change to the others, or all of them refuse it in the same way; what it says
  /// of time and leaders may come after that.
  private var verdict: (EngineFailure.Reason, Bool) {
    switch Code(rawValue: code) {
    case .invalidArgument where has("too large"): (.tooLarge, true)
    case .invalidArgument where asksForToken || has("authentication failed"): (.denied, true)
    case .invalidArgument, .notFound, .failedPrecondition, .unimplemented: (.rejected, true)
    case .permissionDenied, .unauthenticated: (.denied, true)
    case .resourceExhausted where has("space exceeded"): (.noSpace, true)
    case .resourceExhausted where has("larger than max"): (.tooLarge, true)
    case .resourceExhausted: (.unavailable, true)
    case .outOfRange: (isCompacted ? .compacted : .rejected, true)
    // The member looks for a leader before anything else.
    case .unavailable where has("no leader"): (.unavailable, true)
    default: (.unavailable, false)
    }
  }

  private func has(_ words: String) -> Bool { message.contains(words) }
}
