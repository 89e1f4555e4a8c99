import WireProtocol

/// The additional state of a client that may reach another server: in a cluster the owner changes, or the client's
/// node.
struct Roaming {
  /// Its rooms, and whether it is a watcher there.
  var places: [String: Bool] = [:]
  var epoch = ""
  /// Whether the server has reported a missing owner, and no owner since.
  var isWaiting = false
  /// Whether it was greeted and has not logged in since.
  var isGreeted = false
  private var sentences = 0
  /// The latest lines in both directions, for reports of faults.
  private var lines: [String] = []
  /// The first request number of repeated requests, by the number of the repetition.
  private var repeats: [Int: Int] = [:]
  /// Requests that may not have reached another owner.
  private var late: [Int: CrashClient.Asked] = [:]
  /// Requests that failed with `storage_unavailable`.
  fileprivate var putOff: [(asked: CrashClient.Asked, first: Int)] = []

  /// The number of a request's first attempt.
  func first(_ id: Int) -> Int { repeats[id] ?? id }

  /// Removes a request whose answer is no longer expected.
  mutating func takeLate(_ id: Int) -> CrashClient.Asked? { late.removeValue(forKey: id) }

  mutating func giveUp(_ asked: CrashClient.Asked, _ id: Int) { late[id] = asked }

  mutating func note(_ id: Int, repeats first: Int) { repeats[id] = first }

  /// Whether a text line was expected; counts it.
  mutating func takeSentence() -> Bool {
    guard sentences > 0 else { return false }
    sentences -= 1
    return true
  }

  mutating func note(_ line: String) {
    lines.append(String(line.prefix(200)))
    if lines.count > 80 { lines.removeFirst(40) }
  }

  /// The trace before the latest gap in event numbers.
  private(set) var gap = ""

  mutating func noteGap() { gap = trace }

  var trace: String { lines.suffix(40).joined(separator: "\n") }

  mutating func greeted() {
    sentences += 1
    isGreeted = true
  }

  mutating func forgetRequests() {
    (repeats, late, putOff, isWaiting, isGreeted) = ([:], [:], [], false, false)
  }
}

extension CrashClient {
  /// Requests that are safe to repeat: they change nothing, or nothing the second time.
  private static let repeatable: Set = [
    "history", "join", "login", "move", "ping", "rename", "shares", "stats",
  ]

  /// Whether it is logged in and in its rooms, with no request left for that.
  var isSettled: Bool {
    isOpen && isLoggedIn && !roaming.isWaiting && roaming.putOff.isEmpty
      && !waiting.values.contains { $0.kind == "join" }
  }

  /// Logs in, rejoins its rooms, and repeats unanswered moves.
  func comeBack(epoch: String) {
    roaming.isGreeted = false
    logIn()
    for (room, isWatching) in roaming.places.sorted(by: { $0.key < $1.key }) {
      join(room, epoch: epoch, isWatching: isWatching)
    }
    for move in moves where move.answer == nil && !move.isRefused { send(move) }
  }

  /// Repeats requests that failed temporarily.
  func askAgain() {
    let due = roaming.putOff
    roaming.putOff = []
    for (asked, first) in due { roaming.note(send(asked), repeats: first) }
  }

  /// Whether an answer is `storage_unavailable` to a repeatable request, which is then repeated later.
  func isPutOff(_ re: Int, _ answer: JSON) -> Bool {
    guard answer["code"] == "storage_unavailable", let asked = waiting[re], Self.repeatable.contains(asked.kind) else {
      return false
    }
    waiting[re] = nil
    roaming.putOff.append((asked, roaming.first(re)))
    return true
  }

  /// - Returns: whether a message concerns the session itself.
  func takeNotice(_ type: String, _ message: JSON) -> Bool {
    switch type {
    case "hello":
      begin()
      roaming.greeted()
    case "takeover":
      roaming.isWaiting = message["state"] != "resumed"
      if !roaming.isWaiting { goOn() }
    default: return false
    }
    return true
  }

  /// Another owner continues the session. Unanswered requests are repeated where that is safe: each may have been
  /// executed or not, or be executed yet if it had not left the node.
  private func goOn() {
    // If a room's events were requested again in the room, some of them may have been lost on their way.
    for (room, seq) in covers where cursors[room] ?? seq < seq {
      if let isWatching = roaming.places[room] { join(room, epoch: roaming.epoch, isWatching: isWatching) }
    }
    var seen: Set<Int> = []
    let unanswered = waiting.sorted { $0.key < $1.key }
    waiting = [:]
    for (id, asked) in unanswered {
      roaming.giveUp(asked, id)
      let first = roaming.first(id)
      guard answers[first] == nil, seen.insert(first).inserted else { continue }
      if Self.repeatable.contains(asked.kind) {
        roaming.note(send(asked), repeats: first)
      } else {
        answers[first] = ["type": "lost"]
      }
    }
  }
}
