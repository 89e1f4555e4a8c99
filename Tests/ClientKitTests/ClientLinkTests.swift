import Testing
import WireProtocol

@testable import ClientKit

@Suite("The link")
struct ClientLinkTests {
  @Test("Delays double up to a limit, and only a link that has lasted for a while resets them")
  func backoff() {
    var script = Script()
    script.receive(Script.hello)
    _ = script.takeEvents()
    var waits: [String] = []
    for _ in 0..<6 {
      script.lose()
      waits += script.takeStory().filter { $0.hasPrefix("retrying") }
      script.pass(.seconds(8))
    }
    #expect(waits == ["1 s", "2 s", "4 s", "8 s", "8 s", "8 s"].map { "retrying \($0)" })
    script.receive(Script.hello)
    script.lose()
    #expect(script.takeStory().last == "retrying 8 s")
    script.pass(.seconds(8))
    script.receive(Script.hello)
    script.pass(.seconds(11))
    script.lose()
    #expect(script.takeStory().last == "retrying 1 s")
  }

  @Test("Jitter shortens a delay by at most its share, and the same seed gives the same delays")
  func jitter() {
    let backoff = Backoff(first: .seconds(1), greatest: .seconds(100), jitter: 0.25)
    var none = FixedGenerator(value: 0)
    var all = FixedGenerator(value: .max)
    #expect(backoff.delay(before: 0, using: &none) == .seconds(1))
    let shortest = backoff.delay(before: 0, using: &all)
    #expect(shortest >= .milliseconds(749) && shortest <= .milliseconds(751))
    #expect(backoff.delay(before: 3, using: &none) == .seconds(8))
    #expect(backoff.delay(before: .max, using: &none) == .seconds(100))
    #expect(backoff.delay(before: .min, using: &none) == .seconds(1))
    var wild = Backoff(first: .seconds(-1), greatest: .seconds(-2), jitter: 7)
    #expect(wild.delay(before: 5, using: &all) == .zero)
    wild.jitter = .nan
    #expect(wild.delay(before: 5, using: &all) >= .zero)
  }

  @Test("A server that announces its return is not contacted before")
  func backIn() {
    var script = Script()
    script.receive(Script.hello)
    script.receive(#"{"type":"closing","reason":"restart","back_in_s":5}"#)
    script.lose()
    #expect(script.takeStory().suffix(3) == ["closing restart", "lost", "retrying 5 s"])
    script.pass(.milliseconds(4999))
    #expect(script.connects == 1)
    script.pass(.milliseconds(1))
    #expect(script.connects == 2)
  }

  @Test("A client that was taken over does not reconnect by itself")
  func takenOver() {
    var script = Script()
    script.enter()
    script.ask(9, "ping")
    script.receive(#"{"type":"closing","reason":"taken_over"}"#)
    script.lose()
    #expect(script.takeStory() == ["closing taken_over", "ended takenOver"])
    #expect(script.answers[9]?.error == .closed)
    #expect(script.isOver)
  }

  @Test("A client that was taken over may wait, and returns to its room on retryNow")
  func takenOverAndBack() {
    var options = ClientOptions.pinned
    options.staysWhenTakenOver = true
    var script = Script(options)
    script.enter()
    script.ask(9, "ping")
    _ = script.takeSent()
    script.receive(#"{"type":"closing","reason":"taken_over"}"#)
    script.lose()
    #expect(script.takeStory() == ["closing taken_over", "taken over"])
    script.pass(.seconds(20))
    #expect(script.connects == 1 && !script.isOver && script.answers[9] == nil)
    script.conversation.retryNow(at: script.now)
    script.pass(.zero)
    #expect(script.connects == 2)
    script.receive(Script.hello)
    #expect(script.takeSent().last?.contains(#""token":"p1_x""#) == true)
    script.receive(#"{"type":"login","re":\#(script.lastErrand),"you":"ana"}"#)
    #expect(script.takeStory() == ["connecting 1", "online"])
    #expect(script.takeSent().contains { $0.contains(#""type":"join","room":"lunch""#) })
    // Any end of the client ends it from there as well.
    var closed = Script(options)
    closed.enter()
    closed.receive(#"{"type":"closing","reason":"taken_over"}"#)
    closed.lose()
    closed.conversation.close(at: closed.now)
    closed.pass(.zero)
    #expect(closed.isOver)
  }

  @Test("A full server is reported with its sentence, and retried at its time")
  func serverFull() {
    var script = Script()
    let line =
      #"{"type":"error","code":"server_full","message":"The server is full: try again later","retry_after_ms":10000}"#
    script.receive(line)
    #expect(script.takeStory() == ["connecting 1", "lost", "retrying 10 s"])
    var first = Script(firstAttemptDecides: true)
    first.receive(line)
    let error = ConnectionError.serverFull("The server is full: try again later", retryAfter: .seconds(10))
    #expect(first.takeStory() == ["connecting 1", "lost", "ended failed(\(error))"])
  }

  @Test("The client retries after a temporary ban ends, and ends after a permanent one")
  func bans() {
    var script = Script()
    script.receive(#"{"type":"error","code":"banned","message":"Out until 9:00","retry_after_ms":10000}"#)
    #expect(script.takeStory() == ["connecting 1", "lost", "retrying 10 s"])
    var forGood = Script()
    forGood.receive(#"{"type":"error","code":"banned","message":"Out"}"#)
    #expect(forGood.isOver)
  }

  @Test("Other versions and other servers are distinguished")
  func versions() {
    func fate(_ line: String) -> ConnectionError? {
      var script = Script(firstAttemptDecides: true)
      script.receive(line)
      guard case .link(.ended(.failed(let error)))? = script.takeEvents().last else { return nil }
      return error
    }
    #expect(fate(Script.hello.replacing(#""protocol":1"#, with: #""protocol":2"#)) == .serverTooNew(2))
    #expect(fate(Script.hello.replacing(#""protocol":1"#, with: #""protocol":0"#)) == .serverTooOld(0))
    for line in ["SSH-2.0-OpenSSH_9.6", "HTTP/1.1 400 Bad Request", "{}", "[]", "{\"type\":\"hello\"}", "\u{0}"] {
      #expect(fate(line) == .notParlor(ServerAddress(host: "there")))
    }
  }

  @Test("A newer server is not retried")
  func noRetryOfVersions() {
    var script = Script()
    script.receive(Script.hello.replacing(#""protocol":1"#, with: #""protocol":2"#))
    #expect(script.isOver)
  }

  @Test("Every error has a sentence")
  func sentences() {
    let there = ServerAddress(host: "there")
    let errors: [ConnectionError] = [
      .refused(there), .unknownHost("there"), .unreachable(there, "no route"), .timedOut(there, .milliseconds(1500)),
      .serverFull("full", retryAfter: nil), .serverTooOld(0), .serverTooNew(2), .notParlor(there), .linkLost("reset"),
      .closedByServer, .silent(.seconds(30)),
    ]
    #expect(errors.allSatisfy { $0.description.hasSuffix(".") && $0.description.count > 15 })
    #expect(errors[3].description == "there:7770 did not answer within 1.5 s.")
  }

  @Test("A silent link is tested with a ping, and given up without an answer")
  func keepAlive() {
    var options = ClientOptions.pinned
    options.keepAlive = .seconds(15)
    var script = Script(options)
    script.receive(Script.hello)
    _ = (script.takeEvents(), script.takeSent())
    script.pass(.seconds(14))
    #expect(script.takeSent().isEmpty)
    script.pass(.seconds(1))
    #expect(script.takeSent() == [#"{"type":"ping","id":-1}"#])
    script.pass(.seconds(10))
    script.receive(#"{"type":"pong","re":-1}"#)
    script.pass(.seconds(15))
    #expect(script.takeSent() == [#"{"type":"ping","id":-2}"#])
    script.pass(.seconds(15))
    #expect(script.takeStory() == ["lost", "retrying 1 s"])
  }

  @Test("Connecting and the greeting have a time limit")
  func connectLimit() {
    var script = Script()
    script.pass(.seconds(10))
    #expect(script.takeStory() == ["connecting 1", "lost", "retrying 1 s"])
  }

  @Test("A client gives up when its options say so, and every request ends")
  func givesUp() {
    var options = ClientOptions.pinned
    options.backoff?.giveUpAfter = .seconds(20)
    var script = Script(options)
    script.enter()
    script.ask(7, "ping", limit: .seconds(1000))
    script.lose()
    for _ in 0..<10 where !script.isOver {
      script.pass(.seconds(8))
      script.lose(.refused(ServerAddress(host: "there")))
    }
    #expect(script.isOver)
    #expect(script.answers[7]?.error == .closed)
    script.ask(8, "ping")
    #expect(script.answers[8]?.error == .closed)
  }

  @Test("Closing says goodbye and waits for answers, with a time limit")
  func closing() {
    var script = Script()
    script.enter()
    script.ask(7, "ping")
    script.ask(8, "stats")
    script.conversation.close(at: script.now)
    script.collect()
    #expect(script.takeSent().last == #"{"type":"bye"}"#)
    script.receive(#"{"type":"pong","re":7}"#)
    script.receive(#"{"type":"bye"}"#)
    script.pass(.seconds(2))
    #expect(script.isOver)
    #expect(script.answers[7]?.error == nil)
    #expect(script.answers[8]?.error == .closed)
    #expect(script.takeStory() == ["ended closed"])
  }

  @Test(
    "Typed addresses are parsed",
    arguments: [
      ("", "localhost:7770"), ("parlor.example", "parlor.example:7770"), ("Parlor.Example:80", "parlor.example:80"),
      (":7771", "localhost:7771"), ("127.0.0.1:7", "127.0.0.1:7"), ("::1", "[::1]:7770"), ("[::1]:99", "[::1]:99"),
      ("[fe80::1]", "[fe80::1]:7770"),
    ])
  func addresses(text: String, shown: String) {
    #expect(ServerAddress(text)?.description == shown)
  }

  @Test("Invalid addresses are refused", arguments: ["a:b", "a:0", "a:65536", "a b", "[::1", "[]:7", "http://a", "a:"])
  func noAddresses(text: String) {
    #expect(ServerAddress(text) == nil)
  }
}
