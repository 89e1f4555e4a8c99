import GameKit
import GameProcess

/// A game whose program failed to start. It is retried when its files change, and periodically.
struct MissingGame: Sendable {
  private let start: GameStart
  /// The failure of the last attempt.
  private(set) var why: String
  var file: String { start.file }
  /// The files at the last attempt and at the last poll; `nil` if the command cannot be resolved.
  private var lastAttempted: GameFiles?
  private var lastPolled: GameFiles?
  private var polls = 0

  /// After this many polls unchanged files are retried too: something else that they need may exist now.
  private static let pollsBetweenRetries = 60

  init(_ start: GameStart, why: String) {
    (self.start, self.why) = (start, why)
    lastAttempted = files
    lastPolled = lastAttempted
  }

  private var files: GameFiles? {
    do throws(ProgramFault) { return GameFiles(of: try ProgramCommand([start.file])) } catch { return nil }
  }

  /// Retries if the files have changed since the last attempt and not since the last poll.
  ///
  /// - Returns: the game, once its program has started.
  mutating func poll(besides games: [GameModule]) -> GameModule? {
    let now = files
    defer { lastPolled = now }
    polls += 1
    guard now == lastPolled, now != lastAttempted || polls >= Self.pollsBetweenRetries else { return nil }
    (lastAttempted, polls) = (now, 0)
    do throws(GameStart.Failure) {
      return try start.module(besides: games)
    } catch {
      if error.message != why { start.log("the game is still missing: \(error.message)") }
      why = error.message
      return nil
    }
  }
}
