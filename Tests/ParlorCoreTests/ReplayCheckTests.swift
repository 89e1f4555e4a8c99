import CoreHarness
import GameKit
import Quiz
import Storage
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Modified replays")
struct ReplayCheckTests {
  private let words = WordDeck(name: "spanish", title: "Spanish", language: "Spanish", count: 40) {
    (1...40).map { WordDeck.Word(original: "palabra\($0)", translation: "word\($0)") }
  }

  private var games: [GameModule] { [GameModule(QuizSource(decks: [words]))] }

  /// The lines of a quiz that ana, ben and cleo have played: ana was right, ben was wrong, cleo said nothing.
  private func replay() throws -> [JSON] {
    let storage = try SQLiteStorage(folder: ":memory:", options: World.storageOptions)
    let world = World(games: games, storage: storage)
    for name in ["ana", "ben", "cleo"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"class","game":"quiz","settings":{"questions":1}}"#)
    for name in ["ben", "cleo"] { world.send(name, #"{"type":"join","room":"class"}"#) }
    world.clear()
    let board = world.send("ana", #"{"type":"start","room":"class"}"#).first("round")?["board"]
    let choices = (board?["choices"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
    let asked = board?["data"]?["text"]?.stringValue?.dropFirst("palabra".count) ?? ""
    let right = try #require(choices.firstIndex(of: "word\(asked)"))
    world.send("ana", #"{"type":"move","room":"class","text":"\#(right + 1)"}"#)
    world.send("ben", #"{"type":"move","room":"class","text":"\#((right + 1) % 4 + 1)"}"#)
    world.wait(seconds: 60)
    world.clear()
    let history = world.send("ana", #"{"type":"history"}"#).last
    let match = try #require(history?["results"]?.arrayValue?.first?["match"]?.stringValue)
    let lines = world.send("ana", #"{"type":"replay","match":"\#(match)"}"#)
    return try lines.filter { $0.type?.hasPrefix("replay_") == true }.map { try JSON(parsing: Array($0.text.utf8)) }
  }

  private func fault(_ lines: [JSON]) -> String? {
    do throws(ReplayFile.Fault) {
      _ = try ReplayFile.check(lines, games: games)
      return nil
    } catch { return "line \(error.line): \(error.message)" }
  }

  private func changed(_ line: JSON, _ member: String, _ value: JSON) -> JSON {
    var object = line.objectValue ?? [:]
    object[member] = value
    return .object(object)
  }

  @Test("A changed result or a changed player of a move is detected and named, and so is a missing result")
  func touched() throws {
    let lines = try replay()
    let results = lines.indices.filter { lines[$0]["type"] == "replay_outcome" }
    try #require(results.count == 3)
    #expect(fault(lines) == nil, "\(fault(lines) ?? "")")
    let changes: [(member: String, value: JSON)] = [
      ("won", .bool(lines[results[0]]["won"] != true)), ("points", 7), ("tries", 1), ("place", 9), ("result", "drawn"),
      ("team", "red"), ("share", "Parlor Quiz race 1/3"),
    ]
    for result in results {
      for (member, value) in changes where lines[result][member] != value {
        var touched = lines
        touched[result] = changed(lines[result], member, value)
        let found = fault(touched)
        #expect(found?.hasPrefix("line \(result + 1): the moves lead to another \(member): ") == true, "\(found ?? "")")
      }
    }
    let move = try #require(lines.firstIndex { $0["type"] == "replay_move" })
    #expect(
      fault(lines.enumerated().map { $0.offset == move ? changed($0.element, "text", "other") : $0.element })
        == "line \(move + 1): the text of this move is another than the file says")
    for line in lines.indices.dropFirst() {
      for (member, value) in [("player", "dora" as JSON), ("player_number", 4711)] {
        var touched = lines
        touched[line] = changed(lines[line], member, value)
        #expect(fault(touched) != nil, "\(member) on line \(line + 1)")
      }
    }
    for result in results {
      var touched = lines
      touched.remove(at: result)
      let name = lines[result]["player"]?.stringValue ?? ""
      #expect(fault(touched)?.contains("the result of \(name) is missing") == true)
      let players = (lines[0]["players"]?.arrayValue ?? []).filter { $0["player"]?.stringValue != name }
      touched[0] = changed(lines[0], "players", .array(players))
      // Whoever has made no move is nowhere else in the file.
      if name != "cleo" { #expect(fault(touched)?.contains("the result of \(name) is missing") == true) }
      touched.append(lines[results[(result + 1 - results[0]) % 3]])
      #expect(fault(touched)?.contains("has had a result already") == true)
    }
  }
}
