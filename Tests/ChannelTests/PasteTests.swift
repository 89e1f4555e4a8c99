import CoreHarness
import GameKit
import Testing
import WireProtocol

@testable import Channel
@testable import ParlorCore

@Suite("Claims and pastes")
struct PasteTests {
  private static let grid = ["⬛🟨⬛⬛⬛", "🟩⬛🟨⬛🟩", "🟩🟩🟩🟩🟩"]

  private func json(_ text: String) -> String {
    var fields: JSONObject = ["type": "share", "id": 1]
    fields["text"] = .string(text)
    return JSON.object(fields).text
  }

  private func shared(_ world: World) -> [String] {
    world.connect("auditor")
    defer { world.drop("auditor") }
    let page = world.send("auditor", #"{"type":"shares"}"#).first?["shares"]?.arrayValue ?? []
    return page.reversed().compactMap { $0["text"]?.stringValue }
  }

  @Test("A pasted text becomes a claimed result, drawn anew, and counts in no statistics of play", .needs("Statistics"))
  func claim() throws {
    let world = try ChannelTests.world()
    world.logIn("ana")
    let text = "Phew!\nWordle 1.492 3/6*\n\n⬜🟦⬜⬜⬜\n🟧⬜🟦⬜🟧\n🟧🟧🟧🟧🟧"
    let answer = try #require(world.send("ana", json(text)).first)
    #expect(answer.type == "shared")
    #expect(answer["claimed"] == true)
    #expect(answer["text"]?.stringValue == "Wordle 1,492 3/6*\n\n" + Self.grid.joined(separator: "\n"))
    #expect(answer["puzzle"] == 1492)
    #expect(answer["match"] == nil)
    #expect(world.send("ana", #"{"type":"stats"}"#).first?["played"] == 0)
    #expect(world.send("ana", #"{"type":"reveal","share_id":1}"#).first?.code == "no_letters")
    let board = world.send("ana", #"{"type":"leaderboard","claimed":true,"game":"wordle","period":"month"}"#).first
    #expect(board?["entries"] == [["place": 1, "player": "ana", "played": 1, "won": 1, "points": 4, "average": 4.0]])
    #expect(world.send("ana", #"{"type":"leaderboard","period":"month"}"#).first?.code == "bad_field")
    #expect(world.send("ana", #"{"type":"leaderboard","claimed":true,"game":"chess"}"#).first?.code == "not_found game")
  }

  @Test(
    "Claiming a puzzle again replaces the earlier claim and says so; leaderboards count it once",
    .needs("Statistics"))
  func replace() throws {
    let world = try ChannelTests.world()
    world.logIn("ana")
    world.send("ana", json("Wordle 1,492 3/6"))
    let again = try #require(world.send("ana", json("Wordle 1,492 5/6")).first)
    #expect(again["replaced"] == 1)
    world.send("ana", json("Wordle 1,493 X/6"))
    #expect(shared(world) == ["Wordle 1,492 5/6", "Wordle 1,493 X/6"])
    let board = world.send("ana", #"{"type":"leaderboard","claimed":true}"#).first
    #expect(board?["entries"] == [["place": 1, "player": "ana", "played": 2, "won": 1, "points": 2, "average": 1.0]])
    world.send("ana", #"{"type":"unshare","share_id":2}"#)
    let left = world.send("ana", #"{"type":"leaderboard","claimed":true}"#).first
    #expect(left?["entries"] == [["place": 1, "player": "ana", "played": 1, "won": 0, "points": 0, "average": 0.0]])
  }

  @Test("Other text is refused, and a result that states it is from here must match one")
  func refused() throws {
    let world = try ChannelTests.world(finished: "ana")
    world.logIn("ben")
    world.clear()
    #expect(world.send("ben", json("I love Wordle")).first?.code == "not_a_result")
    #expect(world.send("ben", json("Wordle 1,492 7/6")).first?.code == "not_a_result")
    #expect(world.send("ben", json(ChannelTests.text)).first?.code == "not_a_result", "ben has not played it")
    let forged = ChannelTests.text.replacing("4/6", with: "3/6")
    #expect(world.send("ana", json(forged)).first?.code == "not_a_result")
    let contrast = ChannelTests.text.replacing("🟩", with: "🟧").replacing("🟨", with: "🟦")
    let answer = try #require(world.send("ana", json("mine: " + contrast)).first)
    #expect(answer["text"]?.stringValue == ChannelTests.text)
    #expect(answer["claimed"] == nil)
    #expect(world.send("ana", json(ChannelTests.text)).first?.code == "already_shared")
    #expect(world.send("ana", json(String(repeating: "a\n", count: 70))).first?.code == "bad_text")
    #expect(world.send("ana", json("Wordle 1,492 3/6\u{1B}[31m")).first?.code == "bad_text")
  }

  @Test("Rows without a header are answered once, and a refused paste is refused once")
  func oneAnswer() throws {
    let world = try ChannelTests.world()
    world.logIn("ana")
    func answers(_ lines: [String]) -> [String] {
      world.clear()
      for line in lines { world.post("ana", line) }
      world.wait(seconds: 3)
      return world.take("ana").map(\.text)
    }
    let rows = Self.grid + Self.grid
    #expect(answers(["Wordle 1,492 2/6"] + rows).count == 1)
    #expect(answers(["Wordle 1,492 7/6"] + rows).count == 1)
    world.send("ana", "/ping")
    #expect(answers(rows) == ["Rows of tiles are part of a result: paste it from its first line on"])
    let shared = answers(["Wordle 1,492 3/6"] + Self.grid).joined(separator: "\n")
    #expect(shared.contains("1,492 3/6") && !shared.contains("Rows of tiles"), "what is right is taken as before")
  }

  @Test("A paste of several lines is one share, in the lobby, in a game and in rooms for talking")
  func paste() throws {
    let world = try ChannelTests.world()
    for (name, room) in [("ana", nil), ("ben", "/join wordle"), ("kim", "/create talk")] as [(String, String?)] {
      world.logIn(name)
      if let room { world.post(name, room) }
      world.clear()
      for line in ["Wordle 1,492 3/6", ""] + Self.grid { world.post(name, line) }
      let told = world.take(name)
      #expect(told.text.contains("\(name) shares"), "\(told.text)")
      #expect(told.text.contains(Self.grid.joined(separator: "\n")), "\(told.text)")
    }
    #expect(shared(world).count == 3)
    #expect(world.faults == [])
  }

  @Test("A header alone waits a second for further lines, and other input ends the wait")
  func headerAlone() throws {
    let world = try ChannelTests.world()
    world.logIn("ana")
    world.post("ana", "Wordle 1,492 3/6")
    #expect(world.take("ana").isEmpty)
    world.wait(milliseconds: 1000)
    #expect(world.take("ana").text.contains("Wordle 1,492 3/6"))
    world.post("ana", "Wordle 1,493 3/6")
    world.post("ana", "/ping")
    let told = world.take("ana")
    #expect(told.map(\.text) == ["pong", "ana shares 2 (played elsewhere):", "Wordle 1,493 3/6"])
    world.post("ana", "Wordle 1,494 3/6")
    world.post("ana", #"{"type":"ping"}"#)
    // What was pasted as text is answered as text.
    #expect(world.take("ana").text.contains("Wordle 1,494 3/6"))
    world.post("ana", "Wordle 1,495 3/6")
    world.drop("ana")
    #expect(shared(world).map { $0.suffix(9) } == ["1,492 3/6", "1,493 3/6", "1,494 3/6", "1,495 3/6"])
    #expect(world.faults == [])
  }

  @Test("A line that does not belong to the paste is a command, a move or talk, as usual")
  func endedByMove() throws {
    let world = try ChannelTests.world()
    world.logIn("ana")
    world.post("ana", "/join wordle")
    world.clear()
    world.post("ana", "Wordle 1,492 3/6")
    let told = world.send("ana", "train")
    #expect(told.text.contains("⬛⬛⬛⬛🟨  TRAIN"))
    #expect(shared(world) == ["Wordle 1,492 3/6"])
  }

  @Test("A grid that arrives late replaces the share of its header")
  func late() throws {
    let world = try ChannelTests.world()
    world.logIn("ana")
    world.post("ana", "Wordle 1,492 3/6")
    world.wait(seconds: 3)
    world.clear()
    for line in [""] + Self.grid { world.post("ana", line) }
    #expect(world.take("ana").text.contains("It takes the place of share 1."))
    #expect(shared(world) == ["Wordle 1,492 3/6\n\n" + Self.grid.joined(separator: "\n")])
  }

  @Test("A grid that disagrees with its header is refused completely, and none of its rows is played as a move")
  func disagreeing() throws {
    let world = try ChannelTests.world()
    world.logIn("ana")
    world.post("ana", "/join wordle")
    world.clear()
    for line in ["Wordle 1,492 4/6", ""] + Self.grid { world.post("ana", line) }
    world.wait(seconds: 1)
    #expect(
      world.take("ana").map(\.text) == ["This is not all of it yet: press Enter if a row still stands on your line"])
    world.post("ana", "/ping")
    #expect(world.take("ana").map(\.text) == ["The grid has 3 rows, which is not what its header says", "pong"])
    #expect(shared(world) == [])
    #expect(world.parlor.rooms["wordle"]?.seats.values.first?.played.moveCount == 0)
  }

  @Test("The same lines as an argument of the command, with talk before the header, are one share")
  func command() throws {
    let world = try ChannelTests.world()
    world.logIn("ana")
    for line in ["/share look: Wordle 1,492 3/6", ""] + Self.grid { world.post("ana", line) }
    #expect(shared(world) == ["Wordle 1,492 3/6\n\n" + Self.grid.joined(separator: "\n")])
    world.clear()
    #expect(world.send("ana", "/share I love Wordle").text.contains("no result"))
    #expect(world.send("ana", "share Wordle 1,492 7/6").isEmpty)
    #expect(world.send("ana", "/ping").first?.text.contains("six tries") == true)
  }

  @Test("Other games' results are pasted as well; Connections' title alone is talk")
  func others() throws {
    let world = try ChannelTests.world()
    world.logIn("ana")
    world.post("ana", "/create talk")
    let lines = [
      "Connections", "Puzzle #123", "🟨🟨🟨🟨", "🟩🟩🟩🟩", "🟦🟦🟦🟦", "🟪🟪🟪🟪",
      "Strands #1", "“Off to a good start”", "🔵🔵🟡🔵", "🔵💡🔵",
      "Daily Quordle 12", "6️⃣5️⃣", "9️⃣7️⃣", "m-w.com/games/quordle/", "⬜🟨⬜⬜⬜ ⬜⬜⬜⬜⬜",
      "#Worldle #123 1/6 (100%)", "🟩🟩🟩🟩🟩🎉", "https://worldle.teuteuf.fr",
    ]
    world.clear()
    for line in lines { world.post("ana", line) }
    #expect(
      shared(world).compactMap { $0.split(separator: "\n").first } == [
        "Connections #123", "Strands #1", "Quordle 12", "Worldle #123 1/6 (100%)",
      ])
    world.clear()
    world.post("ana", "Connections")
    #expect(world.send("ana", "matter").map(\.text) == ["<ana> Connections", "<ana> matter"])
    world.post("ana", "Connections")
    world.wait(seconds: 1)
    #expect(world.take("ana").map(\.text) == ["<ana> Connections"])
  }

  @Test("The lines of a paste count as one command for the rate limit")
  func rate() throws {
    let world = try World(stores: true) { $0.burst = 2 }
    world.logIn("ana")
    for line in ["Wordle 1,492 6/6", "⬛⬛⬛⬛⬛", "⬛⬛⬛⬛⬛", "⬛⬛⬛⬛⬛", "⬛⬛⬛⬛⬛", "⬛⬛⬛⬛⬛", "🟩🟩🟩🟩🟩"] {
      world.post("ana", line)
    }
    #expect(world.take("ana").text.contains("ana shares 1"))
  }

  @Test("A puzzle of the future is no result, except tomorrow's, which has begun in some time zones")
  func future() throws {
    let world = try ChannelTests.world()
    world.logIn("ana")
    // Puzzle 0 came on 2021-06-19, so that of 2026-11-20 is number 1,980.
    #expect(world.send("ana", json("Wordle 1,982 3/6")).first?.code == "not_a_result")
    #expect(world.send("ana", json("Wordle 1,981 3/6")).first?.type == "shared")
    #expect(world.send("ana", json("Strands #5000\n🔵🔵🟡🔵")).first?.code == "not_a_result")
    #expect(shared(world) == ["Wordle 1,981 3/6"])
  }

  @Test("Per game one puzzle a day exists, and claims are limited per day; claiming the same one again is not")
  func perDay() throws {
    let world = try ChannelTests.world()
    world.logIn("ana")
    for number in 1...5 { #expect(world.send("ana", json("Wordle 1,49\(number) 3/6")).first?.type == "shared") }
    #expect(world.send("ana", json("Wordle 1,496 3/6")).first?.code == "too_many claim")
    #expect(world.send("ana", json("Wordle 1,493 2/6")).first?["replaced"] == 3)
    #expect(world.send("ana", json("#Worldle #45 4/6 (100%)")).first?.type == "shared")
    world.wait(milliseconds: World.millisecondsToMidnight)
    world.clear()
    #expect(world.send("ana", json("Wordle 1,496 3/6")).first?.type == "shared")
  }

  @Test("Withdrawing a missing reaction is an error for the sender, and not announced")
  func noReaction() throws {
    let world = try ChannelTests.world(finished: "ana")
    world.send("ana", #"{"type":"share"}"#)
    ChannelTests.follow("kim", in: world)
    world.connect("tom")
    #expect(world.send("tom", "/react 1").text == "You have not reacted to share 1: choose one of 👍 🎉 🔥 😮 😂 💚")
    #expect(world.take("kim") == [])
    world.send("tom", "/react 1 🎉")
    #expect(world.send("tom", "/react 1").text.hasSuffix("takes the reaction to share 1 back"))
  }

  @Test(
    "A pasted result of an unknown game gets one error, in the lobby, in a game and in the channel",
    arguments: [
      ["Daily Octordle #1234", "8️⃣🔟", "6️⃣🕛", "🕚9️⃣", "4️⃣5️⃣", "Score: 66"],
      ["nerdlegame 1234 3/6", "", "🟪⬛🟪⬛⬛⬛🟩⬛", "🟩🟩🟩🟩🟩🟩🟩🟩"],
      ["#Tradle #123 X/6", "🟩🟩⬜⬜⬜", "https://oec.world/en/tradle"],
    ])
  func foreign(_ lines: [String]) throws {
    let world = try ChannelTests.world()
    world.logIn("ana")
    for place in ["/ping", "/join wordle", "/join shares"] {
      world.send("ana", place)
      for line in lines { world.post("ana", line) }
      world.wait(seconds: 2)
      let told = world.take("ana")
      #expect(told.sentences.hasPrefix("This is no result of a game that is known here; those are Wordle,"))
      #expect(!told.sentences.contains("Rows of tiles"), "\(told.text)")
    }
    // Talk is nobody's result, and a command with a number is one.
    world.send("ana", "/create talk")
    #expect(world.send("ana", lines[0]).text == "<ana> \(lines[0])")
    world.send("ana", "/join shares")
    #expect(!world.send("ana", "report ben #12").text.contains("no result"))
  }
}
