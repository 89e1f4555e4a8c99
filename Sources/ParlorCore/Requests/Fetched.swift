import GameKit
import Kernel
import Passwords
import WireProtocol

/// What a request could not be carried out without, and what was fetched for it: answers of storage, and passwords that
/// were checked or made. Its handler runs again with it.
struct Fetched {
  private var answers: [AnyHashable: any Sendable] = [:]
  private var passwords: [PasswordQuestion: CheckedPassword] = [:]
  /// Which state of what the player has shared the answers are of: see ``Player/shareChanges``.
  private var shareChanges: UInt32?

  func answer<Query: StoredQuery>(to query: Query, of player: Player) -> Query.Answer? {
    shareChanges == player.shareChanges ? answers[AnyHashable(query)].flatMap { $0 as? Query.Answer } : nil
  }

  /// Notes that something is asked about a player: answers of another state of it are worth nothing.
  mutating func ask(about player: Player) {
    guard shareChanges != player.shareChanges else { return }
    (answers, shareChanges) = ([:], player.shareChanges)
  }

  mutating func add(_ answer: any Sendable, to query: any StoredQuery) { answers[AnyHashable(query)] = answer }

  func answer(to question: PasswordQuestion) -> CheckedPassword? { passwords[question] }

  mutating func add(_ answer: CheckedPassword, to question: PasswordQuestion) { passwords[question] = answer }
}

/// A password that a request needs checked or made.
struct PasswordQuestion: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case task(PasswordTask.Kind)
    /// Make one up.
    case makeUp
  }

  let kind: Kind
  /// Whose password it is; `nil` for nobody's.
  let player: PlayerID?
  /// The name at which a password is tried, which may be done a few times only; `nil` where none is.
  let tried: String?

  init(_ kind: Kind, of player: PlayerID?, tryingAt tried: String? = nil) {
    (self.kind, self.player, self.tried) = (kind, player, tried)
  }
}

/// What came of a password.
struct CheckedPassword {
  let result: PasswordTask.Result
  /// The one that was made up.
  let madeUp: Password?
}
