internal import Synchronization

/// Compares a program's wall-clock answer times with a server's budget.
final class AnswerTimes: Sendable {
  private struct Count {
    var count = 0
    var late = 0
    var slowest = 0
  }

  private let budget: Int
  private let times = Mutex<[String: Count]>([:])

  /// - Parameter budget: milliseconds for an answer.
  init(budget: Int) { self.budget = budget }

  /// The checks stop after this many late answers to one kind of question, if they are at least a tenth of its answers.
  private static let lateAnswersToStop = 5

  /// Records an answer.
  ///
  /// - Returns: a complaint if the program is certainly too slow.
  func record(_ ask: String, milliseconds: Int) -> String? {
    times.withLock { times in
      var kind = times[ask] ?? Count()
      kind.count += 1
      if milliseconds >= budget {
        kind.late += 1
        kind.slowest = max(kind.slowest, milliseconds)
      }
      times[ask] = kind
      guard milliseconds >= budget, kind.late >= Self.lateAnswersToStop, kind.late * 10 >= kind.count else {
        return nil
      }
      return sentence(times)
    }
  }

  /// A complaint about late answers; `nil` if for each kind at most one answer, or one in a hundred, was late: a busy
  /// machine causes that.
  var complaint: String? {
    times.withLock { times in
      times.values.contains { $0.late > 1 && $0.late * 100 > $0.count } ? sentence(times) : nil
    }
  }

  /// A complaint if the checks take too long although answers are in time.
  func complaintIfUnfinished(after seconds: Int) -> String {
    let count = times.withLock { $0.values.reduce(0) { $0 + $1.count } }
    return "the checks did not finish within \(seconds) s and \(count) answers: an easier puzzle helps"
  }

  private func sentence(_ times: [String: Count]) -> String {
    let late = times.filter { $0.value.late > 0 }.sorted { $0.key < $1.key }.map { ask, times in
      "\(times.late) of \(times.count) to \"\(ask)\", the slowest after \(times.slowest) ms"
    }
    return "answers exceed a server's budget of \(budget) ms: \(late.joined(separator: "; "))"
  }
}
