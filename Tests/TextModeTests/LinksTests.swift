import Testing
import WireProtocol

@testable import TextMode

@Suite("Links of drawn pages")
struct LinksTests {
  private func result(_ match: String) -> PastResult {
    PastResult(
      match: match, game: "wordle", mode: "daily", day: "2026-11-20", puzzle: 324, outcome: ["won": true],
      elapsedMilliseconds: 1000, share: "Parlor Wordle 324 1/6\n\n🟩🟩🟩🟩🟩")
  }

  @Test("Results side by side have their places, and lead to replay, sharing and copying")
  func blocks() {
    let page = HistoryAnswer(player: "ana", results: [result("7"), result("8")], next: "7").page()
    let replays = page.links.filter { $0.request is Request.Replay }
    #expect(
      replays.map(\.region) == [
        .init(line: 0, lines: 4, column: 0, width: 14), .init(line: 0, lines: 4, column: 17, width: 14),
      ])
    #expect(page.links.first { $0.key == "y" }?.copied == result("7").share)
    #expect(page.links.first { $0.key == "o" }?.request as? Request.History == .init(player: "ana", after: "7"))
  }

  @Test("Links are written before the text, with their requests")
  func written() {
    var page = DrawnPage("title")
    page.add([("In the lobby: ", nil), ("🟩ana", .init("statistics", Request.Stats(player: "ana")))])
    page.offer(.init("seek", Request.Seek(game: ""), key: "s", isForm: true))
    var json = JSONWriter()
    json.raw(Array("{\"type\":\"seeks\"}".utf8))
    json.newline()
    page.writeLinks(to: &json)
    let links =
      #"[{"line":1,"column":14,"width":5,"text":"statistics","request":{"type":"stats","player":"ana"}},"#
      + #"{"key":"s","text":"seek","request":{"type":"seek","game":""},"form":true}]"#
    #expect(String(decoding: json.bytes, as: UTF8.self) == "{\"type\":\"seeks\",\"links\":\(links)}\n")
    #expect(page.text == "title\nIn the lobby: 🟩ana")
  }
}
