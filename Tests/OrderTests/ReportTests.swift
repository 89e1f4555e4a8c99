import CoreHarness
import GameKit
import Testing
import WireProtocol

@testable import Order
@testable import ParlorCore

/// What players report is kept with what was said, and only those who keep order see it.
@Suite("Reports")
struct ReportTests {
  private let world: World

  init() throws {
    world = try World(stores: true) {
      $0.reportsPerDay = 3
      $0.reports = 2
    }
    for name in ["ana", "ben", "kim"] { world.logIn(name) }
    world.send("kim", #"{"type":"create","room":"lunch"}"#)
    for name in ["ana", "ben"] { world.send(name, #"{"type":"join","room":"lunch"}"#) }
    world.clear()
  }

  @discardableResult
  private func report(_ name: String, _ fields: String, reason: String = "insults") -> Line {
    world.send(name, #"{"type":"report",\#(fields),"reason":"\#(reason)"}"#).last ?? Line("{}")
  }

  private var reports: [Report] { world.safety.reports.map(\.content) }

  private func say(_ text: String) -> Int {
    world.send("ben", #"{"type":"say","room":"lunch","text":"\#(text)"}"#).last?["seq"]?.intValue ?? 0
  }

  /// The console settles what waits.
  private func settleAll() {
    world.connectConsole("op")
    for report in world.safety.reports where report.act == nil {
      world.send("op", #"{"type":"settle_report","report":\#(report.id)}"#)
    }
  }

  @Test("A reported line of talk is kept verbatim, and the reported player is not told")
  func line() {
    let seq = say("mustard")
    world.clear()
    let answer = report("ana", #""room":"lunch","seq":\#(seq),"text":"again""#)
    #expect(answer.type == "reported" && answer["report"] == 1 && answer["player"] == "ben")
    #expect(world.take("ben") == [] && world.take("kim") == [])
    #expect(
      reports == [
        Report(
          reporter: "ana", reported: "ben", room: "lunch", said: [Report.Line(seq: seq, "mustard")], reason: "insults",
          text: "again")
      ])
    #expect(report("ana", #""seq":\#(seq)"#)["report"] == 1, "the same once more is the same report")
    #expect(report("ana", #""seq":\#(seq + 1)"#).code == "not_found line")
    #expect(report("ana", #""seq":1"#).code == "not_found line", "what was no talk, or was before")
    #expect(report("ben", #""seq":\#(seq)"#).code == "bad_field", "one's own")
    world.logIn("zoe")
    #expect(report("zoe", #""room":"lunch","seq":\#(seq)"#).code == "not_in_room")
  }

  @Test("Reporting a player includes recent lines of the room that the reporter could read")
  func player() {
    for number in 1...7 { _ = say("line \(number)") }
    world.clear()
    #expect(world.send("ana", "/report ben insults and more").text.hasPrefix("Thank you: those who keep order"))
    #expect(reports.first?.said.map(\.text) == (3...7).map { "line \($0)" })
    #expect(reports.first?.reason == "insults" && reports.first?.text == "and more")
    world.logIn("zoe")
    world.send("zoe", #"{"type":"join","room":"lunch"}"#)
    report("zoe", #""player":"ben""#)
    #expect(reports.last?.said == [], "it was before")
    #expect(report("ana", #""player":"nobody""#).code == "not_found player")
    #expect(world.send("ana", "/report ben").text.hasPrefix("Say why"))
  }

  @Test("A first word that is no reason begins the report's text")
  func words() {
    world.send("ana", "/report ben he follows me")
    #expect(reports.first?.reason == "other" && reports.first?.text == "he follows me")
  }

  @Test("The context of a report is bounded, however long the lines are")
  func bytes() throws {
    let long = Report.Line(seq: 1, String(repeating: "ñ", count: 10_000))
    #expect(long.text.utf8.count <= Report.mostBytes + 3 && long.text.hasSuffix("ñ…"))
    let most = String(repeating: "👩‍👩‍👧‍👦", count: 60)
    for _ in 1...5 { _ = say(most) }
    world.clear()
    report("ana", #""player":"ben""#)
    let said = try #require(reports.last?.said)
    #expect((1...4).contains(said.count) && said.reduce(0) { $0 + $1.text.utf8.count } <= Report.mostBytes)
  }

  @Test("A shared result is reported by its number", .needs("Channel"))
  func share() throws {
    world.send("ben", #"{"type":"join","room":"wordle"}"#)
    let word = try #require(world.answer(in: "wordle"))
    world.send("ben", #"{"type":"move","room":"wordle","text":"\#(word)"}"#)
    world.send("ben", #"{"type":"share"}"#)
    world.clear()
    #expect(report("ana", #""share_id":1"#)["player"] == "ben")
    #expect(reports.first?.share == 1 && reports.first?.said.first?.text.hasPrefix("Parlor Wordle") == true)
    #expect(report("ana", #""share_id":2"#).code == "not_found share")
    #expect(report("ben", #""share_id":1"#).code == "bad_field")
    #expect(world.send("kim", "/report 1 not a result").text.hasPrefix("Thank you"))
  }

  @Test("A report has exactly one subject and a reason")
  func fields() {
    for fields in [#""room":"lunch""#, #""player":"ben","seq":3"#, #""seq":3,"share_id":1"#, #""seq":0"#] {
      #expect(report("ana", fields).code == "bad_field")
    }
    for reason in ["", "other", "rude", "Insults"] {
      #expect(report("ana", #""player":"ben""#, reason: reason).code == "bad_field")
    }
    #expect(report("ana", #""player":"ben","text":"""#).code == "bad_text")
    #expect(report("ana", #""player":"ben","text":"why""#, reason: "other").type == "reported")
  }

  @Test("Reports are limited per day by player and for guests by address, and in all")
  func bounds() {
    let first = say("one")
    report("ana", #""seq":\#(first)"#)
    report("kim", #""seq":\#(first)"#)
    let second = say("two")
    #expect(report("ana", #""seq":\#(second)"#).code == "too_many report", "none is settled")
    #expect(world.openReports == 2)
    settleAll()
    #expect(world.openReports == 0)
    #expect(report("ana", #""seq":\#(second)"#)["report"] == 3)
    #expect(world.safety.reports.map(\.id) == [2, 3], "what is settled makes room")
    for name in ["guest1", "guest2"] { world.connect(name) }
    for player in ["ana", "ben", "kim"] {
      settleAll()
      #expect(report("guest1", #""player":"\#(player)""#).type == "reported")
    }
    #expect(report("guest2", #""player":"ana""#).code == "too_many report")
    settleAll()
    world.wait(milliseconds: World.millisecondsToMidnight)
    #expect(report("guest2", #""player":"ana""#).type == "reported")
  }

  @Test("A player at the limit gets the earlier answer for the same report, and is refused others")
  func repeated() {
    for player in ["ben", "kim"] {
      report("ana", #""player":"\#(player)""#)
      settleAll()
    }
    let last = say("last")
    let third = report("ana", #""seq":\#(last)"#)
    #expect(third["report"] == 3)
    #expect(report("ana", #""seq":\#(last)"#) == third)
    #expect(report("ana", #""seq":\#(say("other"))"#).code == "too_many report")
  }

  @Test("Reports from one address are limited per day, whatever names it uses and deletes; others are not refused")
  func address() throws {
    let world = try World(stores: true) { $0.reportsPerAddress = 3 }
    func report(_ name: String) -> String {
      world.send(name, #"{"type":"report","player":"ben","reason":"spam"}"#).last?.code ?? ""
    }
    world.logIn("ben")
    for number in 1...4 {
      world.connect("eve\(number)", from: "203.0.113.7")
      world.send("eve\(number)", #"{"type":"login","name":"eve\(number)"}"#)
      #expect(report("eve\(number)") == (number == 4 ? "too_many report" : ""))
      world.send("eve\(number)", #"{"type":"forget_me","name":"eve\(number)"}"#)
    }
    world.connect("guest", from: "203.0.113.7")
    #expect(report("guest") == "too_many report")
    world.logIn("ana")
    #expect(report("ana") == "")
    world.wait(milliseconds: World.millisecondsToMidnight)
    #expect(report("guest") == "")
  }

  @Test("Guests' reports make room in a full list for those of players with names, and for no guest's")
  func guestsFlood() {
    for name in ["guest1", "guest2"] { world.connect(name) }
    for player in ["ana", "kim"] { report("guest1", #""player":"\#(player)""#) }
    #expect(report("guest2", #""player":"ben""#).code == "too_many report")
    #expect(report("ana", #""player":"ben""#).type == "reported")
    #expect(report("kim", #""player":"ben""#).type == "reported")
    #expect(Set(reports.map(\.reporter)) == ["ana", "kim"])
    #expect(report("ana", #""player":"kim""#).code == "too_many report", "a name does not push another out")
  }

  @Test("Forgetting a player removes the reports by and of that player")
  func forgotten() {
    report("ana", #""player":"ben""#)
    report("kim", #""player":"ana""#)
    world.send("ana", #"{"type":"forget_me","name":"ana"}"#)
    #expect(world.safety.reports == [])
    #expect(world.faults == [])
  }
}
