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

  @Test("Other viewers are not offered what only the player can do with a result")
  func others() {
    func keys(_ outcome: JSONObject, for reader: String) -> String {
      var told = result("7")
      told.outcome = outcome
      var json = JSONWriter()
      json.raw(Array("{}\n".utf8))
      HistoryAnswer(player: "ana", results: [told]).page().writeLinks(to: &json, for: reader)
      let text = String(decoding: json.bytes, as: UTF8.self)
      return ["replay", "share", "copy"].filter { text.contains("\"text\":\"\($0)") }.joined(separator: " ")
    }
    #expect(keys(["won": true], for: "ana") == "replay share copy")
    #expect(keys(["won": true], for: "ben") == "copy")
    #expect(keys(["won": true, "word": "bully"], for: "ben") == "replay copy")
  }

  @Test("Guests are not offered requests that need a name")
  func guests() {
    for (reader, isOffered) in [("ana", true), ("guest-12ab", false)] {
      var page = DrawnPage("Arena 7")
      page.offer(.init("take part", Request.JoinArena(code: 7), key: "t"))
      var json = JSONWriter()
      json.raw(Array("{}\n".utf8))
      page.writeLinks(to: &json, for: reader)
      #expect(String(decoding: json.bytes, as: UTF8.self).contains("take part") == isOffered)
    }
  }

  @Test("What is typed stands only in the text for those who type")
  func typed() {
    var page = DrawnPage("There is no arena", typed: ": /new-arena opens one")
    page.add("  ben  lastword", typed: "  ben: /seek lastword", [])
    page.advise("/arenas lists them")
    #expect(page.text == "There is no arena\n  ben  lastword")
    #expect(
      page.typedText == "There is no arena: /new-arena opens one\n  ben: /seek lastword\n/arenas lists them")
  }

  @Test("Links are written before the text, with their requests")
  func written() {
    var page = DrawnPage("title")
    page.add([("In the lobby: ", nil), ("🟩ana", .init("statistics", Request.Stats(player: "ana")))])
    page.offer(.init("seek", Request.Seek(game: ""), key: "s", asks: ["game", "clock"]))
    var json = JSONWriter()
    json.raw(Array("{\"type\":\"seeks\"}".utf8))
    json.newline()
    page.writeLinks(to: &json, for: "ana")
    let links =
      #"[{"line":1,"column":14,"width":5,"text":"statistics","request":{"type":"stats","player":"ana"}},"#
      + #"{"key":"s","text":"seek","request":{"type":"seek","game":""},"form":["game","clock"]}]"#
    #expect(String(decoding: json.bytes, as: UTF8.self) == "{\"type\":\"seeks\",\"links\":\(links)}\n")
    #expect(page.text == "title\nIn the lobby: 🟩ana")
  }
}
