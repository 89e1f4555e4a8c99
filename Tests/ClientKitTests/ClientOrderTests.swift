import Testing
import WireProtocol

@testable import ClientKit

@Suite("The order of events")
struct ClientOrderTests {
  private func track(at seq: Int = 5) -> RoomTrack {
    RoomTrack(name: "lunch", code: nil, isWatching: false, isDaily: false, seq: seq, epoch: "e1")
  }

  @Test("Each event is delivered once, and only after earlier ones")
  func sequence() {
    var track = track()
    #expect(track.take(from: nil, seq: 5) == .duplicate)
    #expect(track.take(from: nil, seq: 6) == .new)
    #expect(track.take(from: nil, seq: 6) == .duplicate)
    #expect(track.take(from: nil, seq: 8) == .gap)
    #expect(track.take(from: 7, seq: 9) == .new)
    #expect(track.take(from: 9, seq: 10) == .new)
    #expect(track.take(from: 12, seq: 11) == .gap)
    #expect(track.seq == 10)
  }

  @Test("A digest is delivered even if it covers delivered events")
  func digest() {
    var track = track()
    #expect(track.take(from: 6, seq: 9) == .new)
    #expect(track.take(from: 6, seq: 9, isDigest: true) == .new)
    #expect(track.take(from: 6, seq: 8, isDigest: true) == .duplicate)
    #expect(track.take(from: 12, seq: 14, isDigest: true) == .gap)
  }

  @Test("Numbers at the limits of Int are handled")
  func edges() {
    var track = track(at: .max)
    #expect(track.take(from: nil, seq: .max) == .duplicate)
    #expect(track.take(from: .min, seq: .min) == .duplicate)
    track.restart(at: .min, epoch: "e1")
    #expect(track.take(from: nil, seq: .max) == .gap)
    #expect(track.take(from: .min, seq: .max) == .new)
  }

  @Test("Missing events are requested; if that does not help, the whole room is")
  func gap() {
    var script = Script()
    script.enter()
    script.say(8)
    script.say(9)
    #expect(script.takeStory() == [])
    #expect(script.takeSent() == [#"{"type":"join","room":"lunch","since":{"epoch":"e1","seq":5},"id":-1}"#])
    script.receive(
      #"{"type":"joined","re":-1,"room":"lunch","seq":9,"you":"ana","state":"playing","players":[],"recovered":true}"#)
    script.say(8)
    #expect(script.takeSent() == [#"{"type":"join","room":"lunch","id":-2}"#])
    script.receive(#"{"type":"joined","re":-2,"room":"lunch","seq":9,"you":"ana","state":"playing","players":[]}"#)
    script.say(10)
    #expect(script.takeStory() == ["resumed lunch", "resynchronised lunch", "said 10"])
  }

  @Test("Events beyond the buffer are dropped, and requested when there is room")
  func behind() {
    var script = Script()
    script.enter()
    script.conversation.space = 2
    for seq in 6...9 { script.say(seq) }
    script.receive(#"{"type":"news","what":"unknown"}"#)
    #expect(script.takeStory() == ["said 6", "said 7"])
    #expect(script.takeSent().isEmpty)
    script.conversation.space = 100
    script.conversation.madeRoom()
    script.collect()
    #expect(script.takeStory() == ["passed over 1"])
    #expect(script.takeSent() == [#"{"type":"join","room":"lunch","since":{"epoch":"e1","seq":7},"id":-1}"#])
    script.receive(
      #"{"type":"joined","re":-1,"room":"lunch","seq":9,"you":"ana","state":"playing","players":[],"recovered":true}"#)
    for seq in 8...10 { script.say(seq) }
    #expect(script.takeStory() == ["resumed lunch", "said 8", "said 9", "said 10"])
  }

  @Test("A room that was left, or that has kicked the client, is not resumed")
  func left() {
    var script = Script()
    script.enter()
    script.receive(#"{"type":"left","room":"lunch","seq":6,"player":"ana","reason":"kicked"}"#)
    #expect(script.takeStory() == ["left 6"])
    script.lose()
    script.comeBack()
    #expect(!script.takeSent().contains { $0.contains("lunch") })
  }

  @Test("Another player's leaving, and a new own name, do not end following a room")
  func renamed() {
    var script = Script()
    script.enter()
    script.receive(#"{"type":"left","room":"lunch","seq":6,"player":"ben"}"#)
    script.receive(#"{"type":"renamed","room":"lunch","seq":7,"player":"ana","name":"eva"}"#)
    #expect(script.conversation.identity.name == "eva")
    script.receive(#"{"type":"left","room":"lunch","seq":8,"player":"eva"}"#)
    #expect(script.conversation.rooms.isEmpty)
    #expect(script.takeStory() == ["left 6", "renamed 7", "left 8"])
  }

  @Test("A private room is resumed with its code, and watchers watch again")
  func code() {
    var script = Script()
    script.receive(Script.hello)
    script.conversation.submit(
      PendingRequest(
        id: 1, line: [10], traits: RequestTraits("join", room: "Den", code: "tacos"), limit: .seconds(9),
        deadline: script.now + .seconds(9)))
    script.receive(#"{"type":"joined","re":1,"room":"den","seq":3,"you":"guest-1","state":"watching","players":[]}"#)
    script.lose()
    script.pass(.seconds(1))
    script.receive(Script.hello)
    #expect(
      script.takeSent().last?.hasPrefix(#"{"type":"join","room":"den","watching":true,"code":"tacos","id""#) == true)
  }
}

@Suite("Requests")
struct RequestTests {
  @Test("Answers are matched to requests in any order")
  func matching() throws {
    var script = Script()
    script.receive(Script.hello)
    for id in 1...3 { script.ask(id, "stats") }
    script.receive(#"{"type":"stats","re":3,"player":"c"}"#)
    script.receive(#"{"type":"error","re":1,"code":"not_found","what":"player","message":"Nobody","retry_after_ms":5}"#)
    script.receive(#"{"type":"stats","re":2,"player":"b"}"#)
    script.receive(#"{"type":"stats","re":2,"player":"twice"}"#)
    #expect(try script.answers[3]?.get().json["player"] == "c")
    #expect(try script.answers[2]?.get().json["player"] == "b")
    let refused = WireError(code: "not_found", what: .player, message: "Nobody", retryAfterMilliseconds: 5)
    #expect(script.answers[1]?.error == .refused(refused))
  }

  @Test("A request times out, and a late answer is dropped")
  func limit() {
    var script = Script()
    script.receive(Script.hello)
    script.ask(1, "ping", limit: .seconds(5))
    script.ask(2, "ping", limit: .seconds(2))
    script.pass(.seconds(2))
    #expect(script.answers[2]?.error == .timedOut(after: .seconds(2)))
    #expect(script.answers[1] == nil)
    script.pass(.seconds(3))
    #expect(script.answers[1]?.error == .timedOut(after: .seconds(5)))
    script.receive(#"{"type":"pong","re":1}"#)
    #expect(script.takeStory() == ["connecting 1", "online"])
  }

  @Test("Requests made before there is a link are sent when there is one")
  func early() {
    var script = Script()
    script.ask(1, "ping")
    #expect(script.takeSent().isEmpty)
    script.receive(Script.hello)
    #expect(script.takeSent() == [#"{"type":"ping","id":1}"#])
  }

  @Test("A request longer than a line is not sent")
  func tooLong() {
    var script = Script()
    script.receive(Script.hello)
    script.ask(1, String(repeating: "x", count: 300))
    #expect(script.answers[1]?.error == .tooLong(318, limit: 200))
    #expect(script.takeSent().isEmpty)
  }

  @Test("A request refused as too fast is repeated when the server permits, within its time limit")
  func tooFast() {
    var script = Script()
    script.receive(Script.hello)
    script.ask(1, "say")
    script.ask(2, "say", limit: .milliseconds(50))
    _ = script.takeSent()
    for id in 1...2 {
      script.receive(#"{"type":"error","re":\#(id),"code":"too_fast","message":"Too fast","retry_after_ms":100}"#)
    }
    #expect(script.answers[2]?.error?.code == "too_fast")
    script.pass(.milliseconds(100))
    #expect(script.takeSent() == [#"{"type":"say","id":1}"#])
    script.receive(#"{"type":"said","re":1,"room":"a","seq":1,"player":"b","text":"c"}"#)
    #expect(script.answers[1]?.error == nil)
  }

  @Test("A replay is one answer with its lines, and later lines do not belong to it")
  func replay() throws {
    var script = Script()
    script.receive(Script.hello)
    script.ask(1, "replay")
    script.receive(#"{"type":"replay","re":1,"match":"8","count":2}"#)
    script.receive(#"{"type":"replay_header"}"#)
    #expect(script.answers[1] == nil)
    script.receive(#"{"type":"replay_move"}"#)
    let answer = try #require(try script.answers[1]?.get())
    #expect(answer.attached.map { String(decoding: $0, as: UTF8.self) }.last == #"{"type":"replay_move"}"#)
    script.receive(#"{"type":"news"}"#)
    #expect(script.takeStory().last == "other news")
  }

  @Test("Unknown messages are delivered raw, and lines that are not JSON are ignored")
  func unknown() {
    var script = Script()
    script.enter()
    let lines = [
      #"{"type":"fireworks","room":"lunch","seq":6,"colour":"red"}"#, #"{"type":"weather"}"#,
      #"{"type":"moved","room":"lunch","seq":7,"player":7}"#, "no json", "[1]", #"{"re":5}"#, #"{"type":7}"#,
      #"{"type":"joined"}"#, #"{"type":"error"}"#, #"{"type":"pong","re":"seven"}"#, #"{"type":"closing"}"#,
    ]
    for line in lines { script.receive(line) }
    script.say(8)
    let story = script.takeStory()
    #expect(
      story == ["other fireworks", "other weather", "other moved", "other error", "other pong", "closing ", "said 8"])
    #expect(script.conversation.phase == .online)
  }

  @Test("A cancelled request ends at once, and its answer is dropped")
  func cancelled() {
    var script = Script()
    script.receive(Script.hello)
    script.ask(1, "ping")
    script.conversation.cancel(1)
    script.collect()
    #expect(script.answers[1]?.error == .cancelled)
    script.receive(#"{"type":"pong","re":1}"#)
    #expect(script.answers[1]?.error == .cancelled)
  }
}
