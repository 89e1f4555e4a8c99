import Foundation
import Testing

@Suite("The guide for game authors")
struct GameKitGuideTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  /// The code blocks of the guide that name a file, joined by file.
  private func shown() throws -> [String: String] {
    let guide = try String(contentsOf: Self.root.appending(path: "Sources/GameKit/GUIDE.md"), encoding: .utf8)
    var files: [String: String] = [:]
    for part in guide.components(separatedBy: "```swift ").dropFirst() {
      let lines = part.components(separatedBy: "\n")
      let code = lines.dropFirst().prefix { $0 != "```" }.joined(separator: "\n") + "\n"
      files[lines[0]] = files[lines[0]].map { $0 + "\n" + code } ?? code
    }
    return files
  }

  @Test(
    "The guide's code equals the compiled code, line by line",
    arguments: [
      ("Sources/TicTacToe/TicTacToe.swift", "Tests/TicTacToe/TicTacToe.swift"),
      ("Sources/TicTacToe/TicTacToe+Search.swift", "Tests/TicTacToe/TicTacToe+Search.swift"),
      ("Sources/TicTacToeServer/main.swift", "Tests/TicTacToeServer/main.swift"),
      ("Sources/TicTacToeBots/main.swift", "Tests/TicTacToeBots/main.swift"),
      ("Tests/TicTacToeTests/TicTacToeTests.swift", "Tests/GameKitTestingTests/TicTacToeTests.swift"),
      ("Sources/Bulls/Bulls.swift", "Tests/Bulls/Bulls.swift"),
      ("Tests/BullsTests/BullsTests.swift", "Tests/GameKitTestingTests/BullsTests.swift"),
    ])
  func code(inGuide: String, compiled: String) throws {
    let file = try String(contentsOf: Self.root.appending(path: compiled), encoding: .utf8)
    #expect(try shown()[inGuide] == file)
  }

  @Test("It shows no other files, and states its first game's number of lines, at most 56")
  func extent() throws {
    let shown = try shown()
    #expect(shown.count == 7)
    let game = try #require(shown["Sources/TicTacToe/TicTacToe.swift"])
    let (all, rules) = (lines(of: game), lines(of: game.components(separatedBy: "\nextension")[0]))
    #expect(rules <= 56)
    let guide = try String(contentsOf: Self.root.appending(path: "Sources/GameKit/GUIDE.md"), encoding: .utf8)
    #expect(
      guide.contains("\n\(rules) lines of rules") && guide.contains("and \(all - rules - 1) more for what people"))
  }

  @Test("Its excerpts of games for several players are in these games' sources")
  func excerpts() throws {
    let guide = try String(contentsOf: Self.root.appending(path: "Sources/GameKit/GUIDE.md"), encoding: .utf8)
    let blocks = guide.components(separatedBy: "\n```swift\n").dropFirst().map { part in
      part.components(separatedBy: "\n").prefix { $0 != "```" }.map { $0.trimmingCharacters(in: .whitespaces) }
    }.filter { !$0.contains("import PackageDescription") && !$0.contains { $0.hasPrefix(".target") } }
    let games = try ["Battleship", "HighCard"].map { game in
      let path = Self.root.appending(path: "Tests/TableGames/\(game).swift")
      return try String(contentsOf: path, encoding: .utf8).components(separatedBy: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }
    let excerpts = blocks.filter { $0.contains { $0.contains("parts") || $0.contains("signs") } }
    #expect(excerpts.count == 3)
    for excerpt in excerpts {
      #expect(games.contains { $0.contains(excerpt.joined(separator: "\n")) }, "\(excerpt)")
    }
  }

  private func lines(of text: String) -> Int { text.count { $0 == "\n" } }
}
