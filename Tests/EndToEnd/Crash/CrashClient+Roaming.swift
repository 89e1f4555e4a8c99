import WireProtocol

/// What a client that may come to another server knows besides: in a cluster its owner changes, or its node.
struct Roaming {
  /// The rooms that it is in, and where it only looks on.
  var places: [String: Bool] = [:]
  var epoch = ""
  /// Whether it has been told that there is no owner, and not yet that there is one.
  var isWaiting = false
  /// Greeted, and has not said yet who it is.
  var isGreeted = false
  private var sentences = 0
  /// The last lines to and fro, for whoever reads of a fault.
  private var lines: [String] = []
  /// Requests that were asked again, by the number with which.
  private var repeats: [Int: Int] = [:]
  /// Requests that another owner has not been asked, as far as is known here.
  private var late: [Int: CrashClient.Asked] = [:]
  /// Requests that could not be carried out at the moment.
  fileprivate var putOff: [(asked: CrashClient.Asked, first: Int)] = []

  /// The number under which something was asked for first.
  func first(_ id: Int) -> Int { repeats[id] ?? id }

  /// A request whose answer was given up.
  mutating func takeLate(_ id: Int) -> CrashClient.Asked? { late.removeValue(forKey: id) }

  mutating func giveUp(_ asked: CrashClient.Asked, _ id: Int) { late[id] = asked }

  mutating func note(_ id: Int, repeats first: Int) { repeats[id] = first }

  /// Whether a line for people was to come.
  mutating func takeSentence() -> Bool {
    guard sentences > 0 else { return false }
    sentences -= 1
    return true
  }

  mutating func note(_ line: String) {
    lines.append(String(line.prefix(200)))
    if lines.count > 80 { lines.removeFirst(40) }
  }

  /// The lines before the latest event that did not follow the one before.
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
  /// What may be asked twice: it changes nothing, or the second time nothing more.
  private static let repeatable: Set = [
    "history", "join", "login", "move", "ping", "rename", "shares", "stats",
  ]

  /// Whether it is in its rooms, and nothing is left to be done for that.
  var isSettled: Bool {
    isOpen && isLoggedIn && !roaming.isWaiting && roaming.putOff.isEmpty
      && !waiting.values.contains { $0.kind == "join" }
  }

  /// Says who it is, takes up its rooms, and asks again for moves without an answer.
  func comeBack(epoch: String) {
    roaming.isGreeted = false
    logIn()
    for (room, isWatching) in roaming.places.sorted(by: { $0.key < $1.key }) {
      join(room, epoch: epoch, isWatching: isWatching)
    }
    for move in moves where move.answer == nil && !move.isRefused { send(move) }
  }

  /// What had to be put off is asked for again.
  func askAgain() {
    let due = roaming.putOff
    roaming.putOff = []
    for (asked, first) in due { roaming.note(send(asked), repeats: first) }
  }

  /// Whether an answer says that nothing can be stored at the moment.
  func isPutOff(_ re: Int, _ answer: JSON) -> Bool {
    guard answer["code"] == "storage_unavailable", let asked = waiting[re], Self.repeatable.contains(asked.kind) else {
      return false
    }
    waiting[re] = nil
    roaming.putOff.append((asked, roaming.first(re)))
    return true
  }

  /// - Returns: whether a message is about the session itself.
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

  /// Another owner goes on with the session. What was asked and is not answered is asked again, where that is harmless:
  /// it may have been carried out or not, or be carried out still, if it had not left the node.
  private func goOn() {
    // Of who asked for a room's events though it was in the room already, some may have been on their way.
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
