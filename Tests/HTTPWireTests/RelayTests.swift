import HTTPWire
import Testing

@Suite("Relaying requests and responses between nodes")
struct RelayTests {
  private func parsed(_ text: String) throws -> HTTPRequest {
    var parser = HTTPRequestParser()
    Array(text.utf8).withUnsafeBytes { parser.append($0) }
    guard case .request(let request) = parser.next() else { throw HTTPRelayFault() }
    return request
  }

  private struct HTTPRelayFault: Error {}

  @Test(
    "A relayed request means the same",
    arguments: [
      "GET /scores?limit=5&name=a%20b%26c&empty HTTP/1.1\r\nHost: localhost:8080\r\nX-Authorization: a b\r\n\r\n",
      "POST /scores/a%2Bb/%C3%B1 HTTP/1.1\r\nHost: [::1]:80\r\nContent-Length: 3\r\n\r\na\r\n",
      "PUT http://Play.example/s/x.png HTTP/1.1\r\nHost: play.example\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
      "OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      "GET / HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n",
    ])
  func request(_ text: String) throws {
    let request = try parsed(text)
    let handed = try #require(HTTPRequest(relayed: request.relayed, limits: HTTPLimits()))
    #expect(handed.method == request.method)
    #expect(handed.target == request.target)
    #expect(handed.host == request.host)
    #expect(handed.body == request.body)
    #expect(handed.values(of: "x-authorization") == request.values(of: "x-authorization"))
    // It contains nothing about the client's connection.
    #expect(handed.keepsAlive && handed.list(of: "transfer-encoding").isEmpty)
  }

  @Test("An incomplete request, or more than one, is refused")
  func nonsense() {
    for text in ["", "GET / HTTP/1.1\r\nHost: a\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET", "\0\0\0"] {
      #expect(HTTPRequest(relayed: Array(text.utf8), limits: HTTPLimits()) == nil)
    }
  }

  @Test(
    "A relayed response is unchanged", arguments: [HTTPStatus.ok, .created, .noContent, .notFound])
  func answer(_ status: HTTPStatus) throws {
    let body = status == .noContent ? [] : Array("{\"ñ\":1}\r\n".utf8)
    let answer = HTTPResponse(
      status, type: "application/json", body: body, fields: [HTTPField("X-Robots-Tag", "noindex")])
    #expect(HTTPResponse(relayed: answer.relayed) == answer)
  }

  @Test("An invalid response is refused")
  func noAnswer() {
    for text in [
      "", "HTTP/1.1 299 Odd\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort",
    ] {
      #expect(HTTPResponse(relayed: Array(text.utf8)) == nil)
    }
  }
}
