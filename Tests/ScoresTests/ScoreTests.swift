import CoreHarness
import GameKit
import Kernel
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("The list of scores")
struct ScoreTests {
  private static func add(_ date: String, _ id: Int = 324, token: String? = "sesame") -> String {
    let shown = token.map { #","token":"\#($0)""# } ?? ""
    return #"{"type":"add_score","score":{"id":\#(id),"date":"\#(date)","word":"nymph","tries":["nymph"]}\#(shown)}"#
  }

  @Test("Without the operator's token nothing is changed, with a name or without, as JSON or as text")
  func token() throws {
    let world = try World(limits: { $0.passwordTries = 100 })
    world.connect("guest")
    world.logIn("ana")
    for name in ["guest", "ana"] {
      for token in [nil, "", "sesam", "SESAME", "sesamesesame"] {
        #expect(world.send(name, Self.add("2022-03-11", token: token)).last?.code == "bad_token")
      }
      #expect(world.send(name, #"{"type":"reset_scores"}"#).last?.code == "bad_token")
      #expect(world.send(name, #"{"type":"delete_score","score_id":262,"token":"no"}"#).last?.code == "bad_token")
      #expect(world.send(name, "/delete-score 262 token=no").text == "This is not the token for the scores")
      #expect(world.send(name, #"{"type":"score","score_id":262}"#).last?["word"] == "sweet")
    }
    #expect(world.send("guest", "/delete-score 262 token=sesame").text.hasPrefix("Deleted: 262"))
  }

  @Test("Wrong tokens are slowed by address and logged; the right one is refused meanwhile, and uses up no attempt")
  func guessing() throws {
    let world = try World()
    world.connect("eve", "other")
    for _ in 0..<8 {
      #expect(world.send("eve", Self.add("2022-03-11", 900)).last?.type != "error")
      #expect(world.send("eve", #"{"type":"delete_score","score_id":900,"token":"sesame"}"#).last?.type != "error")
      world.wait(seconds: 2)
    }
    for _ in 0..<5 { #expect(world.send("eve", Self.add("2022-03-11", token: "no")).last?.code == "bad_token") }
    for token in ["no", "sesame"] {
      let refusal = world.send("eve", Self.add("2022-03-11", token: token)).last
      #expect(refusal?.code == "too_fast")
      #expect(refusal?["retry_after_ms"] == 10_000)
    }
    #expect(world.send("eve", Self.add("2022-03-11", token: nil)).last?.code == "bad_token")
    let logged = world.log.filter { $0.event == "wrong_token" }
    #expect(logged.map(\.fields) == Array(repeating: ["from": "test"], count: 5))
    world.wait(seconds: 10)
    #expect(world.send("eve", Self.add("2022-03-11")).last?.type != "error")
  }

  @Test("A moderator removes a score without a token")
  func removed() throws {
    let world = try World()
    world.connectConsole("op")
    #expect(world.send("op", "remove-score 262").text.hasPrefix("Done."))
    world.logIn("ana")
    #expect(world.send("ana", #"{"type":"score","score_id":262}"#).last?.code == "not_found score")
  }

  @Test(
    "Damaged scores are reported to the operator, and refuse changes with an error code of their own", .needs("Order"))
  func damaged() throws {
    let world = World(games: [], damaged: [DocumentID(kind: 7), DocumentID(kind: 10)])
    world.connectConsole("op")
    let status = world.send("op", #"{"type":"status"}"#).last
    #expect(status?["quarantined"] == ["document scores", "document acts and measures"])
    #expect(world.send("op", "status").text.hasSuffix("\nDamaged: document scores, document acts and measures"))
    world.logIn("ana")
    let refusal = world.send("ana", Self.add("2022-03-11")).last
    #expect(refusal?.code == "data_damaged")
    #expect(refusal?["message"] == "What is stored of the scores is damaged: it stays as it is")
    #expect(try World().parlor.hub.quarantined == [])
  }

  @Test("A score's words are hidden from players who may still play its day, and from guests until the day is over")
  func hidden() throws {
    let world = try World()
    world.connect("eve", "tim")
    world.send("tim", "/help")
    world.logIn("ana")
    #expect(world.send("ana", Self.add("2026-11-20")).last?["score"]?["word"] == "nymph")
    world.send("ana", Self.add("2026-11-21", 325))
    world.send("ana", Self.add("2026-11-19", 323))
    func shows(_ name: String, _ id: Int) -> Bool {
      let score = world.send(name, #"{"type":"score","score_id":\#(id)}"#).last
      #expect(score?["score_id"] == .int(id))
      #expect((score?["rows"] == nil) == (score?["word"] == nil))
      return score?["word"] != nil
    }
    #expect(["eve", "ana"].map { shows($0, 324) } == [false, false])
    #expect(["eve", "ana"].map { shows($0, 323) } == [true, true])
    #expect(!world.send("tim", "/scores").text.contains("2026-11-20  nymph"))
    #expect(world.send("tim", "/score 324").text.contains("hidden"))
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    world.send("ana", #"{"type":"move","room":"wordle","text":"nymph"}"#)
    #expect(["eve", "ana"].map { shows($0, 324) } == [false, true])
    #expect(!shows("ana", 325))
    world.wait(milliseconds: World.millisecondsToMidnight)
    #expect(["eve", "ana"].map { shows($0, 324) } == [true, true])
    #expect(["eve", "ana"].map { shows($0, 325) } == [false, false])
  }

  @Test("Over HTTP every reader is anonymous: today's words are hidden")
  func nobody() throws {
    let world = try World()
    world.connect("ana")
    world.send("ana", Self.add("2026-11-20"))
    func isHidden(_ request: some WireRequest) -> Bool? {
      switch world.parlor.answer(request, at: world.now).flatMap({ try? $0.result.get() }) as Any {
      case let answer as ScoreAnswer: answer.word == nil
      case let answer as DeleteScoreAnswer: answer.score.isHidden
      default: nil
      }
    }
    #expect(isHidden(Request.ShowScore(score: 324)) == true)
    #expect(isHidden(Request.ShowScore(score: 262)) == false)
    let list = try world.parlor.answer(Request.Scores(), at: world.now)?.result.get()
    let page = try #require((list as? any ShownMessage)?.message as? ScoresAnswer).scores
    #expect(page.filter(\.isHidden).map(\.score.id) == [324])
    #expect(isHidden(Request.DeleteScore(score: 324, token: "sesame")) == true)
  }
}
