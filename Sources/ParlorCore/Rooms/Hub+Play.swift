package import GameKit
import Names
package import WireProtocol
import TextMode

/// Playing a client's move, in shared and solo rooms.
extension Hub {
  /// Computes the result of a move without changing anything: ``PlayedMatch/play(_:)`` does.
  ///
  /// - Parameters:
  ///   - moment: the player's time; the present by default.
  ///   - viewers: the viewers, for a game in another process: see ``RoomState/viewers(of:)``.
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

  /// A JSON move whose strings are printable, like typed text: a game may repeat them to others.
  private func showable(_ move: JSONView) throws(WireError) -> JSONView {
    // Control characters are escaped in JSON, and all other unprintable ones are beyond ASCII.
    let isPlain = move.withSourceBytes { bytes in
      bytes.allSatisfy { $0 < 0x7F && $0 != UInt8(ascii: "\\") }
    }
    guard isPlain || move.value.isShowable else { throw WireError(.badText, "A move has no control characters") }
    return move
  }

  /// At most `boardMoves` moves per board: history replays them all.
  ///
  /// - Parameters:
  ///   - noun: the players' noun for the board: `board`, `puzzle`.
  ///   - next: how to get another one.
  func requireRoom(on played: PlayedMatch, _ noun: String, next: String) throws(WireError) {
    if isFull(played) { throw WireError(.tooMany, .move, fullBoard(played, noun, next: next)) }
  }

  /// The error for a full board.
  func fullBoard(_ played: PlayedMatch, _ noun: String, next: String) -> String {
    "This \(noun) has had \(Drawing.count(played.moveCount, "move", "moves")), as many as it takes: \(next)"
  }

  /// Whether a full board still accepts moves that give up a part of the puzzle, of which there are few.
  func takesLastMoves(_ played: PlayedMatch) -> Bool {
    played.moveCount < limits.boardMoves &* max(1, played.players.count) &+ 64
  }

  /// Whether a board has had the most moves.
  func isFull(_ played: PlayedMatch) -> Bool {
    // With several players each of them has as many.
    played.moveCount >= limits.boardMoves &* max(1, played.players.count)
  }
}

extension JSON {
  /// Whether all strings and member names in it are printable.
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
  /// A game's rejection keeps its code and text.
  package init(_ rejection: Rejection) { self.init(code: rejection.code, message: rejection.message) }
}
