import Testing
import WireProtocol

@Suite("Parts of a board")
struct BoardPartsTests {
  private func read(_ text: String) throws -> Board {
    let document = JSONDocument()
    try document.parse(text.utf8)
    return try Board(reading: MessageFields(document.root))
  }

  private func text(of board: Board) -> String {
    var json = JSONWriter()
    board.write(to: &json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private static let board: Board = {
    var board = Board(title: "T", rows: [])
    board.parts = [
      .grid("Sea", rows: [Board.Row(letters: "X·", tiles: "🟥⬜")], signs: [Board.Sign("X", "hit")], drag: "{x1},{y1}"),
      .cards("Hand", [Board.Card("7♠", name: "seven of spades", move: "7s", tile: .red), .faceDown()]),
      .cards("Table", []),
    ]
    board.parts[0].player = "ben"
    return board
  }()

  @Test("Parts are written as in PROTOCOL.md, and survive reading")
  func roundTrip() throws {
    let text = text(of: Self.board)
    #expect(
      text
        == #"{"title":"T","rows":[],"parts":[{"title":"Sea","player":"ben","rows":[{"letters":"X·","tiles":"🟥⬜"}],"#
        + #""signs":[{"letter":"X","text":"hit"}],"drag":"{x1},{y1}"},{"title":"Hand","cards":[{"face":"7♠","#
        + #""name":"seven of spades","move":"7s","tile":"🟥"},{}]},{"title":"Table","cards":[]}]}"#)
    #expect(try read(text) == Self.board)
  }

  @Test("Actions and what Enter means are written, and survive reading; a ninth action does not")
  func actions() throws {
    var board = Board(title: "T", rows: [], prompt: "What does casa mean?", gestures: [Gesture(.enter, "?")])
    board.actions = [Board.Action("show it", move: "?"), Board.Action("mark", move: "*")]
    let text = text(of: board)
    #expect(text.contains(#""gestures":[{"on":"enter","text":"?"}]"#))
    #expect(text.contains(#""actions":[{"text":"show it","move":"?"},{"text":"mark","move":"*"}]"#))
    #expect(try read(text) == board)
    board.actions = (1...9).map { Board.Action("act \($0)", move: "\($0)") }
    #expect(try read(self.text(of: board)).actions.map(\.move) == ["1", "2", "3", "4", "5", "6", "7", "8"])
  }

  @Test("Guesses at a word are marked, and stay so when a board is cut to size")
  func tries() throws {
    var board = Board(title: "T", rows: [])
    board.parts = [.tries("Word 1", rows: [Board.Row(letters: "crane", tiles: "⬛🟨⬛⬛🟩")])]
    var json = JSONWriter()
    board.bounded.write(to: &json)
    let text = String(decoding: json.bytes, as: UTF8.self)
    #expect(text.contains(#""parts":[{"title":"Word 1","rows":[{"letters":"crane","tiles":"⬛🟨⬛⬛🟩"}],"tries":true}]"#))
    #expect(try read(text) == board)
  }

  @Test("Unknown parts and colours are ignored")
  func future() throws {
    let parts = #"{"title":"Dice","dice":[1]},{"title":"H","cards":[{"face":"1","tile":"🟣"}]}"#
    let text = #"{"title":"T","rows":[],"parts":[\#(parts)]}"#
    #expect(try read(text).parts == [.cards("H", [Board.Card("1")])])
  }

  @Test("A board that is too large is cut to the limits, and unshowable characters are replaced")
  func bounds() throws {
    let row = #"{"letters":"\#(String(repeating: "a", count: 500))","tiles":"\#(String(repeating: "⬜", count: 500))"}"#
    let rows = Array(repeating: row, count: 500).joined(separator: ",")
    let accents = String(repeating: "\u{301}", count: 5000)
    let move = String(repeating: "m", count: 201)
    let card = #"{"face":"\u001b[2J\u202e","name":"a\u0007b\#(accents)","move":"\#(move)"}"#
    let cards = Array(repeating: card, count: 5000).joined(separator: ",")
    let parts = (0..<40).map { #"{"title":"P\#($0)","rows":[\#(rows)],"drag":"\u0000"}"# }
    let all = [#"{"title":"H","cards":[\#(cards)]}"#] + parts
    let board = try read(#"{"title":"T","rows":[],"parts":[\#(all.joined(separator: ","))]}"#)
    #expect(board.parts.count == 8)
    let shown = Board.Card("\u{FFFD}[2J\u{FFFD}", name: "a\u{FFFD}\u{FFFD}")
    #expect(board.parts[0].cards == Array(repeating: shown, count: 120))
    let grid = try #require(board.parts[1].grid)
    #expect(grid.rows.count == 40 && grid.rows.allSatisfy { $0.letters.count == 40 && $0.tiles.count == 40 })
    #expect(grid.drag == "")
    #expect(text(of: board).utf8.count < 80_000)
  }

  @Test("Watchers get no moves")
  func withoutMoves() {
    var board = Self.board
    board.removePartMoves()
    #expect(board.parts[0].grid?.drag == "" && board.parts[1].cards?.map(\.move) == ["", ""])
    #expect(board.parts[1].cards?.first?.words == "seven of spades")
  }

  @Test(
    "A card has a description in words",
    arguments: [
      (Board.Card("7♠", name: "seven of spades"), "seven of spades"), (Board.Card("12"), "12"),
      (Board.Card.faceDown(), "face down"),
      (Board.Card.faceDown(name: "the deck", move: "draw"), "the deck, face down"),
    ])
  func words(_ card: Board.Card, _ words: String) { #expect(card.words == words) }
}
