import GameKit
import HTTPWire
import TestSeed
import Testing

@Suite("Requests are read by the letter of RFC 9112")
struct ParserTests {
  @Test("A good request is read", arguments: GoodCase.all)
  func good(_ example: GoodCase) throws {
    let steps = steps(of: example.text)
    let request = try #require(requests(in: steps).first)
    #expect(steps.count == 1)
    #expect(request.method == example.method)
    #expect(request.target.path == example.path)
    #expect(String(decoding: request.body, as: UTF8.self) == example.body)
    #expect(request.keepsAlive == example.keepsAlive)
  }

  @Test("A bad request is refused with its status", arguments: BadCase.all)
  func bad(_ example: BadCase) {
    let steps = steps(of: example.text)
    #expect(refusal(in: steps)?.status == example.status, "\(String(describing: refusal(in: steps)?.reason))")
    #expect(steps.count == 1)
  }

  @Test("However a request is cut in two, it is read the same", arguments: GoodCase.all)
  func goodInTwo(_ example: GoodCase) {
    let bytes = Array(example.text.utf8)
    let whole = steps(of: [bytes])
    for cut in 0...bytes.count {
      #expect(steps(of: [Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "cut at \(cut)")
    }
    #expect(steps(of: bytes.map { [$0] }) == whole)
  }

  @Test("However a bad request is cut in two, it is refused the same", arguments: BadCase.all)
  func badInTwo(_ example: BadCase) {
    let bytes = Array(example.text.utf8)
    let whole = refusal(in: steps(of: [bytes]))
    let cuts = bytes.count < 400 ? Array(0...bytes.count) : Array(stride(from: 0, through: bytes.count, by: 97))
    for cut in cuts {
      #expect(refusal(in: steps(of: [Array(bytes[..<cut]), Array(bytes[cut...])])) == whole, "cut at \(cut)")
    }
    #expect(refusal(in: steps(of: bytes.map { [$0] })) == whole)
  }

  @Test("Requests that follow each other at once come out one by one, wherever they are cut")
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

  @Test("After a refusal nothing is read: what follows a bad request is no request")
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

  @Test("A body is a body: a request in it is none")
  func requestInBody() {
    let inner = "GET /admin HTTP/1.1\r\nHost: a\r\n\r\n"
    let text = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(inner.utf8.count)\r\n\r\n\(inner)"
    let found = requests(in: steps(of: text))
    #expect(found.map(\.target.path) == [[""]])
    #expect(found.first.map { String(decoding: $0.body, as: UTF8.self) } == inner)
  }

  @Test("Whoever waits for leave to send a body gets it once")
  func expectation() throws {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-Continue\r\n\r\n"
    let steps = steps(of: [Array(head.utf8), Array("h".utf8), Array("i".utf8)])
    #expect(steps.first == .expectsContinue)
    #expect(steps.count == 2)
    #expect(requests(in: steps).count == 1)
  }

  @Test("Who has begun to send a body, or has none, or is too old for it, needs no leave")
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

  @Test("A body that is too long is refused before leave is given to send it")
  func expectedTooLong() {
    let text = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\nExpect: 100-continue\r\n\r\n"
    #expect(refusal(in: steps(of: text))?.status == .contentTooLarge)
    #expect(steps(of: text).count == 1)
  }

  @Test("Limits hold at their edges")
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

  @Test("A refusal knows HEAD, whose answer has no body")
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

  @Test("Random changes to good requests never trap, and leave no more than one refusal, at the end")
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
      // Whether leave to send a body is needed depends on what has come; nothing else does.
      #expect(
        whole.filter { $0 != .expectsContinue } == parts.filter { $0 != .expectsContinue }, "seed \(seed), \(bytes)")
    }
  }
}
