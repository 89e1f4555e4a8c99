import GameKit
import Kernel
import Passwords
import WireProtocol

/// What was fetched for a request: answers of storage, and checked or created passwords. Its handler runs again with
/// it.
struct Fetched {
  private var answers: [AnyHashable: any Sendable] = [:]
  private var passwords: [PasswordQuestion: CheckedPassword] = [:]
  /// The state of the player's shares that the answers are from: see ``Player/shareChanges``.
  private var shareChanges: UInt32?

  func answer<Query: StoredQuery>(to query: Query, of player: Player) -> Query.Answer? {
    shareChanges == player.shareChanges ? answers[AnyHashable(query)].flatMap { $0 as? Query.Answer } : nil
  }

  /// A query about a player was sent: answers from another state of it are not valid.
  mutating func ask(about player: Player) {
    guard shareChanges != player.shareChanges else { return }
    (answers, shareChanges) = ([:], player.shareChanges)
  }

  mutating func add(_ answer: any Sendable, to query: any StoredQuery) { answers[AnyHashable(query)] = answer }

  func answer(to question: PasswordQuestion) -> CheckedPassword? { passwords[question] }

  mutating func add(_ answer: CheckedPassword, to question: PasswordQuestion) { passwords[question] = answer }
}

/// A password to be checked or created.
struct PasswordQuestion: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case task(PasswordTask.Kind)
    /// Generate one.
    case makeUp
  }

  let kind: Kind
  /// The player whose password it is; `nil` for nobody.
  let player: PlayerID?
  /// The name for which the attempt counts; `nil` if none does.
  let tried: String?

  init(_ kind: Kind, of player: PlayerID?, tryingAt tried: String? = nil) {
    (self.kind, self.player, self.tried) = (kind, player, tried)
  }
}

/// The result of a password task.
struct CheckedPassword {
  let result: PasswordTask.Result
  /// The generated one.
  let madeUp: Password?
}
