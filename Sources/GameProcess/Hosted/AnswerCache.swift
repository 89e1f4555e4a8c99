internal import GameKit

/// The result of a question.
typealias ProgramResult<Value> = Result<Value, ProgramFailure>

func capturingFailure<Value>(_ ask: () throws(ProgramFailure) -> Value) -> ProgramResult<Value> {
  do throws(ProgramFailure) { return .success(try ask()) } catch { return .failure(error) }
}

extension ProgramResult where Failure == ProgramFailure {
  var failure: ProgramFailure? { if case .failure(let failure) = self { failure } else { nil } }

  /// The answer; a failure is thrown as a rejection for the player.
  func orRejection() throws(Rejection) -> Success {
    try mappingFailure { () throws(ProgramFailure) in try get() }
  }
}

/// The latest answers by what was asked. Beyond ``most``, the oldest quarter is evicted.
struct AnswerCache<Key: Hashable, Value> {
  private var answers: [Key: ProgramResult<Value>] = [:]
  private var order: [Key] = []
  private let most: Int

  init(most: Int) { self.most = most }

  /// A cached answer. Faults are returned once, so that the next call asks again; refusals stay.
  mutating func answer(for key: Key) -> ProgramResult<Value>? {
    guard let answer = answers[key] else { return nil }
    if case .failure(.fault) = answer { answers[key] = nil }
    return answer
  }

  mutating func add(_ answer: ProgramResult<Value>, for key: Key) {
    if answers.updateValue(answer, forKey: key) == nil { order.append(key) }
    guard order.count > most else { return }
    for old in order.prefix(most / 4 + 1) { answers[old] = nil }
    order.removeFirst(min(order.count, most / 4 + 1))
  }
}
