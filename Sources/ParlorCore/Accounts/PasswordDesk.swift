import Passwords

/// Somebody who waits for a password to be checked or made.
struct PendingPassword {
  let task: PasswordTask
  let session: SessionID
  let address: String
  /// Given `nil` when it had to give way to others.
  let finish: (PasswordTask.Result?) -> Void
}

/// Passwords that are to be checked or made: one at a time, each takes a processor for a long while. As with
/// ``QueryQueue``, addresses take turns, and there are only so many in all: where there are more, an address that has more
/// than others gives one up, so that a flood from some keeps nobody else out.
struct PasswordDesk {
  private var lanes: [String: [PendingPassword]] = [:]
  /// The addresses that have somebody waiting, the next one first.
  private var turns: [String] = []
  /// How many wait.
  private(set) var count = 0
  /// The one that is being carried out, by the number under which its result comes.
  private var running: (number: Int64, pending: PendingPassword)?

  /// Whether one is being carried out.
  var isBusy: Bool { running != nil }

  /// Lets somebody wait.
  ///
  /// - Parameter most: how many may wait.
  /// - Returns: who has to go for it, perhaps the one who came.
  mutating func append(_ pending: PendingPassword, most: Int) -> PendingPassword? {
    var displaced: PendingPassword?
    if count >= most {
      let longest = turns.max { lanes[$0, default: []].count < lanes[$1, default: []].count }
      let own = lanes[pending.address, default: []].count
      guard let longest, lanes[longest, default: []].count > own + 1 else { return pending }
      displaced = lanes[longest]?.popLast()
      count -= 1
    }
    if lanes[pending.address] == nil { turns.append(pending.address) }
    lanes[pending.address, default: []].append(pending)
    count += 1
    return displaced
  }

  /// Takes out the next one, unless one is being carried out.
  mutating func takeNext(numbered number: Int64) -> PasswordTask? {
    guard running == nil, let address = turns.first, var lane = lanes.removeValue(forKey: address), !lane.isEmpty else {
      return nil
    }
    turns.removeFirst()
    let next = lane.removeFirst()
    count -= 1
    if !lane.isEmpty {
      lanes[address] = lane
      turns.append(address)
    }
    running = (number, next)
    return next.task
  }

  /// The one that has been carried out under a number.
  mutating func takeRunning(_ number: Int64) -> PendingPassword? {
    guard let (expected, pending) = running, expected == number else { return nil }
    running = nil
    return pending
  }
}
