import HTTPWire
import Testing

@Suite("Writing responses with a definite length")
struct ResponseTests {
  private let date = "Fri, 20 Nov 2026 08:00:00 GMT"

  private func written(_ response: HTTPResponse, for text: String) throws -> String {
    let request = try #require(requests(in: steps(of: text)).first)
    var bytes: [UInt8] = []
    response.write(to: &bytes, for: HTTPResponse.Recipient(request), date: date)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("A response states its length")
  func length() throws {
    let response = HTTPResponse(.ok, type: "application/json", body: Array("[]".utf8), fields: [HTTPField("X-A", "b")])
    #expect(
      try written(response, for: "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        == "HTTP/1.1 200 OK\r\nDate: \(date)\r\nContent-Type: application/json\r\nX-A: b\r\nContent-Length: 2\r\n\r\n[]"
    )
  }

  @Test("HEAD gets the length and no body")
  func head() throws {
    let text = try written(HTTPResponse(.ok, body: Array("[]".utf8)), for: "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(text.hasSuffix("Content-Length: 2\r\n\r\n"))
  }

  @Test("204 has neither a body nor a length")
  func noContent() throws {
    let text = try written(HTTPResponse(.noContent), for: "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(text == "HTTP/1.1 204 No Content\r\nDate: \(date)\r\n\r\n")
  }

  @Test("HTTP/1.0 gets keep-alive, HTTP/1.1 does not")
  func connection() throws {
    let answer = HTTPResponse(.ok)
    #expect(try written(answer, for: "GET / HTTP/1.0\r\n\r\n").contains("\r\nConnection: close\r\n"))
    #expect(
      try written(answer, for: "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").contains(
        "\r\nConnection: keep-alive\r\n"))
    #expect(
      try written(answer, for: "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").contains(
        "\r\nConnection: close\r\n"))
    #expect(try !written(answer, for: "GET / HTTP/1.1\r\nHost: a\r\n\r\n").contains("Connection"))
  }

  @Test("A value cannot begin a new header line")
  func splitting() throws {
    let response = HTTPResponse(.ok, fields: [HTTPField("Location", "/a\r\nSet-Cookie: b")])
    let text = try written(response, for: "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(text.contains("\r\nLocation: /a  Set-Cookie: b\r\n"))
  }

  @Test(
    "Dates have the form of RFC 9110",
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (951_825_599, "Tue, 29 Feb 2000 11:59:59 GMT"), (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
      (1_709_251_200, "Fri, 01 Mar 2024 00:00:00 GMT"), (1_795_161_600, "Fri, 20 Nov 2026 08:00:00 GMT"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (Int64.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
      (-1, "Thu, 01 Jan 1970 00:00:00 GMT"),
    ])
  func dates(seconds: Int64, text: String) {
    #expect(HTTPDate.text(secondsSince1970: seconds) == text)
  }
}
