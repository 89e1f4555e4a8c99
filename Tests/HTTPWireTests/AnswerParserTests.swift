import GameKit
import HTTPWire
import TestSeed
import Testing

@Suite("Parsing responses, strictly by RFC 9112")
struct AnswerParserTests {
  typealias Example = (text: String, status: Int, body: String, keepsAlive: Bool)

  private static let examples: [Example] = [
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", 200, "hi", true),
    ("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", 200, "", true),
    ("HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx", 503, "x", false),
    ("HTTP/1.1 204 No Content\r\n\r\n", 204, "", true),
    ("HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n", 304, "", true),
    ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", 200, "hi", true),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nh\r\n001;a=b\r\ni\r\n0\r\n\r\n", 200, "hi", true),
    (
      "HTTP/1.1 400 Bad Request\r\nTrailer: A\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nA: b\r\n\r\n", 400,
      "hi", true
    ),
  ]

  @Test("A valid response is parsed, however it is split", arguments: examples)
  func good(_ example: Example) throws {
    let bytes = Array(example.text.utf8)
    let whole = steps(of: [bytes])
    try #require(whole.count == 1)
    guard case .answer(let answer) = whole[0] else { throw Unexpected(step: whole[0]) }
    #expect(answer.status == example.status && answer.keepsAlive == example.keepsAlive)
    #expect(String(decoding: answer.body, as: UTF8.self) == example.body)
    for cut in 0...bytes.count {
      #expect(steps(of: [Array(bytes[..<cut]), Array(bytes[cut...])]) == whole, "cut at \(cut)")
      #expect(steps(of: [Array(bytes[..<cut])]).count == (cut == bytes.count ? 1 : 0), "cut off at \(cut)")
    }
    #expect(steps(of: bytes.map { [$0] } + bytes.map { [$0] }) == whole + whole)
  }

  @Test(
    "An invalid response is refused",
    arguments: [
      "SSH-2.0-OpenSSH\r\n", "HTTP/1.0 200 OK\r\n", "HTTP/1.1 20 OK\r\n", "HTTP/1.1 2000 OK\r\n", "HTTP/1.1 abc OK\r\n",
      "HTTP/1.1 600 OK\r\n", "HTTP/1.1 099 OK\r\n", "HTTP/1.1 101 Switching\r\n", "\r\n", "HTTP/1.1 200 OK\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 16385\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n",
      "HTTP/1.1 200 OK\r\nno colon\r\n", "HTTP/1.1 200 OK\r\n folded: x\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFF\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4001\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhix\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nno colon\r\n",
    ])
  func bad(text: String) {
    let whole = steps(of: [Array(text.utf8)])
    guard case .refused = whole.last else {
      Issue.record("not refused: \(whole)")
      return
    }
    #expect(steps(of: text.utf8.map { [$0] }).last == whole.last)
  }

  @Test("Endless headers, chunks and extensions are refused")
  func bombs() {
    let head = "HTTP/1.1 200 OK\r\n"
    let chunked = head + "Transfer-Encoding: chunked\r\n\r\n"
    let bombs = [
      String(repeating: "x", count: 5_000), head + String(repeating: "a: b\r\n", count: 65),
      head + "a: " + String(repeating: "b", count: 9_000),
      chunked + String(repeating: "1000\r\n" + String(repeating: "x", count: 4_096) + "\r\n", count: 5),
      chunked + String(repeating: "1;" + String(repeating: "e", count: 60) + "\r\nx\r\n", count: 10),
      chunked + "0\r\n" + String(repeating: "a: b\r\n", count: 2_000),
    ]
    for bomb in bombs {
      guard case .refused = steps(of: [Array(bomb.utf8)]).last else {
        Issue.record("taken: \(bomb.prefix(80))")
        continue
      }
    }
  }

  @Test("Random changes never trap")
  func garbage() {
    var generator = SeededGenerator(seed: TestSeed.make())
    for _ in 0..<TestLength.count(short: 2_000, long: 200_000) {
      var bytes = Array(Self.examples[Int(generator.next() % UInt64(Self.examples.count))].text.utf8)
      for _ in 0..<(1 + generator.next() % 4) {
        bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: generator.next())
      }
      #expect(steps(of: [bytes]).count < 100)
    }
  }

  private struct Unexpected: Error {
    let step: HTTPAnswerParser.Step
  }

  /// All steps except `.needsMore`, up to a refusal.
  private func steps(of pieces: [[UInt8]]) -> [HTTPAnswerParser.Step] {
    var parser = HTTPAnswerParser()
    var steps: [HTTPAnswerParser.Step] = []
    for piece in pieces {
      piece.withUnsafeBytes { parser.append($0) }
      while case let step = parser.next(), step != .needsMore {
        steps.append(step)
        if case .refused = step { return steps }
      }
    }
    return steps
  }
}
