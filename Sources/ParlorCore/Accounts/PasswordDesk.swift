import GameKit
import Passwords

/// Somebody who waits for a password to be checked or made.
struct PendingPassword {
  let task: PasswordTask
  /// The name of the player whose password it is; `nil` where nobody has the name.
  let player: String?
  let address: String
  /// How many passwords from the address are being tried or were wrong of late, with this one; 0 where the player was
  /// last here from there.
  let misses: Int
  /// Given `nil` when it had to give way to others.
  let finish: (PasswordTask.Result?) -> Void
}

/// Passwords that are to be checked or made: one at a time, each takes a processor for a long while.
///
/// Each name that was claimed before the present rush, since when somebody has waited all the time, has a queue of its
/// own, and these take turns. Every other turn is for all others together: names that nobody has, new ones, and new
/// passwords for them. So nobody waits for more than two turns for each claimed name that is tried, however many come
/// under whatever names and from however many addresses.
struct PasswordDesk {
  private var strangers = PasswordLanes()
  private var names: [PlayerID: PasswordLanes] = [:]
  /// The names that somebody waits for, the next one first.
  private var turns: [PlayerID] = []
  private var isStrangersTurn = false
  /// How many wait.
  private(set) var count = 0
  /// Since when somebody has waited, or been served, all the time; `nil` while nobody is.
  private var busySince: Instant?
  /// The one that is being carried out, by the number under which its result comes.
  private var running: (number: Int64, pending: PendingPassword)?

  /// Whether one is being carried out.
  var isBusy: Bool { running != nil }

  /// Lets somebody wait.
  ///
  /// - Parameters:
  ///   - player: whose password it is; `nil` where nobody has the name.
  ///   - most: how many may wait for a claimed name, and for all other names together.
  /// - Returns: who has to go for it, perhaps the one who came.
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

  /// Takes out the next one, unless one is being carried out.
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

  /// The one that has been carried out under a number.
  mutating func takeRunning(_ number: Int64) -> PendingPassword? {
    guard let (expected, pending) = running, expected == number else { return nil }
    running = nil
    return pending
  }
}
