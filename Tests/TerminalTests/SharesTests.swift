import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

extension Answer {
  /// A message of the server with its page.
  static func page(_ message: some ServerMessage, _ page: DrawnPage) -> Answer {
    var writer = JSONWriter()
    message.write(to: &writer, answering: nil)
    page.writeLinks(to: &writer, for: "ana")
    writer.amendLine("drawn", page.text)
    return .message(Message((try? JSON(parsing: writer.bytes.dropLast()))?.objectValue ?? [:]))
  }
}

@Suite("The channel of shared results")
struct SharesTests {
  /// A page of grids side by side, each below its title, whose tiles hide letters.
  private static func page(_ grids: [(share: Int, lines: [String])]) -> Answer {
    var page = DrawnPage()
    let height = grids.map(\.lines.count).max() ?? 0
    let lines = (0..<height).map { line in
      grids.map { grid in
        let text = line < grid.lines.count ? grid.lines[line] : ""
        return text + String(repeating: " ", count: 30 - TextWidth.of(text))
      }.joined()
    }
    page.add(
      lines,
      grids.enumerated().map { column, grid in
        let region = DrawnPage.Region(line: 0, lines: grid.lines.count, column: 30 * column, width: 20)
        return (region, [DrawnPage.Link("letters", Request.Reveal(share: grid.share)).with(.letters)])
      })
    for (index, emoji) in Reaction.allCases.enumerated() {
      let link = DrawnPage.Link(emoji.rawValue, Request.React(share: 0, emoji: emoji), key: "\(index + 1)")
      page.offer(link.about("share_id"))
    }
    page.offer(.refresh(Request.Shares(), key: ""))
    return .page(SharesAnswer(entries: [], next: nil), page)
  }

  private static let two = page([
    (88, ["88 · ben", "Wordle 324 2/6", "⬛🟨⬛⬛🟩", "🟩🟩🟩🟩🟩"]), (87, ["87 · eva", "Wordle 324 1/6", "🟩🟩🟩🟩🟩"]),
  ])

  private static let letters = Answer.of(
    RevealAnswer(
      share: 88, player: "ben", game: "wordle",
      rows: [Board.Row(letters: "crane", tiles: "⬛🟨⬛⬛🟩"), Board.Row(letters: "bully", tiles: "🟩🟩🟩🟩🟩")]))

  private func opened() throws -> Stage {
    var stage = Stage()
    stage.press(.character("s"))
    let question = try #require(stage.asked.last { $0.type == "shares" })
    stage.happen(.answered(question, .success(Self.two)))
    return stage
  }

  @Test("A pasted result of several lines is one share; outside the channel it needs confirmation")
  func pasting() throws {
    let text = "Wordle 1,492 3/6\n\n⬛🟨⬛⬛⬛\n🟩⬛🟨⬛🟩\n🟩🟩🟩🟩🟩"
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.happen(.input(.paste(text)))
    #expect(stage.text.contains("Share this result?"))
    func shared() -> [String?] {
      stage.asked.filter { $0.type == "share" }.map { $0["text"] }
    }
    #expect(shared().isEmpty)
    stage.press(.enter)
    #expect(shared() == [text])
    stage.press(.function(2))
    let question = try #require(stage.asked.last { $0.type == "shares" })
    stage.happen(.answered(question, .success(Self.two)))
    stage.happen(.input(.paste(text)))
    #expect(shared() == [text, text])
    #expect(stage.app.room?.draft.isEmpty != false)
  }

  @Test("Letters of a grid are asked for once, and shown and hidden tile by tile, row by row, and all at once")
  func revealing() throws {
    var stage = try opened()
    #expect(stage.text.contains("88 · ben"))
    stage.press(.right, .character(" "))
    let question = Question.request("reveal", ["share_id": 88])
    #expect(stage.asked.last == question)
    stage.happen(.answered(question, .success(Self.letters)))
    #expect(stage.text.contains("(R") && !stage.text.contains("C") && !stage.text.contains("B"))
    let count = stage.asked.count
    stage.press(.down, .character("r"))
    #expect(stage.text.contains("[B[U[L[L[Y") && !stage.text.contains("·C"))
    stage.press(.enter)
    #expect(stage.text.contains("·C(R·A·N[E"))
    stage.press(.enter)
    #expect(!stage.text.contains("(R") && !stage.text.contains("[B"))
    #expect(stage.asked.count == count, "the letters are known")
  }

  @Test("A key of the page is about the grid at the cursor, which the arrow keys lead to over the tiles")
  func reacting() throws {
    var stage = try opened()
    stage.press(.character("2"))
    #expect(stage.asked.last == .request("react", ["share_id": 88, "emoji": "🎉"]))
    for _ in 0..<5 { stage.press(.right) }
    stage.press(.character("1"))
    #expect(stage.asked.last == .request("react", ["share_id": 87, "emoji": "👍"]))
  }

  @Test("After an answer the page is asked for again, and keeps the grid at the cursor and its letters")
  func keeping() throws {
    var stage = try opened()
    stage.press(.enter)
    stage.happen(.answered(.request("reveal", ["share_id": 88]), .success(Self.letters)))
    stage.press(.character("2"))
    let reacted = Reacted(share: 88, player: "ana", emoji: .party, reactions: Reactions())
    let question = try #require(stage.asked.last)
    stage.happen(.answered(question, .success(.of(reacted, drawn: "ana reacts to share 88: 🎉"))))
    #expect(stage.text.contains("ana reacts to share 88") && stage.asked.last?.type == "shares")
    let more = Self.page([
      (89, ["89 · tom", "Wordle 324 1/6", "🟩🟩🟩🟩🟩"]), (88, ["88 · ben", "Wordle 324 2/6", "⬛🟨⬛⬛🟩", "🟩🟩🟩🟩🟩"]),
    ])
    let again = try #require(stage.asked.last)
    stage.happen(.answered(again, .success(more)))
    #expect(stage.text.contains("·C(R·A·N[E") && stage.text.contains("▸88 · ben"))
  }

  @Test("Letters arrive while the page is asked for again, whichever is asked or answered first", arguments: 0..<4)
  func refreshed(order: Int) throws {
    var stage = try opened()
    func refresh() {
      stage.app.shell.now += 20_000
      stage.happen(.tick)
    }
    if order < 2 { refresh() }
    stage.press(.character(" "))
    if order >= 2 { refresh() }
    #expect(stage.asked.suffix(6).contains { $0.type == "reveal" } && stage.asked.count { $0.type == "shares" } == 2)
    let question = Question.request("reveal", ["share_id": 88])
    let again = try #require(stage.asked.last { $0.type == "shares" })
    if order % 2 == 0 { stage.happen(.answered(again, .success(Self.two))) }
    stage.happen(.answered(question, .success(Self.letters)))
    if order % 2 == 1 { stage.happen(.answered(again, .success(Self.two))) }
    #expect(stage.text.contains("·C"), "\(stage.text)")
  }

  @Test("Letters that must stay hidden are refused in a sentence, and the tiles stay as they are")
  func refused() throws {
    var stage = try opened()
    stage.press(.enter)
    let failure = Failure(code: "not_finished", message: "Finish that puzzle first.")
    stage.happen(.answered(.request("reveal", ["share_id": 88]), .failure(failure)))
    #expect(stage.text.contains("Finish that puzzle first.") && stage.text.contains("88 · ben"))
    stage.press(.enter)
    #expect(stage.asked.count { $0.type == "reveal" } == 2, "it may be finished by now")
  }

  @Test("Letters of a game that shares something other than its board are a page of their own")
  func otherBoard() throws {
    var stage = try opened()
    stage.press(.enter)
    let other = RevealAnswer(
      share: 88, player: "ben", game: "wordle", rows: [Board.Row(letters: "abc", tiles: "🟩🟩🟩")])
    stage.happen(
      .answered(.request("reveal", ["share_id": 88]), .success(.of(other, drawn: "🟩🟩🟩 abc\n\nIts words\nof today"))))
    #expect(stage.text.contains("abc") && !stage.text.contains("88 · ben"))
    stage.press(.escape)
    #expect(stage.text.contains("88 · ben"))
  }

  @Test("A click on a tile shows its letter; beside the grids nothing is asked")
  func clicking() throws {
    var stage = try opened()
    let y = try #require(stage.lines.firstIndex { $0.contains("87 · eva") }) + 2
    stage.happen(.input(.mouse(Mouse(act: .press, x: 2 + 30 + 4, y: y))))
    #expect(stage.app.page.chosen == 1 && stage.app.page.cell == BoardCell(x: 2, y: 0))
    #expect(stage.asked.last == .request("reveal", ["share_id": 87]))
    let count = stage.asked.count
    for (x, y) in [(0, 0), (26, y), (60, y), (10, 20)] {
      stage.happen(.input(.mouse(Mouse(act: .press, x: x, y: y))))
    }
    #expect(stage.asked.count == count)
  }
}
