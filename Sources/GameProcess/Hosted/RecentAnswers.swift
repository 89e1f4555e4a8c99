internal import GameKit

/// What a program has answered, as a value that can be kept.
typealias KeptAnswer<Value> = Result<Value, ProgramFailure>

func answering<Value>(_ ask: () throws(ProgramFailure) -> Value) -> KeptAnswer<Value> {
  do throws(ProgramFailure) { return .success(try ask()) } catch { return .failure(error) }
}

extension KeptAnswer where Failure == ProgramFailure {
  var failure: ProgramFailure? { if case .failure(let failure) = self { failure } else { nil } }

  /// The answer, or what the player is told.
  func orRejection() throws(Rejection) -> Success {
    try rejecting { () throws(ProgramFailure) in try get() }
  }
}

/// The answers of late: of more than ``most`` the oldest go.
struct RecentAnswers<Key: Hashable, Value> {
  private var answers: [Key: KeptAnswer<Value>] = [:]
  private var order: [Key] = []
  private let most: Int

  init(most: Int) { self.most = most }

  /// An answer that is there. What a program did wrong is told once: whoever calls again asks again. What it refuses it
  /// refuses always.
  mutating func take(_ key: Key) -> KeptAnswer<Value>? {
    guard let answer = answers[key] else { return nil }
    if case .failure(.fault) = answer { answers[key] = nil }
    return answer
  }

  mutating func add(_ answer: KeptAnswer<Value>, for key: Key) {
    if answers.updateValue(answer, forKey: key) == nil { order.append(key) }
    guard order.count > most else { return }
    for old in order.prefix(most / 4 + 1) { answers[old] = nil }
    order.removeFirst(min(order.count, most / 4 + 1))
  }
}
