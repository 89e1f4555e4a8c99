import CoreHarness
import GameKit
import Testing
import WireProtocol

@testable import ParlorCore
@testable import TextMode

@Suite("Bounds on requests of strangers")
struct StrangerTests {
  private static let marks = String(repeating: "\u{301}\u{323}", count: 20)

  @Test(
    "A request with many combining marks in a row is refused, wherever they are",
    arguments: [
      #"{"type":"a…","id":1}"#, #"{"type":"join","room":"a…","id":1}"#, #"{"type":"schema","of":"a…","id":1}"#,
      #"{"type":"create","game":"wordle","settings":{"a…":1},"id":1}"#,
      #"{"type":"move","room":"wordle","move":{"guess":"a…"},"id":1}"#,
    ])
  func marks(_ pattern: String) throws {
    let world = try World()
    world.connect("ana")
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    let refused = try #require(world.send("ana", pattern.replacing("…", with: Self.marks)).last)
    #expect(refused.code == "bad_text")
    #expect(refused["re"] == 1)
  }

  @Test("A typed line with many combining marks in a row is refused")
  func typedMarks() throws {
    let world = try World()
    world.connect("ana")
    #expect(world.send("ana", "/join a\(Self.marks)").text.contains("combining marks"))
    #expect(world.send("ana", "/join á").text == "There is no room á")
  }

  @Test(
    "Input that is slow to parse is refused first: letters to compose, long commands, many members",
    arguments: [
      ("/join " + String(repeating: "a\u{323}\u{302}", count: 40), "have to be composed"),
      ("/help " + String(repeating: "long ", count: 60), "may have at most 256 bytes"),
      ("/zzz " + String(repeating: "long ", count: 60), "may have at most 256 bytes"),
    ])
  func longReading(_ line: String, _ message: String) throws {
    let world = try World()
    world.connect("ana")
    #expect(world.send("ana", line).text.contains(message))
  }

  @Test(
    "A long line of talk is accepted in any modern script",
    arguments: [
      "தமிழ் மொழி", "বাংলা একটি সুন্দর ভাষা, এবং মিষ্টি", "हिन्दी एक सुन्दर भाषा है", "తెలుగు భాష", "ภาษาไทย", "ភាសាខ្មែរ", "አማርኛ ቋንቋ", "ქართული ენა",
      "tiếng Việt", "日本語、中文。",
    ])
  func scripts(_ word: String) throws {
    let world = try World()
    world.connect("ana")
    world.send("ana", #"{"type":"create","room":"talk"}"#)
    let line = Array(repeating: word, count: 480 / (word.unicodeScalars.count + 1)).joined(separator: " ")
    #expect(world.send("ana", #"{"type":"say","text":"\#(line)"}"#).last?["text"]?.stringValue == line)
  }

  @Test("A value with too many members is refused")
  func members() throws {
    let world = try World()
    world.connect("ana")
    let settings = (0..<65).map { "\"k\($0)\":1" }.joined(separator: ",")
    let refused = world.send("ana", "{\"type\":\"join\",\"room\":\"wordle\",\"settings\":{\(settings)}}").last
    #expect(refused?.code == "bad_field")
    #expect(refused?["message"]?.text.contains("64 members") == true)
  }

  @Test("A session that sends too fast is told once, and is not read until the next line is allowed")
  func pauses() throws {
    let world = try World {
      $0.burst = 2
      $0.commandsPerSecond = 4
    }
    world.connect("ana")
    for _ in 0..<2 { #expect(world.send("ana", #"{"type":"ping"}"#).last?.type == "pong") }
    #expect(world.pauses == [:])
    let refused = try #require(world.send("ana", #"{"type":"ping"}"#).last)
    #expect(refused.code == "too_fast")
    #expect(refused["retry_after_ms"] == 251)
    #expect(world.pauses == ["ana": [251]])
    // So does what is not even a line.
    #expect(world.refuse("ana", .tooLong).last?.code == "too_fast")
    world.wait(milliseconds: 251)
    #expect(world.refuse("ana", .tooLong).last?.code == "line_too_long")
  }

  @Test("Rooms are limited per address, and closing one makes room for another")
  func roomsOfAnAddress() throws {
    let world = try World {
      $0.roomsPerAddress = 3
      $0.roomsPerPlayer = 2
    }
    for name in ["ana", "ben"] { world.connect(name, from: "here") }
    world.connect("eve", from: "there")
    var codes: [String?] = []
    for (number, name) in ["ana", "ana", "ben", "ben", "eve"].enumerated() {
      codes.append(world.send(name, #"{"type":"create","room":"r\#(number)"}"#).last?.code)
    }
    #expect(codes == [nil, nil, nil, "too_many room", nil])
    world.drop("ana")
    #expect(world.send("ben", #"{"type":"create","room":"again"}"#).last?.code == nil)
  }

  @Test("While storage has stalled for over a second changes are refused, and afterwards everything continues")
  func stalledDisk() throws {
    let world = try World()
    world.connect("ana")
    world.send("ana", #"{"type":"create","room":"lunch"}"#)
    world.stallsCommits = true
    #expect(world.send("ana", #"{"type":"say","text":"one"}"#).last?.type == "said")
    world.wait(milliseconds: 1000)
    #expect(world.send("ana", #"{"type":"say","text":"two"}"#).last?.type == "said")
    world.wait(milliseconds: 1)
    #expect(world.send("ana", #"{"type":"say","text":"three"}"#).last?.code == "storage_unavailable")
    #expect(world.send("ana", #"{"type":"ping"}"#).last?.type == "pong")
    world.stallsCommits = false
    #expect(world.send("ana", #"{"type":"ping"}"#).last?.type == "pong")
    #expect(world.send("ana", #"{"type":"say","text":"four"}"#).last?.type == "said")
    #expect(world.faults == [])
  }

  @Test("A text that is too long is refused before it is parsed, in any field")
  func longTexts() throws {
    let world = try World()
    world.connect("ana")
    let greek = String(repeating: "\u{390}", count: 200)
    for line in [
      #"{"type":"history","player":"…","id":1}"#, #"{"type":"join","room":"…","id":1}"#,
      #"{"type":"login","name":"…","id":1}"#, #"{"type":"words","game":"…","id":1}"#,
      #"{"type":"say","text":"…………………………………………………","id":1}"#, #"{"type":"…","id":1}"#,
    ] {
      let refused = try #require(world.send("ana", line.replacing("…", with: greek)).last)
      #expect(refused["re"] == 1)
      #expect(["bad_text", "which_room"].contains(refused.code), "\(refused)")
    }
    let fields = (0..<40).map { "\"k\($0)\":1" }.joined(separator: ",")
    #expect(world.send("ana", "{\"type\":\"ping\",\(fields)}").last?.code == "bad_field")
  }

  @Test("Guests' tokens are limited per address and day, also under the guest's own name; names are counted separately")
  func tokens() throws {
    let world = try World { ($0.newTokensPerAddress, $0.newNamesPerAddress) = (2, 1) }
    var codes: [String?] = []
    for name in ["ana", "ben", "eve"] {
      let you = try #require(world.connect(name, from: "here").first?["you"]?.stringValue)
      codes.append(world.send(name, #"{"type":"login","name":"\#(you)"}"#).last?.code)
    }
    #expect(codes == [nil, nil, "too_many token"])
    #expect(world.send("eve", #"{"type":"login","name":"eve"}"#).last?.type == "login")
    world.connect("kim", from: "here")
    #expect(world.send("kim", #"{"type":"login","name":"kim"}"#).last?.code == "too_many name")
  }

  @Test("The newest answers are kept, and not all that an endless game has had")
  func answers() {
    func answer(_ seq: Int) -> ShownMove {
      ShownMove(
        message: Moved(place: EventPlace(room: "r", seq: seq), player: "ana", turn: [:], board: nil), isOwn: true,
        redrawsBoard: true, remark: "")
    }
    var answers = RecentAnswers()
    for number in 1...300 { answers.remember(answer(number), for: "m\(number)") }
    #expect(answers["m172"] == nil)
    for number in 173...300 { #expect(answers["m\(number)"]?.message.place.seq == number) }
    answers.remember(answer(1000), for: "m300")
    #expect(answers["m173"] != nil)
    #expect(answers["m300"]?.message.place.seq == 1000)
  }

  @Test("Practising all words does not deal upcoming dailies, as the remaining word would be today's")
  func practiceKeepsClear() throws {
    let words = "abcdefg".flatMap { first in "abcdefghij".map { "\(first)\($0)xyz" } }
    let world = try World(answers: words)
    world.connect("ana")
    world.send("ana", #"{"type":"create","room":"gym","game":"wordle","mode":"practice"}"#)
    let game = try #require(world.parlor.rooms["gym"]?.plan.game)
    let reserved = try #require(world.parlor.hub.puzzles.reserved(of: game, settings: game.settings(from: [:])))
    let coming = Set(reserved.all.map(\.text))
    let others = words.count - coming.count
    #expect(others > 1)
    var dealt: Set<String> = []
    for round in 1...2 * others {
      let answer = try #require(world.answer(in: "gym"))
      dealt.insert(answer)
      world.send("ana", #"{"type":"move","text":"\#(answer)"}"#)
      let code = world.send("ana", #"{"type":"start"}"#).last?.code
      #expect(code == (round % others == 0 ? "no_puzzles_left" : nil))
      if code != nil { world.send("ana", #"{"type":"start"}"#) }
    }
    #expect(dealt == Set(words).subtracting(coming))
    #expect(!dealt.contains(words[0]))
    #expect(world.faults == [])
  }
}
