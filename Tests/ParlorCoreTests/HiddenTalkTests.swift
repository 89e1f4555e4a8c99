import CoreHarness
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Talk of finished players")
struct HiddenTalkTests {
  /// Ana, Ben and Kim race; Ana has solved it and says so.
  private func race(seconds: Int = 60) throws -> (world: World, answer: String) {
    let world = try World()
    for name in ["ana", "ben", "kim"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"lunch","game":"wordle","mode":"race","round_s":\#(seconds)}"#)
    for name in ["ben", "kim"] { world.send(name, #"{"type":"join","room":"lunch"}"#) }
    world.send("ana", #"{"type":"say","text":"hello"}"#)
    world.send("ana", #"{"type":"start"}"#)
    let answer = try #require(world.answer(in: "lunch"))
    world.send("ana", #"{"type":"move","text":"\#(answer)"}"#)
    world.clear()
    return (world, answer)
  }

  @Test("The author is told from whom a line is hidden, and a line hidden from nobody does not say so")
  func author() throws {
    let (world, answer) = try race()
    let said = try #require(world.send("ana", #"{"type":"say","text":"easy","id":1}"#).last)
    #expect(said["text"] == "easy")
    #expect(said["hidden_from"] == ["ben", "kim"])
    #expect(said["re"] == 1)
    #expect(world.take("ben").last?["hidden"] == true)
    for name in ["ben", "kim"] { world.send(name, #"{"type":"move","text":"\#(answer)"}"#) }
    #expect(world.send("ana", #"{"type":"say","text":"well"}"#).last?["hidden_from"] == nil)
  }

  @Test("A player who finishes is sent the lines hidden meanwhile, once and in order")
  func finishing() throws {
    let (world, answer) = try race()
    let first = try #require(world.send("ana", #"{"type":"say","text":"one"}"#).last?["seq"]?.intValue)
    world.send("ana", #"{"type":"say","text":"two"}"#)
    world.clear()
    let told = world.send("ben", #"{"type":"move","text":"\#(answer)"}"#)
    #expect(told.types == ["moved", "finished", "talk"])
    let lines = try #require(told.last?["lines"]?.arrayValue)
    #expect(lines.map { $0["text"] } == ["one", "two"])
    #expect(lines.first?["seq"]?.intValue == first)
    #expect(lines.first?["player"] == "ana")
    #expect(world.send("kim", #"{"type":"move","text":"\#(answer)"}"#).types.contains("talk"))
    #expect(!world.take("ben").types.contains("talk"), "it has been told")
    #expect(world.faults == [])
  }

  @Test("A player whose time has run out is sent them at the end of the round")
  func timeUp() throws {
    let (world, _) = try race(seconds: 10)
    world.send("ana", #"{"type":"say","text":"it was easy"}"#)
    world.clear()
    world.wait(seconds: 11)
    let told = world.take("ben")
    #expect(told.types.prefix(2) == ["round_over", "talk"])
    #expect(told.first("talk")?["lines"]?.arrayValue?.count == 1)
    #expect(!world.take("ana").types.contains("talk"))
  }

  @Test("A later member is not sent lines hidden before, and nobody is sent the own lines")
  func newcomer() throws {
    let (world, answer) = try race()
    world.send("ana", #"{"type":"say","text":"before"}"#)
    world.logIn("eve")
    world.send("eve", #"{"type":"join","room":"lunch"}"#)
    world.clear()
    #expect(!world.send("eve", #"{"type":"move","text":"\#(answer)"}"#).types.contains("talk"))
  }

  @Test("At a terminal the author reads who cannot see a line yet, and others read it afterwards")
  func text() throws {
    let world = try World()
    for name in ["ana", "ben"] {
      world.logIn(name)
      world.send(name, "wordle")
    }
    world.send("ana", "nymph")
    world.clear()
    let said = world.send("ana", "/say it was nymph").map(\.text)
    #expect(said == ["<ana> it was nymph", "(hidden from ben until they have finished)"])
    #expect(world.take("ben") == [])
    let told = world.send("ben", "nymph").map(\.text)
    #expect(told.drop { !$0.hasPrefix("Said") }.prefix(2) == ["Said of this puzzle meanwhile:", "<ana> it was nymph"])
  }

  @Test("At the end of the day watchers and unfinished players read it too, if they have a name")
  func dayOver() throws {
    let world = try World()
    for name in ["ana", "ben", "kim"] { world.logIn(name) }
    world.connect("guest")
    for name in ["ana", "ben"] { world.send(name, #"{"type":"join","room":"wordle"}"#) }
    for name in ["kim", "guest"] { world.send(name, #"{"type":"join","watching":true,"room":"wordle"}"#) }
    world.send("ana", #"{"type":"move","text":"nymph"}"#)
    world.send("ana", #"{"type":"say","text":"it was nymph"}"#)
    world.clear()
    world.wait(seconds: 86_400)
    for name in ["ben", "kim"] {
      #expect(world.take(name).first("talk")?["lines"]?.arrayValue?.map { $0["text"] } == ["it was nymph"], "\(name)")
    }
    for name in ["ana", "guest"] { #expect(!world.take(name).types.contains("talk"), "\(name)") }
    #expect(world.faults == [])
  }

  @Test("Of very much hidden talk only the newest lines are sent")
  func bounds() throws {
    let (world, answer) = try race()
    for number in 1...100 { world.post("ana", #"{"type":"say","text":"line \#(number)"}"#) }
    world.clear()
    let lines = world.send("ben", #"{"type":"move","text":"\#(answer)"}"#).last?["lines"]?.arrayValue ?? []
    #expect(lines.count == 64)
    #expect(lines.last?["text"] == "line 100")
  }
}
