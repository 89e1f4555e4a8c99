import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Quiz on a server process", .waiting)
struct QuizProcessTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "parlor-quiz-\(UUID().uuidString)")

  private func server() throws -> ServerProcess {
    try ServerProcess(["--data", folder.path, "--limit", "burst=1000"])
  }

  private func question(_ board: JSON?) -> (text: String, choices: [String])? {
    guard let text = board?["data"]?["text"]?.stringValue else { return nil }
    return (text, board?["choices"]?.arrayValue?.compactMap { $0["text"]?.stringValue } ?? [])
  }

  @Test("A quiz from the owner's words survives kill -9 with all answers and points")
  func ownWords() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var server = try server()
    var (ana, token) = try SocketClient.loggedIn(at: server, #""name":"ana""#)
    _ = try ana.ask(#"{"type":"add_language","name":"Elvish"}"#)
    for number in 1...8 {
      let added = try ana.ask(
        #"{"type":"add_word","language":"Elvish","original":"word\#(number)","translation":"meaning\#(number)"}"#)
      #expect(!added.contains("error"), "\(added)")
    }
    let settings = #"{"deck":"my-%","questions":4,"seconds":120}"#
    let create = #"{"type":"create","room":"class","game":"quiz","settings":\#(settings)}"#
    let unknown = try JSON(parsing: ana.ask(create.replacing("%", with: "klingon")))
    #expect(unknown["code"] == "not_found")
    let marked = try JSON(parsing: ana.ask(create.replacing("my-%", with: "marked-elvish")))
    #expect(marked["message"] == "The deck marked-elvish has words for 0 questions, and not for 4")
    let joined = try JSON(parsing: ana.ask(create.replacing("%", with: "elvish")))
    #expect(joined["state"] == "waiting" && !joined.text.contains("meaning"))
    ana.send(line: #"{"type":"start"}"#)
    let first = try #require(question(try ana.message("round")["board"]))
    #expect(first.text.hasPrefix("word") && first.choices.allSatisfy { $0.hasPrefix("meaning") })
    let right = try #require(first.choices.firstIndex(of: first.text.replacing("word", with: "meaning")))
    ana.send(line: #"{"type":"move","move":{"choice":\#(right + 1)}}"#)
    let shown = try JSON(parsing: ana.line { $0.contains(#""event":"time""#) })
    let points = try #require(shown["board"]?["data"]?["points"]?.intValue)
    #expect(points > 500 && shown["turn"]?["right"] == 1)

    server.killNow()
    server = try self.server()
    (ana, token) = try SocketClient.loggedIn(at: server, #""token":"\#(token)""#)
    ana.send(line: #"{"type":"join","room":"class"}"#)
    let back = try #require(try ana.message("joined")["board"]?["data"])
    // If the restart took long, the next question may be open.
    #expect(back["phase"] == "answer" || (2...4).contains(back["question"]?.intValue ?? 0))
    #expect(back["points"]?.intValue == points)
    var over = back
    while over["type"] != "round_over" {
      ana.send(line: #"{"type":"skip"}"#)
      over = try ana.message()
    }
    #expect(over["standings"]?.arrayValue?.first?["outcome"]?["points"]?.intValue == points)
    ana.send(line: #"{"type":"start"}"#)
    let next = try #require(question(try ana.message("round")["board"]))
    #expect(next.text.hasPrefix("word") && next.text != first.text)
    let results = try JSON(parsing: ana.ask(#"{"type":"results"}"#))
    #expect(results["n"] == 2)
    #expect(results["csv"]?.stringValue?.hasPrefix("place,player,progress\n,ana,0\n") == true)
  }
}
