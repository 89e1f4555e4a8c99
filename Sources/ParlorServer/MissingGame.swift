import GameKit
import GameProcess

/// A game whose program does not start: it is started again when its files have changed, and now and then.
struct MissingGame: Sendable {
  private let start: GameStart
  /// What the last attempt met.
  private(set) var why: String
  var file: String { start.file }
  /// What the last attempt was made of, and what the look before has seen; `nil` where not even that can be told.
  private var tried: GameFiles?
  private var seen: GameFiles?
  private var looks = 0

  /// Looks after which one whose files are the same is tried again: what it needs may be there.
  private static let patience = 60

  init(_ start: GameStart, why: String) {
    (self.start, self.why) = (start, why)
    tried = files
    seen = tried
  }

  private var files: GameFiles? {
    do throws(ProgramFault) { return GameFiles(of: try ProgramCommand([start.file])) } catch { return nil }
  }

  /// Tries again where the files have changed since the last attempt, and not since the last look.
  ///
  /// - Returns: the game, once it can be played.
  mutating func look(besides games: [GameModule]) -> GameModule? {
    let now = files
    defer { seen = now }
    looks += 1
    guard now == seen, now != tried || looks >= Self.patience else { return nil }
    (tried, looks) = (now, 0)
    do throws(GameStart.Failure) {
      return try start.module(besides: games)
    } catch {
      if error.message != why { start.log("the game is missing still: \(error.message)") }
      why = error.message
      return nil
    }
  }
}
