import GameKit
import HTTPWire
import TestSeed
import Testing

@Suite("Parsing requests, strictly by RFC 9112")
struct ParserTests {
  @Test("A valid request is parsed", arguments: GoodCase.all)
  func good(_ example: GoodCase) throws {
    let steps = steps(of: example.text)
    let request = try #require(requests(in: steps).first)
    #expect(steps.count == 1)
    #expect(request.method == example.method)
    #expect(request.target.path == example.path)
    #expect(String(decoding: request.body, as: UTF8.self) == example.body)
    #expect(request.keepsAlive == example.keepsAlive)
  }

  @Test("An invalid request is refused with its status", arguments: BadCase.all)
  func bad(_ example: BadCase) {
    let steps = steps(of: example.text)
    #expect(refusal(in: steps)?.status == example.status, "\(String(describing: refusal(in: steps)?.reason))")
    #expect(steps.count == 1)
  }

  @Test("A request is parsed the same wherever it is split", arguments: GoodCase.all)
  func goodInTwo(_ example: GoodCase) {
    let bytes = Array(example.text.utf8)
    let whole = steps(of: [bytes])
    for cut in 0...bytes.count {
      #expect(steps(of: [Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "cut at \(cut)")
    }
    #expect(steps(of: bytes.map { [$0] }) == whole)
  }

  @Test("An invalid request is refused the same wherever it is split", arguments: BadCase.all)
  func badInTwo(_ example: BadCase) {
    let bytes = Array(example.text.utf8)
    let whole = refusal(in: steps(of: [bytes]))
    let cuts = bytes.count < 400 ? Array(0...bytes.count) : Array(stride(from: 0, through: bytes.count, by: 97))
    for cut in cuts {
      #expect(refusal(in: steps(of: [Array(bytes[..<cut]), Array(bytes[cut...])])) == whole, "cut at \(cut)")
    }
    #expect(refusal(in: steps(of: bytes.map { [$0] })) == whole)
  }

  @Test("Pipelined requests come out one by one, wherever they are split")
  func pipelining() {
    let text =
      "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"
      + "POST /b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n\r\nGET /c HTTP/1.1\r\nHost: a\r\n\r\n"
    let bytes = Array(text.utf8)
    let whole = requests(in: steps(of: [bytes]))
    #expect(whole.map(\.target.path) == [["a"], ["b"], ["c"]])
    #expect(whole.map { String(decoding: $0.body, as: UTF8.self) } == ["hi", "x", ""])
    for cut in 0...bytes.count {
      #expect(requests(in: steps(of: [Array(bytes[..<cut]), Array(bytes[cut...])])) == whole)
    }
  }

  @Test("After a refusal nothing is parsed")
  func nothingAfter() {
    let smuggled = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    var parser = HTTPRequestParser()
    Array((smuggled + "GET /admin HTTP/1.1\r\nHost: a\r\n\r\n").utf8).withUnsafeBytes { parser.append($0) }
    let first = parser.next()
    Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8).withUnsafeBytes { parser.append($0) }
    #expect(refusal(in: [first])?.status == .badRequest)
    #expect(parser.next() == first)
    #expect(parser.waitingBytes == 0)
    #expect(!parser.isInside)
  }

  @Test("A request inside a body is not parsed")
  func requestInBody() {
    let inner = "GET /admin HTTP/1.1\r\nHost: a\r\n\r\n"
    let text = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(inner.utf8.count)\r\n\r\n\(inner)"
    let found = requests(in: steps(of: text))
    #expect(found.map(\.target.path) == [[""]])
    #expect(found.first.map { String(decoding: $0.body, as: UTF8.self) } == inner)
  }

  @Test("A client that waits for 100 Continue gets it once")
  func expectation() throws {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-Continue\r\n\r\n"
    let steps = steps(of: [Array(head.utf8), Array("h".utf8), Array("i".utf8)])
    #expect(steps.first == .expectsContinue)
    #expect(steps.count == 2)
    #expect(requests(in: steps).count == 1)
  }

  @Test("100 Continue is not sent to HTTP/1.0, without a body, or after the body has begun")
  func needless() {
    let lines = "Host: a\r\nExpect: 100-continue\r\n"
    for text in [
      "POST / HTTP/1.1\r\n\(lines)Content-Length: 2\r\n\r\nhi", "POST / HTTP/1.1\r\n\(lines)\r\n",
      "POST / HTTP/1.0\r\n\(lines)\r\n",
    ] {
      #expect(steps(of: text).count == 1)
    }
    let begun = steps(of: [Array("POST / HTTP/1.1\r\n\(lines)Content-Length: 2\r\n\r\nh".utf8), Array("i".utf8)])
    #expect(begun.count == 1)
  }

  @Test("A body that is too long is refused before 100 Continue")
  func expectedTooLong() {
    let text = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\nExpect: 100-continue\r\n\r\n"
    #expect(refusal(in: steps(of: text))?.status == .contentTooLarge)
    #expect(steps(of: text).count == 1)
  }

  @Test("Limits are exact")
  func edges() {
    var limits = HTTPLimits()
    limits.requestLineBytes = 20
    limits.fieldBytes = 19
    limits.fields = 2
    limits.bodyBytes = 3
    func status(_ text: String) -> HTTPStatus? { refusal(in: steps(of: text, limits: limits))?.status }
    #expect(status("GET /123456 HTTP/1.1\r\nHost: a\r\n\r\n") == nil)
    #expect(status("GET /1234567 HTTP/1.1\r\nHost: a\r\n\r\n") == .uriTooLong)
    #expect(status("GET / HTTP/1.1\r\nHost: a\r\nX: 12345\r\n\r\n") == nil)
    #expect(status("GET / HTTP/1.1\r\nHost: a\r\nX: 12345678\r\n\r\n") == .headerFieldsTooLarge)
    #expect(status("GET / HTTP/1.1\r\nHost: a\r\nX:\r\nY:\r\n\r\n") == .headerFieldsTooLarge)
    limits.fieldBytes = 200
    #expect(status("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc") == nil)
    #expect(status("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nabcd") == .contentTooLarge)
  }

  @Test("A refusal records HEAD, whose response has no body")
  func head() {
    #expect(refusal(in: steps(of: "HEAD /%zz HTTP/1.1\r\nHost: a\r\n\r\n"))?.method == .head)
    #expect(refusal(in: steps(of: "HEAD / HTTP/1.1\r\n\r\n"))?.method == .head)
    #expect(refusal(in: steps(of: "GET / HTTP/1.1\r\nHost: a\r\n\r\nHEAD\r\n\r\n"))?.method == nil)
  }

  @Test("Queries are decoded into fields")
  func query() {
    let text = "GET /scores?limit=5&before=26%34&flag&&a=b=c/?d HTTP/1.1\r\nHost: a\r\n\r\n"
    #expect(
      requests(in: steps(of: text)).first?.target.query == [
        HTTPField("limit", "5"), HTTPField("before", "264"), HTTPField("flag", ""), HTTPField("a", "b=c/?d"),
      ])
  }

  @Test("Random changes to valid requests never trap, and give at most one refusal, at the end")
  func mutations() {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    let spice = Array("\r\n\t :;,%/.0123456789abcdefx\u{0}\u{7F}".utf8) + [0xFF, 0xC3]
    for _ in 0..<20_000 {
      var bytes = Array((GoodCase.all + GoodCase.all).randomElement(using: &generator)?.text.utf8 ?? "".utf8)
      bytes += Array(GoodCase.all.randomElement(using: &generator)?.text.utf8 ?? "".utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = spice.randomElement(using: &generator) ?? 0
        case 1: bytes.insert(spice.randomElement(using: &generator) ?? 0, at: place)
        default: bytes.remove(at: place)
        }
      }
      let cut = Int.random(in: 0...bytes.count, using: &generator)
      let whole = steps(of: [bytes])
      let parts = steps(of: [Array(bytes[..<cut]), Array(bytes[cut...])])
      // Only the need for 100 Continue depends on the splitting.
      #expect(
        whole.filter { $0 != .expectsContinue } == parts.filter { $0 != .expectsContinue }, "seed \(seed), \(bytes)")
    }
  }
}
