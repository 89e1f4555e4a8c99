import GameKitTesting
import GameProcess
import GameProcessTesting
import Testing
import WaitingTrait

@Suite("A new game", .waiting)
struct NewGameTests {
  @Test("A name consists of words of letters")
  func names() throws {
    let game = try NewGame(name: "word-chain")
    #expect(game.id == "wordchain")
    #expect(game.title == "Word chain")
    for name in ["", "-", "Chess", "a b", "../x", "x1", String(repeating: "a", count: 31)] {
      #expect(throws: NewGame.Failure.self) { try NewGame(name: name) }
    }
  }

  @Test(
    "A name that the language or the server uses is refused",
    arguments: [
      (NewGame.Language.python, "json"), (.python, "random"), (.python, "string"), (.python, "enum"), (.node, "game"),
      (.swift, "class"), (.swift, "game-kit"), (.swift, "foundation"), (.swift, "board"), (.node, "help"),
    ])
  func taken(_ language: NewGame.Language, _ name: String) throws {
    let failure = try #require(throws: NewGame.Failure.self) {
      try NewGame(name: name).files(language, checkout: "", reading: { _ in "" })
    }
    #expect(failure.message.hasSuffix(": choose another name"))
  }

  @Test("A new game in Python passes the checks", .enabled(if: Programs.python))
  func python() throws { try check(.python, ["python3"]) }

  @Test("A new game in JavaScript passes the checks", .enabled(if: Programs.node))
  func node() throws { try check(.node, ["node"]) }

  private func check(_ language: NewGame.Language, _ interpreter: [String], function: String = #function) throws {
    let folder = Programs.Folder()
    let files = try NewGame(name: "far-away").files(language, checkout: "", reading: Programs.text(of:))
    let paths = files.map { folder.write($0.text, to: $0.path) }
    let text = try #require(files.first).text
    #expect(!text.contains("ewGame"))
    let report = try checkProgram(
      ProgramCommand(interpreter + paths.prefix(1)), ProgramCheck(budget: 10_000, totalSeconds: 900, puzzles: 2),
      identity: language.rawValue, function: function)
    #expect(report.isSound, "\(report)")
    #expect(report.game == "faraway")
  }

  @Test("A new game in Swift is a package with a game, a server and a test")
  func swift() throws {
    let files = try NewGame(name: "far-away").files(.swift, checkout: "/src/parlor", reading: Programs.text(of:))
    #expect(
      files.map(\.path) == [
        "Package.swift", "Sources/FarAway/FarAway.swift", "Sources/FarAwayServer/main.swift",
        "Tests/FarAwayTests/FarAwayTests.swift",
      ])
    #expect(files.allSatisfy { !$0.text.lowercased().contains("tictactoe") })
    #expect(files[1].text.contains("struct FarAway: TurnGame {"))
    #expect(files[3].text.contains("checkGame(FarAway.self, farAwaySource)"))
  }

  @Test("A missing template is an error")
  func missing() throws {
    #expect(throws: NewGame.Failure.self) {
      try NewGame(name: "x").files(.python, checkout: "", reading: { _ in nil })
    }
  }
}
