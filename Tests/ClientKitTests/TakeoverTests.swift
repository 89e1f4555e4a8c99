import Testing
import WireProtocol

@testable import ClientKit

@Suite("Changes of a cluster's owner")
struct TakeoverTests {
  private func takeover(_ state: String, _ script: inout Script) {
    script.receive(#"{"type":"takeover","state":"\#(state)"}"#)
  }

  @Test(
    "Unanswered requests are repeated if that is safe and fail otherwise; waiting ones are sent once",
    arguments: [true, false])
  func asksAgain(_ isNamed: Bool) {
    var script = Script()
    script.enter(as: isNamed ? "ana" : nil)
    script.ask(10, "move", room: "lunch")
    script.ask(11, "stats")
    script.ask(12, "say", room: "lunch")
    _ = script.takeSent()
    takeover("waiting", &script)
    #expect(script.takeStory() == ["takeover waiting"])
    #expect(script.takeSent().isEmpty)
    takeover("resumed", &script)
    #expect(script.takeStory() == ["takeover resumed"])
    #expect(script.takeSent() == [#"{"type":"move","id":10}"#, #"{"type":"stats","id":11}"#])
    guard case .failure(.linkLost) = script.answers[12] else {
      Issue.record("\(String(describing: script.answers[12]))")
      return
    }
    #expect(script.answers[10] == nil && script.connects == 1)
    script.receive(#"{"type":"stats","re":11}"#)
    #expect((try? script.answers[11]?.get())?.type == "stats")
    takeover("resumed", &script)
    #expect(script.takeSent() == [#"{"type":"move","id":10}"#])
  }

  @Test("Events continue without a new resume")
  func events() {
    var script = Script()
    script.enter()
    script.say(6)
    for state in ["waiting", "reading", "waiting", "resumed"] { takeover(state, &script) }
    script.say(7)
    #expect(
      script.takeStory() == [
        "said 6", "takeover waiting", "takeover reading", "takeover waiting", "takeover resumed", "said 7",
      ])
    #expect(script.takeSent().isEmpty)
  }

  @Test("A resume without an answer is repeated")
  func resume() {
    var script = Script()
    script.enter()
    script.lose()
    script.comeBack()
    _ = (script.takeSent(), script.takeEvents())
    takeover("resumed", &script)
    #expect(script.takeSent() == [#"{"type":"join","room":"lunch","since":{"epoch":"e1","seq":5},"id":-3}"#])
  }
}
