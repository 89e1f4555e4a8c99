import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Screens as text")
struct ViewTests {
  static let sizes = [(40, 15), (80, 24), (200, 50)]

  private func wordle(_ width: Int, _ height: Int, look: Look = .signs) -> Stage {
    var stage = Stage(width: width, height: height, look: look)
    let keys = [
      Board.Keys(tile: .right, letters: "e"), Board.Keys(tile: .elsewhere, letters: "r"),
      Board.Keys(tile: .absent, letters: "acn"),
    ]
    stage.enter(Stage.wordle([("crane", "⬛🟨⬛⬛🟩")], keys: keys))
    stage.type("ou")
    return stage
  }

  @Test("Wordle in a small window without colours")
  func small() {
    let expected = [
      " Wordle 324 · today                 ana",
      "      ·c·   (r)   ·a·   ·n·   [E]",
      "       O     U     _     _     _",
      "       _     _     _     _     _",
      "       _     _     _     _     _",
      "       _     _     _     _     _",
      "       _     _     _     _     _",
      "                  2/6",
      "        Guess a five-letter word",
      "                  › ou",
      "      q  w [E](r) t  y  u  i  o  p",
      "      ·a· s  d  f  g  h  j  k  l",
      "          z  x ·c· v  b ·n· m",
      "",
      " esc lobby  tab talk  ↵ send  F1 help",
    ]
    #expect(wordle(40, 15).lines == expected)
  }

  @Test("Everything needed to play is visible, at every size and in every look", arguments: sizes)
  func everySize(width: Int, height: Int) {
    for look in [Look.colour, .contrast, .signs] {
      let stage = wordle(width, height, look: look)
      let text = stage.text
      for part in ["Wordle 324", "2/6", "Guess a five-letter word", "› ou", "F1 help"] {
        #expect(text.contains(part), "\(width)×\(height) \(look): \(part)")
      }
      // Six rows of tiles and three of keys: the right letter is on a tile and on a key.
      #expect(text.count { $0 == "E" } == 2)
      let cursor = stage.app.frame().cursor
      #expect(cursor.map { stage.lines[$0.y].contains("› ou") } == true)
    }
  }

  @Test("A grid has the names of its columns and rows, and shows the selection")
  func field() {
    var stage = Stage(width: 40, height: 15)
    stage.enter(PointerTests.field)
    stage.press(.right, .character(" "), .right, .right)
    let text = stage.text
    #expect(text.contains("A    B    C    D"))
    #expect(text.contains("»A«  »B«  ‹C›   D"))
    stage.press(.character(" "))
    #expect(stage.moves == ["0,0 2,0"])
  }

  @Test("A grid larger than the window shows the part at the cursor")
  func scrolling() {
    let rows = (0..<40).map { _ in
      Board.Row(letters: String(repeating: "x", count: 60), tiles: String(repeating: "⬜", count: 60))
    }
    var stage = Stage(width: 40, height: 15)
    stage.enter(Board(title: "Large", rows: rows, gestures: [Gesture(.drag, "{x1},{y1} {x2},{y2}")], isGrid: true))
    for _ in 0..<45 { stage.press(.down) }
    #expect(stage.text.contains("40"))
    #expect(stage.app.room?.pointer.cell.y == 39)
  }

  @Test("A grid does not scroll while a mouse button is held")
  func heldMouse() {
    let rows = (0..<40).map { _ in Board.Row(letters: "abcdefgh", tiles: "⬜⬜⬜⬜⬜⬜⬜⬜") }
    var stage = Stage(width: 40, height: 15)
    stage.enter(Board(title: "Large", rows: rows, gestures: [Gesture(.drag, "{x1},{y1} {x2},{y2}")], isGrid: true))
    func rowNumbers() -> [String] { stage.lines.map { String($0.drop { $0 == " " }.prefix { $0.isNumber }) } }
    let before = rowNumbers()
    let line = before.lastIndex { !$0.isEmpty } ?? 0
    let column = stage.lines[line].firstIndex { $0.lowercased() == "a" }.map {
      stage.lines[line].distance(from: stage.lines[line].startIndex, to: $0)
    }
    for act in [Mouse.Act.press, .drag] {
      stage.happen(.input(.mouse(Mouse(act: act, x: column ?? 0, y: line))))
      #expect(rowNumbers() == before)
    }
    stage.happen(.input(.mouse(Mouse(act: .release, x: column ?? 0, y: line - 1))))
    let last = (Int(before[line]) ?? 0) - 1
    #expect(stage.moves == ["0,\(last) 0,\(last - 1)"])
  }

  @Test("The lobby lists today's games and the rooms", arguments: sizes)
  func lobby(width: Int, height: Int) {
    var stage = Stage(width: width, height: height)
    let rooms = [
      RoomSummary(room: "wordle", game: "wordle", mode: .daily, playerCount: 3, watcherCount: 0, isOpen: true),
      RoomSummary(room: "lunch", game: "wordle", mode: .race, playerCount: 2, watcherCount: 1, isOpen: true),
    ]
    stage.happen(.answered(.request("rooms"), .success(.of(RoomsAnswer(rooms: rooms)))))
    let text = stage.text
    for part in ["Today · 2026-11-20", "1 Wordle", "not played yet", "2 Field", "lunch", "Wordle · race", "? help"] {
      #expect(text.contains(part), "\(width)×\(height): \(part)")
    }
    #expect(stage.lines.allSatisfy { TextWidth.of($0) <= width })
  }

  @Test("Help can be read to its end in a small window")
  func help() {
    var stage = Stage(width: 40, height: 15)
    stage.press(.character("?"))
    #expect(stage.text.contains("Help"))
    for _ in 0..<60 { stage.press(.down) }
    #expect(stage.text.contains("^C leaves"))
    stage.press(.up)
    #expect(!stage.text.contains("F1 help also"), "one line up is one line")
    stage.press(.escape)
    #expect(!stage.text.contains("Help"))
  }

  @Test("Every topic of help fits 80 by 24, from every screen")
  func topics() {
    var stage = Stage()
    stage.enter(Stage.wordle())
    stage.app.shell.rules["wordle"] = Array(repeating: "A rule.", count: 12)
    for place in [Place.lobby, .room("wordle"), .page] {
      stage.app.shell.go(to: place)
      stage.app.shell.help = Help()
      let screen = stage.app[place]
      let topics = HelpView(shell: stage.app.shell, help: Help(), screen: screen).topics.map(\.title)
      #expect(topics == (place == .room("wordle") ? ["Rules", "Keys", "Commands"] : ["Keys", "Commands"]))
      for (index, topic) in topics.enumerated() {
        #expect(stage.app.shell.help?.topic == index)
        let view = HelpView(shell: stage.app.shell, help: Help(topic: index), screen: screen)
        #expect(view.lastOffset == 0, "\(topic) of \(place)")
        #expect(!stage.text.contains("↑↓ more") && stage.text.contains(topic))
        stage.press(.tab)
      }
      #expect(stage.app.shell.help?.topic == 0)
      stage.press(.escape)
      #expect(stage.app.shell.help == nil)
    }
  }

  @Test("Tiles turn one after the other, and a win is celebrated briefly; not without animation")
  func animation() {
    var stage = Stage(isAnimated: true)
    stage.enter(Stage.wordle())
    stage.app.shell.now = 1000
    let board = Stage.wordle([("crane", "🟩🟩🟩🟩🟩")])
    let moved = Moved(place: EventPlace(room: "wordle", seq: 2), player: "ana", turn: [:], board: board)
    stage.happen(.heard(.moved(moved)))
    #expect(stage.text.contains("[C]") && !stage.text.contains("[E]"))
    #expect(stage.app.nextChange == 33)
    stage.app.shell.now += 500
    #expect(stage.text.contains("[E]"))
    #expect(!stage.app.isAnimating)
    var still = Stage(isAnimated: false)
    still.enter(Stage.wordle())
    still.happen(.heard(.moved(moved)))
    #expect(still.text.contains("[E]") && !still.app.isAnimating)
  }
}
