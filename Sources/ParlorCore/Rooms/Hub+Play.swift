package import GameKit
import Names
package import WireProtocol
import TextMode

/// The one way to play a move that comes from outside, in rooms of many and of one.
extension Hub {
  /// Finds out what a move leads to, and changes nothing: ``PlayedMatch/play(_:)`` does.
  ///
  /// - Parameters:
  ///   - moment: what its player is measured by; the present unless said otherwise.
  ///   - viewers: who looks on, in a game of another process: see ``RoomState/viewers(of:)``.
  /// - Throws: `bad_text`, or the game's rejection.
  func attempt(
    _ content: Request.Move.Content, on played: PlayedMatch, by player: PlayerID, at moment: Instant? = nil,
    viewers: [Viewer]? = nil
  ) throws(WireError) -> Match.Played {
    let input = try input(content)
    do {
      return try played.attempt(input, by: player, at: moment ?? now, viewers: viewers)
    } catch {
      throw WireError(error)
    }
  }

  private func input(_ content: Request.Move.Content) throws(WireError) -> MoveInput {
    switch content {
    case .typed(let view): .typed(try showable(view))
    case .text(let text):
      .text(try CleanText.line(text, as: "A move", maximum: limits.moveCharacters, isClean: isTyped))
    }
  }

  /// A typed move whose strings can be shown, as those can that are typed as text: a game may repeat them to others.
  private func showable(_ move: JSONView) throws(WireError) -> JSONView {
    // Control characters are escaped in JSON, and all others that are not to be shown lie beyond ASCII.
    let isPlain = move.withSourceBytes { bytes in
      bytes.allSatisfy { $0 < 0x7F && $0 != UInt8(ascii: "\\") }
    }
    guard isPlain || move.value.isShowable else { throw WireError(.badText, "A move has no control characters") }
    return move
  }

  /// At most `boardMoves` moves a board: history replays them all.
  ///
  /// - Parameters:
  ///   - noun: what players call the board: `board`, `puzzle`.
  ///   - next: how one comes to another.
  func requireRoom(on played: PlayedMatch, _ noun: String, next: String) throws(WireError) {
    if isFull(played) { throw WireError(.tooMany, .move, fullBoard(played, noun, next: next)) }
  }

  /// The sentence about a board that is full.
  func fullBoard(_ played: PlayedMatch, _ noun: String, next: String) -> String {
    "This \(noun) has had \(Drawing.count(played.moveCount, "move", "moves")), as many as it takes: \(next)"
  }

  /// Whether a full board still takes moves that give up a part of the puzzle, of which there are few.
  func takesLastMoves(_ played: PlayedMatch) -> Bool {
    played.moveCount < limits.boardMoves &* max(1, played.players.count) &+ 64
  }

  /// Whether a board has had as many moves as it takes.
  func isFull(_ played: PlayedMatch) -> Bool {
    // Where many play each of them has as many.
    played.moveCount >= limits.boardMoves &* max(1, played.players.count)
  }
}

extension JSON {
  /// Whether all strings in it can be shown, and all names of members.
  fileprivate var isShowable: Bool {
    switch self {
    case .null, .bool, .int, .double: true
    case .string(let text): !text.unicodeScalars.contains(where: \.isUnshowable)
    case .array(let elements): elements.allSatisfy(\.isShowable)
    case .object(let object):
      object.members.allSatisfy { JSON.string($0.key).isShowable && $0.value.isShowable }
    }
  }
}

extension WireError {
  /// A game's rejection keeps its code and its sentence.
  package init(_ rejection: Rejection) { self.init(code: rejection.code, message: rejection.message) }
}
