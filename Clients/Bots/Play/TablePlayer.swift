internal import ClientKit
internal import WireProtocol

/// Plays one room's matches from their boards: moves when the board offers a move.
struct TablePlayer {
  let room: String
  private let client: Client
  private var chooser: MoveChooser
  private let settings: JSON?
  /// The number of the last own move: earlier events are ignored.
  private var movedAt = 0

  /// Repeated refusals have a cause that no other move removes.
  private static let maxRefusals = 5

  init(_ client: Client, _ chooser: MoveChooser, in joined: Joined) {
    self.client = client
    self.chooser = chooser
    room = joined.room
    settings = joined.settings
  }

  /// The result of an event.
  enum Outcome {
    case moved(Moved, ChosenMove)
    case refused(WireError)
  }

  /// Moves if the event brings a board on which the bot must.
  ///
  /// - Returns: `nil` if there was nothing to do.
  mutating func react(to event: Event) async throws(RequestError) -> Outcome? {
    switch event {
    case .joined(let joined), .resumed(let joined), .resynchronised(let joined):
      return try await act(on: joined.state == .playing ? joined.board : nil, after: joined.seq)
    case .round(let round): return try await act(on: round.board, after: round.place.seq)
    case .moved(let moved): return try await act(on: moved.board, after: moved.place.seq)
    default: return nil
    }
  }

  /// - Parameter seq: the number of the event with the board.
  private mutating func act(on board: Board?, after seq: Int) async throws(RequestError) -> Outcome? {
    guard seq >= movedAt, let board else { return nil }
    for attempt in 0..<Self.maxRefusals {
      guard let move = chooser.choose(on: board, as: client.name, settings: settings, atRandom: attempt > 0) else {
        return nil
      }
      do throws(RequestError) {
        let moved = try await play(move)
        movedAt = moved.place.seq
        return .moved(moved, move)
      } catch {
        guard case .refused(let refusal) = error else { throw error }
        // The board has changed: a new one is on its way.
        if Self.raceErrors.contains(refusal.code) { return nil }
        if attempt == Self.maxRefusals - 1 { return .refused(refusal) }
      }
    }
    return nil
  }

  private static let raceErrors: Set<String> = ["not_your_turn", "game_over", "not_playing", "paused", "not_in_room"]

  private func play(_ move: ChosenMove) async throws(RequestError) -> Moved {
    switch move {
    case .typed(let json): try await client.move(json, in: room)
    case .text(let text): try await client.move(text, in: room)
    }
  }
}
