import Testing
import WireProtocol

@testable import ClientKit

@Suite("Reconnecting and resuming")
struct ResumingTests {
  @Test("After a lost link the client logs in, resumes its room and continues")
  func resumes() {
    var script = Script()
    script.enter()
    script.say(6)
    script.lose()
    #expect(script.takeStory() == ["said 6", "lost", "retrying 1 s"])
    script.pass(.seconds(1))
    script.receive(Script.hello)
    #expect(script.takeSent() == [#"{"type":"login","token":"p1_x","id":-1}"#])
    script.receive(#"{"type":"login","re":-1,"you":"ana"}"#)
    #expect(
      script.takeSent() == [#"{"type":"join","room":"lunch","since":{"epoch":"e1","seq":6},"id":-2}"#])
    // The server has kept the place and says so, and somebody talks before the resume is answered.
    script.receive(#"{"type":"joined","room":"lunch","seq":8,"you":"ana","state":"playing","players":[]}"#)
    script.say(9)
    script.receive(
      #"{"type":"joined","re":-2,"room":"lunch","seq":9,"you":"ana","state":"playing","players":[],"recovered":true}"#)
    for seq in [7, 9, 10] { script.say(seq, from: seq == 9 ? 8 : nil) }
    #expect(script.takeStory() == ["connecting 2", "online", "resumed lunch", "said 7", "said 9", "said 10"])
    #expect(script.takeSent().isEmpty)
  }

  @Test("The texts of messages are asked for before a room is resumed, so that missed events have theirs")
  func texts() {
    var options = ClientOptions.pinned
    options.wantsText = true
    var script = Script(options)
    script.enter()
    script.lose()
    script.comeBack()
    let id = script.lastErrand
    #expect(
      script.takeSent().suffix(2) == [
        #"{"type":"theme","drawn":true,"id":\#(id + 1)}"#,
        #"{"type":"join","room":"lunch","since":{"epoch":"e1","seq":5},"id":\#(id)}"#,
      ])
    #expect(Message(["type": "left", "drawn": "ben has left"]).drawn == "ben has left")
    #expect(Message(["type": "left"]).drawn == nil)
  }

  @Test("A room of one's own that is opened anew counts its events anew, and they are delivered")
  func soloRoomOpenedAnew() {
    var script = Script()
    script.enter()
    let opened =
      #""type":"joined","room":"study","seq":1,"you":"ana","state":"playing","players":["ana"],"solo":true}"#
    let shown = #"{"type":"moved","room":"study","seq":2,"player":"ana","turn":{}}"#
    for id in [3, 4] {
      script.ask(id, "study")
      script.receive(#"{"re":\#(id),\#(opened)"#)
      script.receive(shown)
    }
    #expect(script.takeStory() == ["joined study", "moved 2", "joined study", "moved 2"])
    #expect(script.takeSent().allSatisfy { $0.contains("study\"") && !$0.contains("join") })
  }

  @Test("Of the rooms of one's own only the last one is resumed: it has taken the place of the one before")
  func soloRoomInPlaceOfAnother() {
    var script = Script()
    script.enter()
    for (id, room) in [(3, "study"), (4, "cards")] {
      script.ask(id, room)
      script.receive(
        #"{"re":\#(id),"type":"joined","room":"\#(room)","seq":1,"you":"ana","state":"playing","players":["ana"],"solo":true}"#
      )
    }
    _ = script.takeSent()
    script.lose()
    script.comeBack()
    let joined = script.takeSent().filter { $0.contains(#""type":"join""#) }
    #expect(joined.count == 2 && joined.contains { $0.contains(#""room":"cards""#) }, "\(joined)")
    #expect(!joined.contains { $0.contains("study") })
  }

  @Test("Events that a resume leaves out at its end are no gap")
  func leftOutAtTheEnd() {
    var script = Script()
    script.enter()
    script.lose()
    script.comeBack()
    script.receive(
      #"{"type":"joined","re":\#(script.lastErrand),"room":"lunch","seq":8,"you":"ana","state":"playing","players":[],"recovered":true}"#
    )
    _ = (script.takeSent(), script.takeEvents())
    script.say(6)
    script.say(9)
    #expect(script.takeStory() == ["said 6", "said 9"])
    #expect(script.takeSent().isEmpty)
  }

  @Test("If missed events are not available, the room is described")
  func notRecovered() {
    var script = Script()
    script.enter()
    script.lose()
    script.comeBack()
    _ = script.takeEvents()
    script.receive(
      #"{"type":"joined","re":\#(script.lastErrand),"room":"lunch","seq":900,"you":"ana","state":"playing","players":[],"recovered":false}"#
    )
    script.say(900)
    script.say(901)
    #expect(script.takeStory() == ["resynchronised lunch", "said 901"])
  }

  @Test("A position in a room has its own epoch, whatever the server's present one is")
  func otherEpoch() {
    var script = Script()
    script.enter()
    for epoch in ["e2", "e3"] {
      script.lose()
      script.pass(.seconds(4))
      script.receive(Script.hello.replacing("e1", with: epoch))
      script.receive(#"{"type":"login","re":\#(script.lastErrand),"you":"ana"}"#)
      let expected = epoch == "e2" ? #"{"epoch":"e1","seq":5}"# : #"{"epoch":"e2","seq":2}"#
      #expect(script.takeSent().last?.contains(expected) == true)
      script.receive(
        #"{"type":"joined","re":\#(script.lastErrand),"room":"lunch","seq":2,"you":"ana","state":"playing","players":[],"recovered":false}"#
      )
    }
    script.say(3)
    #expect(script.takeStory().last == "said 3")
  }

  @Test("A room that is gone is reported, and not requested again")
  func shutOut() {
    var script = Script()
    script.enter()
    script.lose()
    script.comeBack()
    script.receive(
      #"{"type":"error","re":\#(script.lastErrand),"code":"not_found","what":"room","message":"There is no room lunch"}"#
    )
    #expect(script.takeStory().last == "shut out of lunch: not_found")
    _ = script.takeSent()
    script.lose()
    script.comeBack()
    #expect(!script.takeSent().contains { $0.contains("lunch") })
  }

  @Test("A resume refused as too fast is repeated when the server permits")
  func tooFast() {
    var script = Script()
    script.enter()
    script.lose()
    script.comeBack()
    _ = script.takeSent()
    script.receive(#"{"type":"error","re":\#(script.lastErrand),"code":"too_fast","message":"!","retry_after_ms":500}"#)
    script.pass(.milliseconds(499))
    #expect(script.takeSent().isEmpty)
    script.pass(.milliseconds(1))
    #expect(script.takeSent().first?.contains(#""since":{"epoch":"e1","seq":5}"#) == true)
  }

  @Test("Moves and queries are repeated, and requests that must not be done twice fail")
  func outstanding() {
    var script = Script()
    script.enter()
    for (id, kind) in [(10, "say"), (11, "move"), (12, "stats"), (13, "create"), (14, "leave")] {
      script.ask(id, kind, room: "lunch")
    }
    script.lose()
    #expect(script.answers[10]?.error == .linkLost)
    #expect(script.answers[13]?.error == .linkLost)
    #expect(script.answers[14]?.error == .linkLost)
    script.ask(15, "say", room: "lunch")
    _ = script.takeSent()
    script.pass(.seconds(1))
    script.receive(Script.hello)
    script.receive(#"{"type":"login","re":\#(script.lastErrand),"you":"ana"}"#)
    let sent = script.takeSent()
    #expect(sent.count == 5)
    #expect(sent[1].contains("since"))
    #expect(sent[2...] == [#"{"type":"move","id":11}"#, #"{"type":"stats","id":12}"#, #"{"type":"say","id":15}"#])
    #expect(script.answers[11] == nil)
  }

  @Test("The answer to a repeated move causes no second event")
  func repeatedMove() throws {
    var script = Script()
    script.enter()
    script.ask(11, "move", room: "lunch")
    script.lose()
    script.comeBack()
    let resume = script.lastErrand
    _ = script.takeEvents()
    script.receive(
      #"{"type":"joined","re":\#(resume),"room":"lunch","seq":6,"you":"ana","state":"playing","players":[],"recovered":true}"#
    )
    script.receive(#"{"type":"moved","room":"lunch","seq":6,"player":"ana","turn":{}}"#)
    script.receive(#"{"type":"moved","re":11,"room":"lunch","seq":6,"player":"ana","turn":{}}"#)
    #expect(script.takeStory() == ["resumed lunch", "moved 6"])
    let moved = try #require(try script.answers[11]?.get().read(as: Moved.self))
    #expect(moved.place.seq == 6)
  }

  @Test("A guest's moves are not repeated by the next guest, and its rooms are described anew")
  func guest() {
    var script = Script()
    script.enter(as: nil)
    script.ask(11, "move", room: "lunch")
    script.lose()
    #expect(script.answers[11]?.error == .linkLost)
    script.pass(.seconds(1))
    script.receive(Script.hello.replacing("guest-1", with: "guest-2"))
    #expect(script.takeSent().last == #"{"type":"join","room":"lunch","id":-1}"#)
    #expect(script.conversation.identity.name == "guest-2")
  }

  @Test("A guest whose token was lost with the link requests one again, and claims no name twice")
  func guestToken() {
    var script = Script()
    script.receive(Script.hello)
    script.ask(1, "login")
    script.ask(2, "login", claimsName: true)
    script.lose()
    #expect(script.answers[2]?.error == .linkLost)
    _ = script.takeSent()
    script.pass(.seconds(1))
    script.receive(Script.hello.replacing("guest-1", with: "guest-2"))
    #expect(script.takeSent() == [#"{"type":"login","id":1}"#])
    script.receive(#"{"type":"login","re":1,"you":"guest-2","token":"p1_x"}"#)
    script.lose()
    script.pass(.seconds(2))
    script.receive(Script.hello)
    #expect(script.takeSent().last?.contains(#""token":"p1_x""#) == true)
  }

  @Test("After a rejected token the client is a guest, and repeats no moves")
  func loginLost() {
    var script = Script()
    script.enter()
    script.ask(11, "move", room: "lunch")
    script.lose()
    script.pass(.seconds(1))
    script.receive(Script.hello)
    script.receive(
      #"{"type":"error","re":\#(script.lastErrand),"code":"bad_token","message":"This token is not valid"}"#)
    #expect(script.takeStory().suffix(2) == ["login of ana lost: bad_token", "online"])
    #expect(script.answers[11]?.error == .linkLost)
    #expect(script.takeSent().last?.contains("since") == false)
  }

  @Test("A move for yesterday's puzzle is not repeated today")
  func midnight() {
    var script = Script()
    script.receive(Script.hello)
    script.ask(1, "login", token: "p1_x")
    script.receive(#"{"type":"login","re":1,"you":"ana"}"#)
    script.receive(
      #"{"type":"joined","room":"wordle","seq":1,"you":"ana","mode":"daily","state":"playing","players":[]}"#)
    script.ask(2, "move", room: "Wordle")
    script.ask(3, "move", room: "elsewhere")
    script.lose()
    script.pass(.seconds(1))
    script.receive(Script.hello.replacing("2026-11-20", with: "2026-11-21"))
    _ = script.takeSent()
    script.receive(#"{"type":"login","re":\#(script.lastErrand),"you":"ana"}"#)
    #expect(script.answers[2]?.error == .linkLost)
    #expect(script.takeSent().contains(#"{"type":"move","id":3}"#))
  }
}
