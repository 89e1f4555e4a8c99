import Foundation
import HTTPService
import Kernel
import ParlorCore
import Testing
import WireProtocol

@Suite("HTTP routes")
struct RouteTests {
  private static let watch = #"{"id":265,"date":"2022-03-11","word":"watch","tries":["stair","match","watch"]}"#
  private static let initial =
    #"[{"id":264,"date":"2022-03-10","word":"lapse","tries":["stair","peony","lapse"]},"#
    + #"{"id":263,"date":"2022-03-09","word":"month","tries":["stair","tuned","monty","month"]},"#
    + #"{"id":262,"date":"2022-03-08","word":"sweet","tries":["corgi","pause","sleds","sweet"]}]"# + "\n"

  @Test("The five requests of a scores service")
  func five() throws {
    let world = HTTPWorld()
    let list = try #require(world.ask("GET /scores"))
    #expect(list.status == 200)
    #expect(list.body == Self.initial)
    #expect(list.fields["Content-Type"] == "application/json")
    #expect(list.fields["Date"] == "Fri, 20 Nov 2026 08:00:00 GMT")
    let one = try #require(world.ask("GET /scores/262"))
    #expect(
      one.body == #"{"id":262,"date":"2022-03-08","word":"sweet","tries":["corgi","pause","sleds","sweet"]}"# + "\n")
    let added = try #require(world.ask("POST /scores", [HTTPWorld.authorization], body: Self.watch))
    #expect(added.status == 201)
    #expect(added.body == Self.watch + "\n")
    #expect(added.fields["Location"] == "/scores/265")
    #expect(world.ask("GET /scores")?.body.hasPrefix("[" + Self.watch) == true)
    let deleted = try #require(world.ask("DELETE /scores/265", [HTTPWorld.authorization]))
    #expect(deleted.status == 200)
    #expect(deleted.body == Self.watch + "\n")
    #expect(world.ask("GET /scores/265")?.status == 404)
    _ = world.ask("DELETE /scores/263", [HTTPWorld.authorization])
    #expect(world.ask("DELETE /scores", [HTTPWorld.authorization])?.body == Self.initial)
  }

  @Test("Damaged scores are shown, and changing them is refused permanently")
  func damaged() throws {
    let world = HTTPWorld(damaged: [DocumentID(kind: 7)])
    #expect(world.ask("GET /scores")?.body == Self.initial)
    for (line, body) in [("POST /scores", Self.watch), ("DELETE /scores/262", nil), ("DELETE /scores", nil)] {
      let answer = try #require(world.ask(line, [HTTPWorld.authorization], body: body))
      #expect(answer.status == 500 && answer.fields["Retry-After"] == nil)
      #expect(answer.body == #"{"error":"what is stored of the scores is damaged: it stays as it is"}"# + "\n")
    }
  }

  @Test(
    "Errors have a sentence and the right status",
    arguments: [
      ("GET /", 404, "not found"), ("GET /scores/262/tries", 404, "not found"), ("GET //scores", 404, "not found"),
      ("GET /SCORES", 404, "not found"), ("GET /scores/999", 404, "there is no score 999"),
      ("GET /scores/", 400, "missing id"), ("DELETE /scores/", 400, "missing id"),
      ("GET /scores/sweet", 400, "id must be an integer from 0 to 9007199254740991"),
      ("GET /scores/-1", 400, "id must be an integer from 0 to 9007199254740991"),
      ("GET /scores/+1", 400, "id must be an integer from 0 to 9007199254740991"),
      ("GET /scores/0262", 400, "id must be an integer from 0 to 9007199254740991"),
      ("GET /scores/99999999999999999999", 400, "id must be an integer from 0 to 9007199254740991"),
      ("GET /scores?limit=0", 400, "limit must be an integer from 1 to 100"),
      ("GET /scores?limit=many", 400, "limit must be an integer from 1 to 100"),
      ("GET /scores?after=", 400, "after must be an integer from 0 to 9007199254740991"),
      ("GET /scores?after=5", 404, "there is no score 5"),
      ("POST /scores", 401, "missing X-Authorization"), ("DELETE /scores", 401, "missing X-Authorization"),
      ("DELETE /scores/262", 401, "missing X-Authorization"), ("DELETE /scores/999", 401, "missing X-Authorization"),
    ])
  func errors(line: String, status: Int, reason: String) throws {
    let answer = try #require(HTTPWorld().ask(line))
    #expect(answer.status == status)
    #expect(answer.body == "{\"error\":\"\(reason)\"}\n")
  }

  @Test(
    "A body that is no score gets 400 with the reason",
    arguments: [
      ("", "missing body"), ("{", "the body is not JSON: the text ends too early at byte 1"),
      ("[]", "the body must be one JSON object"), ("{}", "missing id"), (#"{"id":null}"#, "missing id"),
      (#"{"id":"265"}"#, "id must be an integer from 0 to 9007199254740991"),
      (#"{"id":1.5}"#, "id must be an integer from 0 to 9007199254740991"),
      (#"{"id":-1}"#, "id must be an integer from 0 to 9007199254740991"),
      (#"{"id":9007199254740992}"#, "id must be an integer from 0 to 9007199254740991"),
      (#"{"id":1}"#, "missing date"), (#"{"id":1,"date":20220308}"#, "date must be a string"),
      (#"{"id":1,"date":"2022-03-08"}"#, "missing word"),
      (#"{"id":1,"date":"2022-03-08","word":"a"}"#, "missing tries"),
      (#"{"id":1,"date":"2022-03-08","word":"a","tries":"a"}"#, "tries must be an array of strings"),
      (#"{"id":1,"date":"2022-03-08","word":"a","tries":[1]}"#, "tries must be an array of strings"),
      (#"{"id":1,"date":"2022-3-8","word":"a","tries":["a"]}"#, "the score's date must be a day such as 2022-03-08"),
      (#"{"id":1,"date":"2022-02-29","word":"a","tries":["a"]}"#, "the score's date must be a day such as 2022-03-08"),
      (#"{"id":1,"date":"2022-03-08","word":"","tries":["a"]}"#, "the score's word must be 1 to 32 letters"),
      (#"{"id":1,"date":"2022-03-08","word":"a b","tries":["a"]}"#, "the score's word must be 1 to 32 letters"),
      (#"{"id":1,"date":"2022-03-08","word":"sw33t","tries":["a"]}"#, "the score's word must be 1 to 32 letters"),
      (#"{"id":1,"date":"2022-03-08","word":"<b>","tries":["a"]}"#, "the score's word must be 1 to 32 letters"),
      (#"{"id":1,"date":"2022-03-08","word":"\u001b","tries":["a"]}"#, "the score's word must be 1 to 32 letters"),
      (#"{"id":1,"date":"2022-03-08","word":"\u0301","tries":["a"]}"#, "the score's word must be 1 to 32 letters"),
      (
        #"{"id":1,"date":"2022-03-08","word":"a","tries":[]}"#,
        "the score's tries must be 1 to 32 words of 1 to 32 letters"
      ),
      (
        #"{"id":1,"date":"2022-03-08","word":"a","tries":["a",""]}"#,
        "the score's tries must be 1 to 32 words of 1 to 32 letters"
      ),
    ])
  func badBodies(body: String, reason: String) throws {
    let world = HTTPWorld()
    let answer = try #require(world.ask("POST /scores", [HTTPWorld.authorization], body: body))
    #expect(answer.status == 400)
    #expect(answer.body == "{\"error\":\"\(reason)\"}\n")
    #expect(world.ask("GET /scores")?.body == Self.initial)
  }

  @Test("Words may have any script, up to 32 letters, and are stored composed; 33 letters or tries are too many")
  func edges() throws {
    let world = HTTPWorld()
    func post(_ id: Int, _ word: String, tries: Int) -> Answer? {
      let list = Array(repeating: "\"\(word)\"", count: tries).joined(separator: ",")
      return world.ask(
        "POST /scores", [HTTPWorld.authorization],
        body: "{\"id\":\(id),\"date\":\"2026-11-20\",\"word\":\"\(word)\",\"tries\":[\(list)]}")
    }
    let long = String(repeating: "a", count: 32)
    #expect(post(1, long, tries: 32)?.status == 201)
    #expect(post(2, long + "a", tries: 1)?.status == 400)
    #expect(post(2, long, tries: 33)?.status == 400)
    #expect(post(2, "nin\\u0303o", tries: 1)?.body.contains("\"niño\"") == true)
    for (id, word) in ["привет", "שלום", "日本語", "नमस्ते", "SWEET"].enumerated() {
      #expect(post(10 + id, word, tries: 1)?.status == 201, "\(word)")
    }
    // A letter with a hundred marks is one character, but no word.
    #expect(post(3, "a" + String(repeating: "\\u0301", count: 100), tries: 1)?.status == 400)
  }

  @Test("A score's number is unique, and the list is bounded")
  func full() {
    let world = HTTPWorld { $0.scores = 4 }
    #expect(world.ask("POST /scores", [HTTPWorld.authorization], body: Self.watch)?.status == 201)
    let again = world.ask("POST /scores", [HTTPWorld.authorization], body: Self.watch)
    #expect(again?.status == 409)
    #expect(again?.body == "{\"error\":\"there is a score 265 already\"}\n")
    let other = Self.watch.replacingOccurrences(of: "265", with: "266")
    #expect(world.ask("POST /scores", [HTTPWorld.authorization], body: other)?.status == 507)
  }

  @Test("The list has pages with a link to the next")
  func pages() throws {
    let world = HTTPWorld()
    for id in 1...150 {
      let body = "{\"id\":\(id),\"date\":\"2020-01-01\",\"word\":\"a\",\"tries\":[\"a\"]}"
      #expect(world.ask("POST /scores", [HTTPWorld.authorization], body: body)?.status == 201)
    }
    var target: String? = "/scores?limit=40"
    var ids: [Int] = []
    var pages = 0
    while let line = target {
      let answer = try #require(world.ask("GET \(line)"))
      ids += answer.body.matches(of: #/"id":(\d+)/#).compactMap { Int($0.output.1) }
      target = answer.fields["Link"].flatMap { $0.firstMatch(of: #/<(.+)>; rel="next"/#) }.map { String($0.output.1) }
      pages += 1
    }
    #expect(pages == 4)
    #expect(ids == [264, 263, 262] + Array((1...150).reversed()))
    #expect(world.ask("GET /scores")?.fields["Link"] == "</scores?limit=100&after=54>; rel=\"next\"")
  }

  @Test(
    "A method that a path does not allow gets 405 with the allowed ones",
    arguments: [
      ("PUT /scores", "GET, HEAD, POST, DELETE, OPTIONS"), ("PATCH /scores", "GET, HEAD, POST, DELETE, OPTIONS"),
      ("POST /scores/262", "GET, HEAD, DELETE, OPTIONS"), ("PUT /scores/", "GET, HEAD, DELETE, OPTIONS"),
      ("DELETE /metrics", "GET, HEAD, OPTIONS"), ("POST /health", "GET, HEAD, OPTIONS"),
    ])
  func methods(line: String, allow: String) {
    let answer = HTTPWorld().ask(line, [HTTPWorld.authorization])
    #expect(answer?.status == 405)
    #expect(answer?.fields["Allow"] == allow)
  }

  @Test("OPTIONS returns the methods of a path, and * those of the server")
  func options() {
    #expect(HTTPWorld().ask("OPTIONS /scores")?.status == 204)
    #expect(HTTPWorld().ask("OPTIONS /scores/262")?.fields["Allow"] == "GET, HEAD, DELETE, OPTIONS")
    #expect(HTTPWorld().ask("OPTIONS *")?.fields["Allow"] == "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
    #expect(HTTPWorld().ask("OPTIONS /nothing")?.status == 404)
  }

  @Test("HEAD equals GET without the body", arguments: ["/scores", "/scores/262", "/metrics", "/health", "/nothing"])
  func head(path: String) throws {
    let (get, head) = (HTTPWorld().ask("GET \(path)"), HTTPWorld().ask("HEAD \(path)"))
    #expect(head?.status == get?.status)
    #expect(head?.body == "")
    #expect(head?.fields["Content-Length"] == get?.fields["Content-Length"])
  }

  @Test(
    "Writing needs the token, complete and once",
    arguments: [
      ["X-Authorization: sesam"], ["X-Authorization: sesame "],
      ["x-authorization: SESAME"], ["X-Authorization: sesamesesame"], ["X-Authorization:"], ["Authorization: sesame"],
      ["X-Authorization: sesame", "X-Authorization: sesame"], ["X-Authorization: Bearer sesame"],
    ])
  func tokens(fields: [String]) {
    let world = HTTPWorld()
    let answer = world.ask("DELETE /scores/262", fields)
    // Trailing white space is not part of a value.
    let isRight = fields == ["X-Authorization: sesame "]
    #expect(answer?.status == (isRight ? 200 : 401))
    #expect((answer?.fields["WWW-Authenticate"] != nil) == !isRight)
    #expect(world.ask("GET /scores/262")?.status == (isRight ? 404 : 200))
  }

  @Test(
    "Wrong tokens are limited by address and logged; the right one is refused meanwhile",
    arguments: ["DELETE /scores/999", "DELETE /scores", "GET /metrics"])
  func guessing(line: String) {
    let world = HTTPWorld()
    func ask(_ token: String, from address: String = "192.0.2.1") -> Answer? {
      world.ask(line, ["X-Authorization: \(token)"], from: address, isLoopback: false)
    }
    #expect((1...5).allSatisfy { ask("wrong\($0)")?.status == 401 })
    for token in ["wrong", HTTPWorld.token] {
      let answer = ask(token)
      #expect(answer?.status == 429)
      #expect(answer?.fields["Retry-After"] == "10")
    }
    #expect(ask(HTTPWorld.token, from: "192.0.2.2")?.status != 401)
    // A request without a token is not an attempt.
    #expect(world.ask(line, isLoopback: false)?.status == 401)
    #expect(world.log.map(\.event) == Array(repeating: "wrong_token", count: 5))
    #expect(world.log.allSatisfy { $0.fields == ["from": .string("192.0.2.1")] })
    world.wait(milliseconds: 10_000)
    for _ in 0..<20 { #expect([200, 404].contains(ask(HTTPWorld.token)?.status)) }
    #expect(ask("wrong")?.status == 401)
    #expect(ask("wrong")?.status == 429)
    #expect(world.log.count == 6)
  }

  @Test("Readers are anonymous: the words of today's scores are hidden, in lists as well")
  func hidden() throws {
    let world = HTTPWorld()
    let body = #"{"id":324,"date":"2026-11-20","word":"nymph","tries":["nymph"]}"#
    #expect(world.ask("POST /scores", [HTTPWorld.authorization], body: body)?.body == body + "\n")
    let hidden = #"{"id":324,"date":"2026-11-20","hidden":true}"#
    #expect(world.ask("GET /scores/324")?.body == hidden + "\n")
    #expect(world.ask("GET /scores", [HTTPWorld.authorization])?.body.hasPrefix("[\(hidden),") == true)
    #expect(world.ask("DELETE /scores/324", [HTTPWorld.authorization])?.body == hidden + "\n")
  }

  @Test(
    "A request for another server is refused",
    arguments: [
      ("localhost:7771", 200), ("LOCALHOST:7771", 200), ("127.0.0.1:7771", 200), ("[::1]:7771", 200),
      ("play.example", 200), ("play.example:443", 200), ("other.example:8443", 200), ("localhost", 421),
      ("localhost:7770", 421), ("evil.example", 421), ("evil.example:7771", 421), ("localhost.evil.example:7771", 421),
      ("127.0.0.1.evil.example:7771", 421), ("other.example", 421), ("localhost.:7771", 421), ("0.0.0.0:7771", 421),
    ])
  func hosts(host: String, status: Int) {
    #expect(HTTPWorld().ask("GET /scores", host: host)?.status == status)
  }

  @Test(
    "A page of a foreign origin is refused",
    arguments: [
      ("http://localhost:7771", 200), ("http://127.0.0.1:7771", 200), ("https://play.example", 200),
      ("http://play.example", 200), ("https://other.example:8443", 200), ("null", 403), ("http://evil.example", 403),
      ("http://localhost", 403), ("https://localhost", 403), ("http://localhost:7770", 403),
      ("http://localhost:7771.evil.example", 403), ("http://localhost:7771@evil.example", 403),
      ("http://localhost:7771/", 403), ("file://", 403), ("", 403),
    ])
  func origins(origin: String, status: Int) {
    for line in ["GET /scores", "DELETE /scores"] {
      let answer = HTTPWorld().ask(line, [HTTPWorld.authorization, "Origin: \(origin)"])
      #expect(answer?.status == status)
    }
    let two = ["Origin: http://localhost:7771", "Origin: \(origin)"]
    #expect(HTTPWorld().ask("GET /scores", two)?.status == status)
  }

  @Test(
    "HTTP/1.0 needs no host for health checks, and needs one elsewhere",
    arguments: [("/health", 200), ("/ready", 200), ("/scores", 421), ("/metrics", 421), ("/s/abc", 421), ("/", 421)])
  func old(path: String, status: Int) {
    let world = HTTPWorld()
    let id = world.connect()
    world.send("GET \(path) HTTP/1.0\r\n\r\n", on: id)
    #expect(Answer.all(in: world.output.text(of: id)).map(\.status) == [status])
    #expect(world.output.closed == [id])
  }
}
