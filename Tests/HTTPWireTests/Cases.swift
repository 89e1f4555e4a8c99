import HTTPWire
import Testing

struct GoodCase: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  var method = HTTPMethod.get
  var path = ["scores"]
  var body = ""
  var keepsAlive = true

  var testDescription: String { name }

  static let all: [GoodCase] = [
    GoodCase(name: "the least", text: "GET /scores HTTP/1.1\r\nHost: a\r\n\r\n"),
    GoodCase(name: "an empty line before it", text: "\r\nGET /scores HTTP/1.1\r\nHost: a\r\n\r\n"),
    GoodCase(
      name: "no space after the colon, much behind the value", text: "GET /scores HTTP/1.1\r\nHost:a \t \r\n\r\n"),
    GoodCase(name: "the root", text: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", path: [""]),
    GoodCase(name: "a slash at the end", text: "GET /scores/ HTTP/1.1\r\nHost: a\r\n\r\n", path: ["scores", ""]),
    GoodCase(name: "two slashes", text: "GET //scores HTTP/1.1\r\nHost: a\r\n\r\n", path: ["", "scores"]),
    GoodCase(name: "an encoded path", text: "GET /s%63ores/%C3%B1 HTTP/1.1\r\nHost: a\r\n\r\n", path: ["scores", "ñ"]),
    GoodCase(
      name: "encoded once, not twice", text: "GET /%2561 HTTP/1.1\r\nHost: a\r\n\r\n", path: ["%61"]),
    GoodCase(
      name: "the absolute form", text: "GET http://a:80/scores HTTP/1.1\r\nHost: a:80\r\n\r\n"),
    GoodCase(
      name: "the absolute form without a path", text: "GET HTTP://A HTTP/1.1\r\nHost: a\r\n\r\n", path: [""]),
    GoodCase(name: "the server itself", text: "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", method: .options, path: []),
    GoodCase(name: "an address", text: "HEAD /scores HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", method: .head),
    GoodCase(name: "the old version", text: "GET /scores HTTP/1.0\r\n\r\n", keepsAlive: false),
    GoodCase(
      name: "the old version that goes on", text: "GET /scores HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n"),
    GoodCase(
      name: "the last request", text: "GET /scores HTTP/1.1\r\nHost: a\r\nConnection: foo, Close\r\n\r\n",
      keepsAlive: false),
    GoodCase(
      name: "close wins", text: "GET /scores HTTP/1.0\r\nConnection: keep-alive\r\nConnection: close\r\n\r\n",
      keepsAlive: false),
    GoodCase(
      name: "a body", text: "POST /scores HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab\r\nc", method: .post,
      body: "ab\r\nc"),
    GoodCase(
      name: "a length with zeros", text: "POST /scores HTTP/1.1\r\nHost: a\r\nContent-Length: 0002\r\n\r\nhi",
      method: .post, body: "hi"),
    GoodCase(
      name: "no body", text: "POST /scores HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", method: .post),
    GoodCase(name: "not even a length", text: "POST /scores HTTP/1.1\r\nHost: a\r\n\r\n", method: .post),
    GoodCase(
      name: "chunks",
      text:
        "POST /scores HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n00a\r\n0123456789\r\n0\r\n\r\n",
      method: .post, body: "abc0123456789"),
    GoodCase(
      name: "chunks with extensions and trailers",
      text:
        "POST /scores HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2;a=\"b;c\"\r\nhi\r\n0;z\r\nX-Sum: 1\r\nHost: b\r\n\r\n",
      method: .post, body: "hi"),
    GoodCase(
      name: "no chunks at all",
      text: "DELETE /scores HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", method: .delete),
    GoodCase(
      name: "letters beyond ASCII in a value", text: "GET /scores HTTP/1.1\r\nHost: a\r\nUser-Agent: año\r\n\r\n"),
    GoodCase(name: "an empty value", text: "GET /scores HTTP/1.1\r\nHost: a\r\nAccept:\r\n\r\n"),
  ]
}

struct BadCase: Sendable, CustomTestStringConvertible {
  let name: String
  let status: HTTPStatus
  let text: String

  init(_ name: String, _ status: HTTPStatus, _ text: String) {
    self.name = name
    self.status = status
    self.text = text
  }

  var testDescription: String { name }

  private static func head(_ name: String, _ status: HTTPStatus, _ line: String) -> BadCase {
    BadCase(name, status, "POST /scores HTTP/1.1\r\nHost: a\r\n\(line)\r\n\r\n")
  }

  private static func chunked(_ name: String, _ status: HTTPStatus, _ body: String) -> BadCase {
    BadCase(name, status, "POST /scores HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(body)")
  }

  private static func target(_ target: String, _ status: HTTPStatus = .badRequest) -> BadCase {
    BadCase("target \(target.prefix(40))", status, "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
  }

  private static func line(_ line: String, _ status: HTTPStatus = .badRequest) -> BadCase {
    BadCase("line \(line.prefix(40).debugDescription)", status, "\(line)\r\nHost: a\r\n\r\n")
  }

  static let lines: [BadCase] = [
    line("GET /scores"), line("GET  /scores HTTP/1.1"), line("GET /scores  HTTP/1.1"), line(" GET /scores HTTP/1.1"),
    line("GET /scores HTTP/1.1 "), line("GET\t/scores\tHTTP/1.1"), line("GET /sco res HTTP/1.1"), line("\r\n"),
    line("GET /scores HTTP/1"), line("GET /scores http/1.1"), line("GET /scores HTTP/1.10"),
    line("GET /scores HTTP/1.x"),
    line("GET /scores HTTP/2.0", .versionNotSupported), line("GET /scores HTTP/0.9", .versionNotSupported),
    line("GET /scores HTTP/1.2", .versionNotSupported), line("PRI * HTTP/2.0", .versionNotSupported),
    line("G(T /scores HTTP/1.1"), line("get /scores HTTP/1.1", .notImplemented),
    line("TRACE /scores HTTP/1.1", .notImplemented), line("CONNECT a:80 HTTP/1.1", .notImplemented),
    line("BREW /pot HTTP/1.1", .notImplemented), line("GÉT /scores HTTP/1.1"),
    line("{\"type\":\"ping\"}"), line("/join wordle"), line("GET /\u{0} HTTP/1.1"), line("\u{16}\u{3}\u{1}"),
    BadCase("a line feed alone", .badRequest, "GET /scores HTTP/1.1\nHost: a\n\n"),
    BadCase("a carriage return alone", .badRequest, "GET /scores HTTP/1.1\rHost: a\r\r"),
    BadCase("two empty lines before it", .badRequest, "\r\n\r\nGET /scores HTTP/1.1\r\nHost: a\r\n\r\n"),
    BadCase("a line feed before it", .badRequest, "\nGET /scores HTTP/1.1\r\nHost: a\r\n\r\n"),
    line("GET /" + String(repeating: "a", count: 5_000) + " HTTP/1.1", .uriTooLong),
    BadCase("a line that never ends", .uriTooLong, String(repeating: "A", count: 5_000)),
  ]

  static let targets: [BadCase] = [
    target("scores"), target("*"), target("a:80"), target("//a/../b"), target("/.."), target("/a/./b"),
    target("/%2e%2e"),
    target("/%2E./etc"), target("/a%2fb"), target("/a%5cb"), target("/a\\b"), target("/a%00"), target("/a%0d%0ab"),
    target("/%"), target("/%4"), target("/%zz"), target("/%+1"), target("/a#b"), target("/a\"b"), target("/a<b>"),
    target("/ñ"), target("/%ff"), target("/%c0%ae%c0%ae"), target("/a?b=%"), target("/a?b=%00"), target("/a?#"),
    target("http://"), target("http:///scores"), target("https://a/scores"), target("http://b/scores"),
    target("http://u@a/scores"), target("ftp://a/"), target("http://a:99999/"),
  ]

  static let heads: [BadCase] = [
    BadCase("no Host", .badRequest, "GET / HTTP/1.1\r\n\r\n"),
    BadCase("no Host but an absolute target", .badRequest, "GET http://a/ HTTP/1.1\r\n\r\n"),
    head("two Hosts", .badRequest, "Host: a"), head("two different Hosts", .badRequest, "host: b"),
    BadCase("an empty Host", .badRequest, "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
    BadCase("a Host with a path", .badRequest, "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
    BadCase("a Host with a user", .badRequest, "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n"),
    BadCase("a Host with two values", .badRequest, "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n"),
    BadCase("a Host with half a port", .badRequest, "GET / HTTP/1.1\r\nHost: a:\r\n\r\n"),
    BadCase("a Host with a signed port", .badRequest, "GET / HTTP/1.1\r\nHost: a:+80\r\n\r\n"),
    BadCase("a Host with half a bracket", .badRequest, "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n"),
    BadCase("a first line that continues", .badRequest, "GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
    head("a folded line", .badRequest, "X-A: b\r\n c"),
    head("a folded line with a tab", .badRequest, "X-A: b\r\n\tc: d"),
    head("space before the colon", .badRequest, "Content-Length : 5"),
    head("tab before the colon", .badRequest, "Transfer-Encoding\t: chunked"),
    head("no colon", .badRequest, "hello"), head("no name", .badRequest, ": a"),
    head("a space in a name", .badRequest, "X A: b"), head("a NUL in a value", .badRequest, "X-A: \u{0}"),
    head("an escape in a value", .badRequest, "X-A: \u{1B}[31m"), head("a DEL in a name", .badRequest, "X\u{7F}: a"),
    head("a carriage return in a value", .badRequest, "X-A: b\rX-B: c"),
    head("a line feed", .badRequest, "X-A: b\nX-B: c"),
    head("a name beyond ASCII", .badRequest, "X-Ñ: b"),
    head("a long line", .headerFieldsTooLarge, "X-A: " + String(repeating: "a", count: 9_000)),
    head("many lines", .headerFieldsTooLarge, (0..<80).map { "X-\($0): a" }.joined(separator: "\r\n")),
    head(
      "much in many lines", .headerFieldsTooLarge,
      (0..<50).map { "X-\($0): \(String(repeating: "a", count: 200))" }.joined(separator: "\r\n")),
    head("a name that never ends", .headerFieldsTooLarge, String(repeating: "A", count: 9_000)),
    head("an unknown expectation", .expectationFailed, "Expect: 200-ok"),
    head("two expectations", .expectationFailed, "Expect: 100-continue, 200-ok"),
  ]

  static let bodies: [BadCase] = [
    head("both framings", .badRequest, "Content-Length: 5\r\nTransfer-Encoding: chunked"),
    head("both framings, the other way round", .badRequest, "Transfer-Encoding: chunked\r\nContent-Length: 0"),
    head("two lengths", .badRequest, "Content-Length: 5\r\nContent-Length: 6"),
    head("the same length twice", .badRequest, "Content-Length: 5\r\nContent-Length: 5"),
    head("two lengths in a line", .badRequest, "Content-Length: 5, 6"),
    head("the same length twice in a line", .badRequest, "Content-Length: 5,5"),
    head("no length", .badRequest, "Content-Length:"), head("a signed length", .badRequest, "Content-Length: +5"),
    head("a negative length", .badRequest, "Content-Length: -1"),
    head("a hex length", .badRequest, "Content-Length: 0x5"),
    head("a length with a point", .badRequest, "Content-Length: 5.0"),
    head("words", .badRequest, "Content-Length: five"),
    head("digits of another script", .badRequest, "Content-Length: ٥"),
    head("space within", .badRequest, "Content-Length: 1 0"),
    head("a long body", .contentTooLarge, "Content-Length: 16385"),
    head("a length beyond all numbers", .contentTooLarge, "Content-Length: 99999999999999999999999999"),
    head("a length of 2^64", .contentTooLarge, "Content-Length: 18446744073709551616"),
    head("no coding", .badRequest, "Transfer-Encoding:"),
    head("an unknown coding", .notImplemented, "Transfer-Encoding: gzip"),
    head("an unknown coding before", .notImplemented, "Transfer-Encoding: gzip, chunked"),
    head(
      "an unknown coding in a line before", .notImplemented, "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked"),
    head("identity", .notImplemented, "Transfer-Encoding: identity"),
    head("chunkedx", .notImplemented, "Transfer-Encoding: xchunked"),
    head("a coding behind chunked", .badRequest, "Transfer-Encoding: chunked, gzip"),
    head("chunked twice", .badRequest, "Transfer-Encoding: chunked, chunked"),
    head("chunked twice in lines", .badRequest, "Transfer-Encoding: chunked\r\ntransfer-encoding: chunked"),
    head("a comma behind chunked", .badRequest, "Transfer-Encoding: chunked,"),
    head("a vertical tab before chunked", .badRequest, "Transfer-Encoding: \u{B}chunked"),
    BadCase("chunks in HTTP/1.0", .badRequest, "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    chunked("no size", .badRequest, "\r\nabc"), chunked("a sign", .badRequest, "+3\r\nabc\r\n"),
    chunked("a minus", .badRequest, "-1\r\n"), chunked("0x", .badRequest, "0x3\r\nabc\r\n"),
    chunked("no digit", .badRequest, "g\r\n"), chunked("space before", .badRequest, " 3\r\nabc\r\n"),
    chunked("space behind", .badRequest, "3 \r\nabc\r\n"),
    chunked("space before an extension", .badRequest, "3 ;a\r\nabc\r\n"),
    chunked("a size beyond 64 bits", .badRequest, "10000000000000003\r\nabc\r\n"),
    chunked("a size of 2^63", .badRequest, "8000000000000000\r\n"),
    chunked("nine digits", .badRequest, "000000003\r\nabc\r\n"),
    chunked("a large size", .contentTooLarge, "ffffffff\r\n"),
    chunked("a size over the limit", .contentTooLarge, "4001\r\n"),
    chunked(
      "together over the limit", .contentTooLarge,
      "2000\r\n\(String(repeating: "a", count: 0x2000))\r\n2001\r\n"),
    chunked("a chunk too long", .badRequest, "3\r\nabcd\r\n"),
    chunked("a chunk without its end", .badRequest, "3\r\nabc0\r\n"),
    chunked("a line feed behind a size", .badRequest, "3\nabc\r\n"),
    chunked("a line feed behind a chunk", .badRequest, "3\r\nabc\n0\r\n\r\n"),
    chunked("a NUL in an extension", .badRequest, "3;\u{0}\r\nabc\r\n"),
    chunked("a long extension", .badRequest, "3;\(String(repeating: "a", count: 300))\r\nabc\r\n"),
    chunked("many extensions", .badRequest, String(repeating: "1;aaaaaaaa\r\nb\r\n", count: 40)),
    chunked("a trailer that is none", .badRequest, "0\r\nhello\r\n\r\n"),
    chunked("a folded trailer", .badRequest, "0\r\na: b\r\n c\r\n\r\n"),
    chunked("long trailers", .headerFieldsTooLarge, "0\r\n\(String(repeating: "a: b\r\n", count: 400))\r\n"),
    chunked("a long trailer", .headerFieldsTooLarge, "0\r\na: \(String(repeating: "b", count: 2_000))\r\n\r\n"),
  ]

  static let all = lines + targets + heads + bodies
}
