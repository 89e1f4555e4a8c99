import GameKit
import Kernel
import Scores
import TestSeed
import Testing
import WireProtocol

private final class LineHost: KernelHost {
  var lines: [DocumentLine] = []
  var activity: Int { lines.count }

  func append(_ line: DocumentLine) -> Commit.Ticket {
    lines.append(line)
    return 1
  }

  func log(_ event: String, _ fields: JSONObject) {}
}

private struct Operator: Caller {
  var name: String { "operator" }
  func mayKnowDailies(ofDay number: Int) -> Bool { true }
}

@Suite("The document of scores")
struct ScoreDocumentTests {
  private static func kernel(most: Int = 20) -> Kernel { Kernel([Scores(token: AccessToken("sesame"), most: most)]) }

  private static func texts(_ kernel: Kernel) -> [String] {
    kernel.packed().map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// The list as clients see it.
  private static func list(_ kernel: Kernel) -> String? {
    let answer = kernel.answer(Request.Scores().call, for: Operator(), LineHost())
    return (try? answer?.result.get())?.drawn()
  }

  @Test("After random changes the log and a minimal snapshot fold to the same list")
  func folds() throws {
    var generator = SeededGenerator(seed: TestSeed.make())
    let kernel = Self.kernel()
    let host = LineHost()
    func ask(_ request: some WireRequest) { _ = kernel.answer(request.call, for: Operator(), host) }
    for turn in 0..<600 {
      let id = 250 + generator.number(below: 30)
      switch generator.number(below: 40) {
      case 0: ask(Request.ResetScores(token: "sesame"))
      case 1...15: ask(Request.DeleteScore(score: id, token: "sesame"))
      default:
        let player = ["ana", "Ben", nil][generator.number(below: 3)]
        let score = Score(
          id: id, date: Day(number: 1 + generator.number(below: 300)).text, word: "niño", tries: ["árbol", "niño"],
          player: player)
        ask(Request.AddScore(score: score, token: "sesame"))
      }
      guard turn % 50 == 49 else { continue }
      let restored = Self.kernel()
      #expect(restored.load(host.lines, damaged: []) == [])
      #expect(Self.texts(restored) == Self.texts(kernel) && Self.list(restored) == Self.list(kernel))
      let packed = Self.kernel()
      #expect(packed.load(kernel.packed(), damaged: []) == [])
      #expect(Self.texts(packed) == Self.texts(kernel) && Self.list(packed) == Self.list(kernel))
      #expect(kernel.packed().count <= 20 + 2 * ScoreDocument.initial.count)
    }
    #expect(host.lines.count > 100)
  }

  @Test("A new server has the initial scores, without log entries")
  func initial() {
    let kernel = Self.kernel()
    #expect(Self.texts(kernel) == [])
    #expect(kernel.gauges.map { $0.value() } == [3])
    #expect(Self.list(kernel)?.contains("262 · 2022-03-08") == true)
  }

  @Test("A score's words are only in the secret part of its line")
  func secret() throws {
    let host = LineHost()
    let score = Score(id: 1, date: "2026-11-20", word: "nymph", tries: ["crane", "nymph"])
    let request = Request.AddScore(score: score, token: "sesame")
    _ = Self.kernel().answer(request.call, for: Operator(), host)
    let line = try JSON(parsing: try #require(host.lines.first).bytes)
    let members = try #require(line.objectValue)
    #expect(members["secret"]?["word"] == "nymph")
    for (key, value) in members where key != "secret" { #expect(!"\(value)".contains("nymph")) }
  }
}
