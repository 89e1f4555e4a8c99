import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("A watcher's knowledge of boards")
struct WatcherScreenTests {
  private func board(_ rows: [String]) -> Board {
    Board(title: "Wordle round 1", rows: rows.map { Board.Row(letters: "     ", tiles: $0) })
  }

  private func room(_ mode: ModeKind) -> RoomModel {
    var joined = Joined(room: "lunch", seq: 1, viewer: "eve", game: "wordle", mode: mode, state: .watching, players: [])
    (joined.players, joined.playerCount) = (["ana", "ben"], 2)
    return RoomModel(joined, at: 0)
  }

  private func moved(_ player: String, _ rows: [String]) -> Event {
    .moved(
      Moved(
        place: EventPlace(room: "lunch", seq: 2), player: player, turn: ["tiles": .string(rows.last ?? "")],
        board: board(rows)))
  }

  @Test("A move in a race brings its player's whole board, and the next round empty boards")
  func race() throws {
    var room = room(.race)
    room.receive(moved("ana", ["⬛🟨⬛⬛⬛", "⬜⬜⬜⬜⬜"]), at: 0)
    room.receive(moved("ana", ["⬛🟨⬛⬛⬛", "🟩⬛⬛⬛⬛"]), at: 0)
    #expect(room.board == nil)
    let ana = try #require(room.others.first { $0.name == "ana" })
    #expect(ana.rows.map(\.tiles) == ["⬛🟨⬛⬛⬛", "🟩⬛⬛⬛⬛"])
    #expect(ana.board?.rows.count == 2)
    room.receive(
      .round(
        Round(place: EventPlace(room: "lunch", seq: 3), number: 2, board: board(["⬜⬜⬜⬜⬜"]), endsInSeconds: 60)), at: 0)
    #expect(room.state == .watching)
    #expect(room.board == nil)
    #expect(room.others.first { $0.name == "ana" }?.board?.rows.count == 1)
  }

  @Test("A move at a shared board changes that board")
  func together() {
    var room = room(.together)
    room.receive(moved("ana", ["⬛🟨⬛⬛⬛"]), at: 0)
    #expect(room.board?.rows.first?.tiles == "⬛🟨⬛⬛⬛")
    var digest = Digest(place: EventPlace(room: "lunch", from: 3, seq: 9), playerCount: 2, finished: 0, recent: ["ben"])
    digest.board = board(["🟩🟩🟩🟩🟩"])
    room.receive(.digest(digest), at: 0)
    #expect(room.board?.rows.first?.tiles == "🟩🟩🟩🟩🟩")
  }
}
