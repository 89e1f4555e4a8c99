import CoreHarness
import GameKit
import Quiz
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Watching a quiz")
struct QuizWatcherTests {
  private let words = WordDeck(name: "spanish", title: "Spanish", language: "Spanish", count: 40) {
    (1...40).map { WordDeck.Word(original: "palabra\($0)", translation: "word\($0)") }
  }

  @Test("A watcher, also an owner who watches, sees question and answers, cannot answer, and may lead the quiz")
  func wall() {
    let world = World(games: [GameModule(QuizSource(decks: [words]))])
    for name in ["ana", "ben"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"class","game":"quiz"}"#)
    world.send("ben", #"{"type":"join","room":"class"}"#)
    world.send("ana", #"{"type":"join","watching":true,"room":"class"}"#)
    world.clear()
    let board = world.send("ana", #"{"type":"start","room":"class"}"#).first("round")?["board"]
    #expect(board?["prompt"]?.stringValue?.hasPrefix("What does palabra") == true)
    #expect(board?["choices"]?.arrayValue?.count == 4 && board?["gestures"] == nil)
    #expect(board?["choices"]?.arrayValue?.contains { $0["move"] != nil } == false)
    #expect(
      world.take("ben").first("round")?["board"]?["choices"]?.arrayValue?.allSatisfy { $0["move"] != nil } == true)
    #expect(world.send("ana", #"{"type":"move","room":"class","text":"1"}"#).last?.code == "watching")
    let shown = world.send("ana", #"{"type":"skip","room":"class"}"#).first("moved")
    #expect(
      shown?["player"] == "ana" && shown?["board"]?["choices"]?.arrayValue?.contains { $0["tile"] == "🟩" } == true)
    #expect(world.faults == [])
  }

  @Test("In a large room watchers see the answer when time is up, also if nobody has answered")
  func largeWall() throws {
    let world = World(games: [GameModule(QuizSource(decks: [words]))]) { $0.digestMembers = 2 }
    for name in ["ana", "ben", "eve"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"class","game":"quiz"}"#)
    world.send("ben", #"{"type":"join","room":"class"}"#)
    world.send("eve", #"{"type":"join","watching":true,"room":"class"}"#)
    world.send("ana", #"{"type":"start","room":"class"}"#)
    world.wait(seconds: 3)
    world.clear()
    world.wait(seconds: 20)
    let digests = world.take("eve").filter { $0.type == "digest" }
    let answers = digests.filter { digest in
      digest["board"]?["choices"]?.arrayValue?.contains { $0["tile"] == "🟩" } == true
    }
    #expect(answers.first?["recent"]?.arrayValue?.isEmpty == true, "\(digests.map(\.text))")
    #expect(world.faults == [])
  }

  /// A quiz under way with players, the owner among them, of whom `readers` read text.
  private func quiz(_ count: Int, readers: Set<Int> = []) -> World {
    let world = World(games: [GameModule(QuizSource(decks: [words]))])
    world.logIn("p1")
    world.send("p1", #"{"type":"create","room":"class","game":"quiz"}"#)
    for number in 2...count {
      world.connect("p\(number)")
      let joins = readers.contains(number) ? "/join class" : #"{"type":"join","room":"class"}"#
      world.send("p\(number)", joins)
    }
    world.send("p1", #"{"type":"start","room":"class"}"#)
    world.clear()
    return world
  }

  @Test("In a class text sessions get counts of answers now and then, and programs get every answer")
  func gathered() {
    let world = quiz(7, readers: [2, 3])
    for number in 4...6 { world.send("p\(number)", #"{"type":"move","room":"class","text":"1"}"#) }
    #expect(world.take("p1").filter { $0.type == "moved" }.compactMap { $0["seq"]?.intValue }.count == 3)
    #expect(world.take("p2").text == "")
    #expect(world.send("p2", "1").text.contains("🟦"), "one's own answer is shown at once")
    world.wait(seconds: 3)
    #expect(world.take("p3").text.hasSuffix("has answered (4 of 7)"))
    #expect(world.take("p2").text == "")
    world.send("p7", #"{"type":"move","room":"class","text":"1"}"#)
    world.wait(seconds: 3)
    #expect(world.take("p3").text.hasSuffix("has answered (5 of 7)"))
    world.wait(seconds: 14)
    let answer = world.take("p3").text
    #expect(answer.contains(" of 7 ") && !answer.contains("has answered"))
    #expect(world.faults == [])
  }

  @Test("Another player's board at a table is the public one, under that player's name")
  func others() throws {
    let world = quiz(3)
    world.send("p2", #"{"type":"move","room":"class","text":"1"}"#)
    let name = try #require(world.player("p2")?.name)
    let answer = try #require(world.send("p1", #"{"type":"board","room":"class","player":"\#(name)"}"#).last)
    #expect(answer["player"]?.stringValue == name)
    #expect(answer["board"]?["data"]?["chosen"] == nil && answer["board"]?["data"]?["points"] == nil)
    #expect(world.send("p2", #"{"type":"board","room":"class"}"#).last?["board"]?["data"]?["chosen"] == 1)
  }

  @Test(
    "Custom words make no rated quiz, and a typed name of theirs may have spaces", .needs("Vocabulary"),
    .needs("Order"), arguments: ["my-Unidad 3", "my-unidad-3"])
  func ownWords(typed: String) throws {
    let world = try World(stores: true, others: [GameModule(QuizSource(decks: [words]))])
    world.logIn("ana")
    @discardableResult
    func ask(_ line: String) -> [Line] {
      var lines = world.send("ana", line)
      for _ in 0..<10_000 where lines.isEmpty {
        world.wait(milliseconds: 50)
        lines = world.take("ana")
      }
      return lines
    }
    ask(#"{"type":"add_language","name":"Unidad 3"}"#)
    for number in 1...6 {
      ask(#"{"type":"add_word","language":"Unidad 3","original":"o\#(number)","translation":"t\#(number)"}"#)
    }
    let text = ask("/create class quiz deck=\(typed) questions=2 time=30 inverted").text
    #expect(text.hasPrefix("class · together") && !text.contains("rated"))
    let joined = world.send("ana", #"{"type":"join","room":"class"}"#).first("joined")
    #expect(joined?["rated"] == nil && joined?["settings"]?["inverted"] == true)
    #expect(joined?["settings"]?["seconds"] == 30 && joined?["settings"]?["questions"] == 2)
    ask(#"{"type":"create","room":"other","game":"quiz"}"#)
    #expect(world.send("ana", #"{"type":"join","room":"other"}"#).first("joined")?["rated"] == true)
    world.connectConsole("op")
    world.send("op", "silence ana 30m spam")
    world.clear()
    let quiz = #""type":"create","game":"quiz","settings":{"deck":"\#(typed)","questions":2}"#
    #expect(ask("{\(quiz)}").last?.code == "muted")
    #expect(ask(#"{\#(quiz),"room":"den","code":"tacos"}"#).last?.type == "joined")
  }

  @Test("A player below the first eight sees the own points and place too")
  func behind() throws {
    let world = quiz(12)
    let board = try #require(world.send("p12", #"{"type":"board","room":"class"}"#).last?["board"])
    #expect(board["seats"]?.arrayValue?.count == 9)
    #expect(board["seats"]?.arrayValue?.last?["player"]?.stringValue == world.player("p12")?.name)
    #expect(board["notes"]?.arrayValue?.contains("no points yet") == true)
    let first = try #require(world.send("p1", #"{"type":"board","room":"class"}"#).last?["board"])
    #expect(first["seats"]?.arrayValue?.count == 8)
  }

  /// A rated quiz of ana's with a deck of forty words.
  private func ratedQuiz(_ fields: String = "") -> World {
    let world = World(games: [GameModule(QuizSource(decks: [words]))])
    for name in ["ana", "ben", "cleo"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"class","game":"quiz","settings":{"questions":2}\#(fields)}"#)
    for name in ["ben", "cleo"] { world.send(name, #"{"type":"join","room":"class"}"#) }
    return world
  }

  private func rating(_ name: String, _ world: World) -> PlayerRatings.Entry? { world.player(name)?.ratings["quiz"] }

  @Test("An owner in a rated match cannot pause or skip, not even after leaving it")
  func leading() {
    let world = ratedQuiz()
    world.send("ana", #"{"type":"start","room":"class"}"#)
    for request in [#""pause""#, #""pause","paused":false"#, #""skip""#] {
      #expect(world.send("ana", #"{"type":\#(request),"room":"class"}"#).last?.code == "not_here")
    }
    world.send("ana", #"{"type":"move","room":"class","text":"1"}"#)
    world.send("ana", #"{"type":"join","watching":true,"room":"class"}"#)
    #expect(world.send("ana", #"{"type":"skip","room":"class"}"#).last?.code == "not_here")
    #expect(world.faults == [])
  }

  @Test("An owner who has led the quiz and sits down later is not rated; others are")
  func ledAndPlayed() {
    let world = ratedQuiz()
    world.send("ana", #"{"type":"join","watching":true,"room":"class"}"#)
    world.send("ana", #"{"type":"start","room":"class"}"#)
    #expect(world.send("ana", #"{"type":"skip","room":"class"}"#).last?.type == "moved")
    world.send("ana", #"{"type":"join","room":"class"}"#)
    world.send("ana", #"{"type":"skip","room":"class"}"#)
    world.wait(seconds: 6)
    for (choice, name) in ["ana", "ben", "cleo"].enumerated() {
      world.send(name, #"{"type":"move","room":"class","text":"\#(choice + 1)"}"#)
    }
    world.wait(seconds: 1)
    #expect(rating("ana", world) == nil && rating("ben", world)?.matches == 1 && rating("cleo", world)?.matches == 1)
  }

  @Test("A quiz that is ended has outcomes, and whoever comes afterwards finds its standings")
  func ended() throws {
    let world = ratedQuiz(#","rated":false"#)
    world.send("ana", #"{"type":"join","watching":true,"room":"class"}"#)
    world.send("ana", #"{"type":"start","room":"class"}"#)
    #expect(world.send("ben", #"{"type":"join","room":"class"}"#).last?["standings"] == nil)
    world.send("ben", #"{"type":"move","room":"class","text":"1"}"#)
    world.clear()
    let told = world.send("ana", #"{"type":"stop","room":"class"}"#)
    #expect(told.first("moved")?["turn"]?["event"] == "stop")
    let over = try #require(told.first("round_over"))
    #expect(over["standings"]?.arrayValue?.compactMap { $0["outcome"]?["points"] } == [0, 0])
    for name in ["ana", "ben"] {
      let watching = name == "ana"
      let joined = world.send(name, #"{"type":"join","watching":\#(watching),"room":"class"}"#).last
      #expect(joined?["standings"] == over["standings"])
      #expect(joined?["board"]?["data"]?["phase"] == "over" && joined?["board"]?["choices"] == nil)
    }
    let csv = world.send("ana", #"{"type":"results","room":"class"}"#).last?["csv"]?.stringValue
    #expect(csv == "place,player,result,points,right,of,longest_streak\n,ben,drawn,0,0,0,0\n,cleo,drawn,0,0,0,0\n")
    world.send("ana", #"{"type":"start","room":"class"}"#)
    world.send("ana", #"{"type":"skip","room":"class"}"#)
    world.send("ana", #"{"type":"stop","room":"class"}"#)
    let table = world.send("ana", #"{"type":"results","room":"class"}"#).last?["csv"]?.stringValue ?? ""
    let headings = "place,player,result,points,right,of,longest_streak,missed,tiles"
    #expect(table.hasPrefix("\(headings)\n,ben,lost,0,0,1,0,palabra"))
    #expect(table.hasSuffix(",⬜\n"))
    #expect(world.faults == [])
  }

  @Test("In an unrated quiz the owner may play and lead")
  func unrated() {
    let world = ratedQuiz(#","rated":false"#)
    world.send("ana", #"{"type":"start","room":"class"}"#)
    #expect(world.send("ana", #"{"type":"pause","room":"class"}"#).first("moved")?["turn"]?["event"] == "pause")
  }
}
