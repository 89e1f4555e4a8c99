import CoreHarness
import GameKit
import Kernel
import Testing
import WireProtocol

@testable import Order
@testable import ParlorCore

/// Those who keep order see what was reported, are told that it waits, and say what they have decided.
@Suite("Handling reports")
struct SettlingTests {
  private let world: World

  /// `mia` is a moderator; she, `ana` and `ben` are in today's puzzle, and the console is there.
  init() throws {
    world = try World(stores: true)
    for name in ["ana", "ben", "mia"] {
      world.logIn(name)
      world.send(name, #"{"type":"join","room":"wordle"}"#)
    }
    world.connectConsole("op")
    world.send("op", "appoint mia")
    world.clear()
  }

  private func say(_ text: String, _ name: String = "ben") -> Int {
    world.send(name, #"{"type":"say","room":"wordle","text":"\#(text)"}"#).last?["seq"]?.intValue ?? 0
  }

  private func report(_ seq: Int, by name: String = "ana") {
    world.send(name, #"{"type":"report","room":"wordle","seq":\#(seq),"reason":"insults"}"#)
  }

  @Test("A report names the player by the current name, although somebody else has the former one")
  func renamed() {
    report(say("mustard"))
    world.send("ben", #"{"type":"rename","name":"angel"}"#)
    world.logIn("zoe")
    world.send("zoe", #"{"type":"rename","name":"ben"}"#)
    #expect(reports("mia")["reports"]?.arrayValue?.map { $0["player"] } == ["angel"])
  }

  private func reports(_ name: String, _ fields: String = "") -> Line {
    world.send(name, #"{"type":"reports"\#(fields)}"#).last ?? Line("{}")
  }

  private func numbers(_ line: Line) -> [Int?] {
    line["reports"]?.arrayValue?.map { $0["report"]?.intValue } ?? []
  }

  @Test("A moderator reads reported lines, also redacted ones, and settles the report; the audit log has who and how")
  func settles() throws {
    let seq = say("mustard")
    report(seq)
    world.send("mia", #"{"type":"hide","room":"wordle","seq":\#(seq)}"#)
    let shown = try #require(reports("mia")["reports"]?.arrayValue?.first)
    #expect(shown["by"] == "ana" && shown["player"] == "ben" && shown["room"] == "wordle")
    #expect(shown["said"]?.arrayValue == [["seq": .int(seq), "text": "mustard"]])
    let done = world.send("mia", #"{"type":"settle_report","report":1,"text":"warned"}"#).last
    #expect(done?["act"]?["act"] == "settle_report" && done?["act"]?["target"] == "1")
    #expect(numbers(reports("mia")) == [] && reports("mia")["waiting"] == 0)
    let settled = try #require(reports("op", #","settled":true"#)["reports"]?.arrayValue?.first)
    #expect(settled["settled_by"] == done?["act"]?["number"])
    let act = world.send("op", #"{"type":"audit","limit":1}"#).last?["acts"]?.arrayValue?.first
    #expect(act?["by"] == "mia" && act?["player"] == "ben" && act?["text"] == "warned")
    for report in [1, 2] {
      #expect(world.send("op", #"{"type":"settle_report","report":\#(report)}"#).last?.code == "not_found report")
    }
  }

  @Test("Reports are handled by text commands, on the console without a slash")
  func text() {
    report(say("mustard"))
    #expect(world.send("mia", "/reports").text.contains("ben by ana, insults, in wordle\n  #"))
    #expect(world.send("op", "reports").text.hasSuffix("mustard"))
    #expect(world.send("mia", "/settle 1 nothing to it").text.hasPrefix("Done."))
    #expect(world.send("op", "reports").text == "No report waits.")
    #expect(world.send("op", "reports settled").text.contains("(settled by act 2)"))
    #expect(world.send("op", "settle").text.hasPrefix("Type it like this: "))
  }

  @Test("A page has a limited number of reports, the newest first, and of bytes")
  func pages() {
    for number in 1...5 { report(say("line \(number)")) }
    let first = reports("mia", #","limit":2"#)
    #expect(numbers(first) == [5, 4] && first["next"] == 4 && first["waiting"] == 5)
    #expect(numbers(reports("mia", #","limit":2,"after":2"#)) == [1])
    for limit in [0, 51] { #expect(reports("mia", #","limit":\#(limit)"#).code == "bad_field") }
    // Each as large as a report may be.
    let most = StoredReport(
      id: 0, reporter: PlayerID(1), reported: PlayerID(2), at: world.now, address: "test",
      content: Report(
        reporter: "ana", reported: "ben", said: [Report.Line(seq: 1, String(repeating: "x", count: Report.mostBytes))],
        reason: "spam"))
    for id in 6...60 {
      var report = most
      report.id = Int64(id)
      world.safetyDocument?.emit(.reported(report), through: world.parlor.hub)
    }
    let large = world.send("mia", #"{"type":"reports","limit":50}"#)
    #expect(large.last?["next"] != nil && large.text.utf8.count < 80_000)
    #expect((10...50).contains(numbers(large.last ?? Line("{}")).count))
  }

  @Test("Reports about a moderator are shown to the operator only")
  func moderators() {
    report(say("mustard", "mia"))
    #expect(numbers(reports("mia")) == [] && reports("mia")["waiting"] == 0)
    #expect(world.send("mia", #"{"type":"settle_report","report":1}"#).last?.code == "not_found report")
    #expect(numbers(reports("op")) == [1])
    #expect(world.send("op", #"{"type":"settle_report","report":1}"#).last?.type == "done")
  }

  @Test("Moderators are told of open reports at login and when one arrives, but not of each")
  func notices() {
    let seq = say("mustard")
    world.clear()
    report(seq)
    let told = world.take("mia").last
    #expect(told?.type == "announcement" && told?["text"] == "1 report waits: /reports shows what was said")
    #expect(world.take("op").text == "*** 1 report waits: reports shows what was said")
    #expect(world.take("ben") == [])
    report(say("more"))
    #expect(!world.take("mia").contains { $0.type == "announcement" })
    world.wait(seconds: 601)
    report(say("and more"))
    #expect(world.take("mia").last?["text"] == "3 reports wait: /reports shows what was said")
  }

  @Test("A moderator who resumes by token is told of open reports, and nobody else is")
  func login() throws {
    let token = world.logIn("max")
    world.send("op", "appoint max")
    world.drop("max")
    report(say("mustard"))
    world.connect("max")
    #expect(world.send("max", #"{"type":"login","token":"\#(token)"}"#).types.contains("announcement"))
    world.send("op", "dismiss max")
    world.drop("max")
    world.connect("max")
    #expect(!world.send("max", #"{"type":"login","token":"\#(token)"}"#).types.contains("announcement"))
  }

  @Test("Talk of finished players is shown to moderators who have finished, to the operator, and to all after the day")
  func secrets() throws {
    let word = try #require(world.answer(in: "wordle"))
    for name in ["ana", "ben"] { world.send(name, #"{"type":"move","room":"wordle","text":"\#(word)"}"#) }
    report(say("it is \(word)"))
    #expect(reports("mia")["reports"]?.arrayValue?.first?["said"]?.arrayValue?.first?["hidden"] == true)
    #expect(!world.send("mia", "/reports").text.contains(word))
    #expect(reports("op").text.contains(word))
    world.send("mia", #"{"type":"move","room":"wordle","text":"\#(word)"}"#)
    #expect(reports("mia").text.contains(word))
    #expect(world.faults == [])
  }

  @Test("One line is redacted, whoever has said it, and the others stay")
  func hidesLine() {
    let first = say("mustard")
    let second = say("ketchup")
    world.clear()
    #expect(world.send("mia", "/hide wordle #\(first) a slur").text.contains("Done."))
    let told = world.take("ana").last
    #expect(told?.type == "unsaid" && told?["line"]?.intValue == first && told?["player"] == "ben")
    world.connect("tim")
    let missed = world.send("tim", #"{"type":"join","room":"wordle","since":{"epoch":"e1","seq":0}}"#)
    #expect(missed.filter { $0.type == "said" }.map { $0["seq"]?.intValue } == [second])
    for seq in [first, second + 1, 1] {
      #expect(world.send("mia", #"{"type":"hide","room":"wordle","seq":\#(seq)}"#).last?.code == "not_found line")
    }
    #expect(world.send("mia", #"{"type":"hide","room":"wordle"}"#).last?.code == "bad_field")
    #expect(world.send("mia", #"{"type":"hide","room":"wordle","seq":3,"player":"ben"}"#).last?.code == "bad_field")
  }

  @Test("A line of a player who has left can be redacted, one of another moderator cannot")
  func hidesOfOthers() {
    world.connect("tim")
    world.send("tim", #"{"type":"join","room":"wordle"}"#)
    let gone = say("mustard", "tim")
    world.drop("tim")
    #expect(world.send("mia", "/hide wordle #\(gone)").text.contains("Done."))
    world.logIn("max")
    world.send("max", #"{"type":"join","room":"wordle"}"#)
    world.send("op", "appoint max")
    let own = say("ketchup", "max")
    #expect(world.send("mia", "/hide wordle #\(own)").text.contains("is a moderator, too"))
    #expect(world.send("op", "hide wordle #\(own)").text.hasPrefix("Done."))
  }

  @Test("Lines of a guest who has left can be redacted by the guest's name")
  func hidesOfGone() {
    world.connect("tim")
    world.send("tim", #"{"type":"join","room":"wordle"}"#)
    let line = say("mustard", "tim")
    let name = world.player("tim")?.name ?? ""
    world.drop("tim")
    #expect(world.send("mia", "/hide wordle nobody").text.contains("There is no player"))
    #expect(world.send("mia", "/hide wordle \(name) a slur").text.contains("Done."))
    #expect(world.send("mia", #"{"type":"hide","room":"wordle","seq":\#(line)}"#).last?.code == "not_found line")
    #expect(world.send("mia", "/hide wordle \(name)").text.contains("There is no player"))
  }

  @Test("A guest who resumes by token is still muted, and a guest from elsewhere is somebody else")
  func guests() throws {
    world.connect("tim")
    let token = try #require(world.send("tim", #"{"type":"login"}"#).last?["token"]?.stringValue)
    let name = try #require(world.player("tim")?.name)
    world.send("tim", #"{"type":"join","room":"wordle"}"#)
    world.send("mia", #"{"type":"silence","player":"\#(name)"}"#)
    world.drop("tim")
    world.connect("tim")
    world.send("tim", #"{"type":"login","token":"\#(token)"}"#)
    world.send("tim", #"{"type":"join","room":"wordle"}"#)
    #expect(world.send("tim", #"{"type":"say","room":"wordle","text":"hola"}"#).last?.code == "muted")
    world.connect("tom", from: "192.0.2.9")
    world.send("tom", #"{"type":"join","room":"wordle"}"#)
    #expect(world.send("tom", #"{"type":"say","room":"wordle","text":"hola"}"#).last?.type == "said")
  }
}
