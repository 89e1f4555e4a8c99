internal import Synchronization

/// How long a program's answers take, by the clock, beside what a server gives: whether it would be called late.
final class Pace: Sendable {
  private struct Times {
    var count = 0
    var late = 0
    var slowest = 0
  }

  private let budget: Int
  private let times = Mutex<[String: Times]>([:])

  /// - Parameter budget: milliseconds for an answer.
  init(budget: Int) { self.budget = budget }

  /// So many late answers to one kind of question, one in ten of them all, are enough: nothing more is asked.
  private static let enough = 5

  /// Notes an answer.
  ///
  /// - Returns: what is wrong with the program, where that is clear already.
  func note(_ ask: String, milliseconds: Int) -> String? {
    times.withLock { times in
      var kind = times[ask] ?? Times()
      kind.count += 1
      if milliseconds >= budget {
        kind.late += 1
        kind.slowest = max(kind.slowest, milliseconds)
      }
      times[ask] = kind
      guard milliseconds >= budget, kind.late >= Self.enough, kind.late * 10 >= kind.count else { return nil }
      return sentence(times)
    }
  }

  /// What was slow; `nil` where one answer in a hundred at most was late, or a single one, as on a machine that has
  /// much else to do.
  var verdict: String? {
    times.withLock { times in
      times.values.contains { $0.late > 1 && $0.late * 100 > $0.count } ? sentence(times) : nil
    }
  }

  /// What to say where the checks take too long although answers come in time.
  func unfinished(after seconds: Int) -> String {
    let count = times.withLock { $0.values.reduce(0) { $0 + $1.count } }
    return "the checks were not done after \(seconds) s, in which it gave \(count) answers: an easier puzzle helps"
  }

  private func sentence(_ times: [String: Times]) -> String {
    let late = times.filter { $0.value.late > 0 }.sorted { $0.key < $1.key }.map { ask, times in
      "\(times.late) of \(times.count) to \"\(ask)\", the slowest after \(times.slowest) ms"
    }
    return "answers come later than after \(budget) ms, all that a server gives: \(late.joined(separator: "; "))"
  }
}
