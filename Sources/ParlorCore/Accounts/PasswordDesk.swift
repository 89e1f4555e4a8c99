import GameKit
import Passwords

/// A pending check or creation of a password.
struct PendingPassword {
  let task: PasswordTask
  /// The player whose password it is; `nil` for an unknown name.
  let player: String?
  let address: String
  /// The number of recent attempts from the address, pending or wrong, with this one; 0 at the player's last address.
  let misses: Int
  /// Called with `nil` if it was displaced.
  let finish: (PasswordTask.Result?) -> Void
}

/// Pending password tasks, of which one runs at a time, since each takes a processor for long.
///
/// Each name that was claimed before the present rush (the time since when tasks have been pending without a break) has
/// a queue, and these take turns. Every other turn is for all others together: unknown names, new names, and new
/// passwords. So nobody waits for more than two turns per claimed name that is tried, however many come under whatever
/// names and from however many addresses.
struct PasswordDesk {
  private var strangers = PasswordLanes()
  private var names: [PlayerID: PasswordLanes] = [:]
  /// The names with pending tasks, the next one first.
  private var turns: [PlayerID] = []
  private var isStrangersTurn = false
  /// The number of pending tasks.
  private(set) var count = 0
  /// Since when tasks have been pending or running without a break; `nil` for none.
  private var busySince: Instant?
  /// The running one, by the number under which its result comes.
  private var running: (number: Int64, pending: PendingPassword)?

  /// Whether one is running.
  var isBusy: Bool { running != nil }

  /// Adds a pending task.
  ///
  /// - Parameters:
  ///   - player: whose password it is; `nil` for an unknown name.
  ///   - most: the most pending tasks per claimed name, and for all other names together.
  /// - Returns: the displaced task, which may be the added one.
  mutating func append(
    _ pending: PendingPassword, of player: Player?, most: Int, at now: Instant
  ) -> PendingPassword? {
    if count == 0, running == nil { busySince = now }
    let displaced: PendingPassword?
    if let player, let claimedAt = player.namedAt, claimedAt <= busySince ?? now {
      if names[player.id] == nil { turns.append(player.id) }
      displaced = names[player.id, default: PasswordLanes()].append(pending, most: most)
    } else {
      displaced = strangers.append(pending, most: most)
    }
    if displaced == nil { count += 1 }
    return displaced
  }

  /// Starts the next one, unless one is running.
  mutating func takeNext(numbered number: Int64) -> PasswordTask? {
    guard running == nil, let next = popFirst() else { return nil }
    count -= 1
    running = (number, next)
    return next.task
  }

  private mutating func popFirst() -> PendingPassword? {
    defer { isStrangersTurn.toggle() }
    if isStrangersTurn || turns.isEmpty, let next = strangers.popFirst() { return next }
    guard !turns.isEmpty else { return strangers.popFirst() }
    let player = turns.removeFirst()
    guard var queue = names.removeValue(forKey: player) else { return nil }
    let next = queue.popFirst()
    if queue.count > 0 {
      names[player] = queue
      turns.append(player)
    }
    return next
  }

  /// Removes the running one by its number.
  mutating func takeRunning(_ number: Int64) -> PendingPassword? {
    guard let (expected, pending) = running, expected == number else { return nil }
    running = nil
    return pending
  }
}
