import ServerHarness
import Testing
import WaitingTrait

@Suite("Saying bye", .waiting)
struct GoodbyeTests {
  @Test("Requests before bye are answered before it, including those that read storage")
  func questionsFirst() throws {
    let server = try ServerProcess()
    let client = try SocketClient.greeted(port: server.port)
    let lines = [
      #"{"type":"stats","id":1}"#, #"{"type":"history","id":2}"#, #"{"type":"bye","id":3}"#, #"{"type":"ping","id":4}"#,
    ]
    client.send(Array((lines.joined(separator: "\n") + "\n").utf8))
    #expect(try client.line().hasPrefix(#"{"type":"stats","re":1"#))
    #expect(try client.line().hasPrefix(#"{"type":"history","re":2"#))
    #expect(try client.line() == #"{"type":"bye","re":3}"#)
    let rest = client.rest()
    #expect(rest.lines == [])
    #expect(rest.ended)
  }

  @Test("A client that half-closes right after its requests still gets the answers", arguments: [false, true])
  func halfClosed(saysBye: Bool) throws {
    let server = try ServerProcess()
    for _ in 0..<20 {
      let client = try SocketClient.greeted(port: server.port)
      client.send(line: #"{"type":"stats","id":1}"#)
      client.send(line: #"{"type":"history","id":2}"#)
      if saysBye { client.send(line: #"{"type":"bye","id":3}"#) }
      client.finishSending()
      let rest = client.rest()
      #expect(rest.lines.count == (saysBye ? 3 : 2))
      #expect(rest.lines.first?.hasPrefix(#"{"type":"stats","re":1"#) == true)
      #expect(rest.ended)
    }
  }
}
