import Cluster
import EtcdHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("The client where answers are late, lost or wrong", .waiting)
struct AnswerlessTests {
  private static let revision = #"{"header":{"revision":"7"}}"#
  private static let replaced = #"{"header":{"revision":"7"},"succeeded":true}"#

  @Test("An answer that comes too late is none: the connection is closed, and the request is not repeated")
  func late() throws {
    let server = try ScriptedServer([[.read, .waitUntilClosed], [.read, .answer(Self.replaced)]])
    let client = client(server, timeout: .milliseconds(100))
    let failure = try #require(unknown(replace(client, "k", "v", ifChangedAt: 3)))
    #expect(failure.reason == .noAnswer && !failure.isSurelyNotDone, "\(failure)")
    #expect(server.requests.count == 1)
    #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7))
    #expect(server.connections == 2)
  }

  @Test(
    "A connection that ends between request and answer leaves the outcome unknown, and the next request gets another")
  func lost() throws {
    let server = try ScriptedServer([
      [.read], [.read, .send(Array("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{".utf8))],
      [.read, .answer(Self.replaced), .read, .answer(Self.replaced)],
    ])
    let client = client(server)
    for _ in 0..<2 {
      let failure = try #require(unknown(replace(client, "k", "v", ifChangedAt: 3)))
      #expect(failure.reason == .noAnswer && !failure.isSurelyNotDone, "\(failure)")
    }
    #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7))
    #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7))
    #expect(server.connections == 3 && server.requests.count == 4)
  }

  @Test("A kept connection that was closed meanwhile is not used again")
  func closedMeanwhile() throws {
    let server = try ScriptedServer([[.read, .answer(Self.replaced)], [.read, .answer(Self.replaced)]])
    let client = client(server)
    #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7))
    // The server's end of the connection goes right after its answer; a moment later the client can know.
    var second = replace(client, "k", "v", ifChangedAt: 3)
    if case .unknown = second { second = replace(client, "k", "v", ifChangedAt: 3) }
    #expect(second == .replaced(7))
    #expect(server.requests.count == 2)
  }

  @Test("Where nobody listens, the request surely was not done")
  func nobody() throws {
    // Of the ports that no program gets without asking for it by number, nothing has this one.
    let client = EtcdClient(endpoints: [EtcdEndpoint(host: "127.0.0.1", port: 1)])
    let failure = try #require(unknown(replace(client, "k", "v", ifChangedAt: 3)))
    #expect(failure.reason == .unreachable && failure.isSurelyNotDone, "\(failure)")
  }

  @Test("What cannot be sent goes to the next member; what was sent goes nowhere else")
  func otherMembers() throws {
    let mute = try ScriptedServer([[.read, .hold], [.read, .hold]])
    let good = try ScriptedServer([[.read, .answer(Self.replaced), .read, .answer(Self.replaced)]])
    let closed = EtcdEndpoint(host: "127.0.0.1", port: 1)
    let client = EtcdClient(
      endpoints: [closed, endpoint(mute), endpoint(good)], requestTimeout: .milliseconds(200))
    #expect(unknown(replace(client, "k", "v", ifChangedAt: 3))?.reason == .noAnswer)
    #expect(good.requests.isEmpty)
    #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7))
    #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7))
    #expect(good.requests.count == 2)
  }

  @Test("A member that has failed is gone back to once it says that it is healthy")
  func goingBack() throws {
    // The failure, the question for its health, and what comes after it.
    let preferred = try ScriptedServer([
      [.read], [.read, .answer("{}", status: 503)], [.read, .answer(#"{"health":"true"}"#)],
      [.read] + Array(repeating: .answer(Self.replaced), count: 1),
    ])
    let other = try ScriptedServer([Array(repeating: [.read, .answer(Self.replaced)], count: 5_000).flatMap(\.self)])
    let client = EtcdClient(endpoints: [endpoint(preferred), endpoint(other)])
    #expect(unknown(replace(client, "k", "v", ifChangedAt: 3)) != nil)
    var asked = 0
    while preferred.requests.count < 4, asked < 4_900 {
      #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7))
      asked += 1
      _ = preferred.waitForRequest(3, seconds: 0.02)
    }
    try #require(preferred.requests.count == 4)
    #expect(preferred.requests[1].hasPrefix("GET /health") && preferred.requests[3].hasPrefix("POST /v3/kv/txn"))
  }

  @Test(
    "An error says what it means for the request",
    arguments: [
      (503, 14, "etcdserver: request timed out, possibly due to previous leader failure", "unavailable", false),
      (503, 14, "etcdserver: no leader", "unavailable", true),
      (504, 4, "context deadline exceeded", "unavailable", false),
      (500, 2, "raft proposal dropped", "unavailable", false),
      (429, 8, "etcdserver: mvcc: database space exceeded", "no_space", true),
      (429, 8, "etcdserver: too many requests", "unavailable", true),
      (429, 8, "grpc: received message larger than max (3 vs. 2)", "too_large", true),
      (400, 3, "etcdserver: request is too large", "too_large", true),
      (400, 3, "etcdserver: key is not provided", "rejected", true),
      (400, 3, "etcdserver: user name is empty", "denied", true),
      (403, 7, "etcdserver: permission denied", "denied", true),
      (400, 11, "etcdserver: mvcc: required revision has been compacted", "compacted", true),
      (400, 11, "etcdserver: mvcc: required revision is a future revision", "rejected", true),
    ])
  func errors(status: Int, code: Int, message: String, reason: String, isSurelyNotDone: Bool) throws {
    let body = #"{"error":"\#(message)","message":"\#(message)","code":\#(code)}"#
    let server = try ScriptedServer([[.read, .answer(body, status: status)]])
    let failure = try #require(unknown(replace(client(server), "k", "v", ifChangedAt: 3)))
    #expect(failure.reason.rawValue == reason && failure.isSurelyNotDone == isSurelyNotDone, "\(failure)")
    #expect(failure.sentence.contains(message))
    #expect(server.requests.count == 1)
  }

  @Test(
    "What is no answer of etcd's is an outcome that nobody knows",
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc",
      "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnull", "HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 27\r\n\r\n{\"header\":{\"revision\":\"7\"}}", "SSH-2.0-x\r\n",
      "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n",
    ])
  func nonsense(text: String) throws {
    let server = try ScriptedServer([[.read, .send(Array(text.utf8)), .hold]])
    let failure = try #require(unknown(replace(client(server), "k", "v", ifChangedAt: 3)))
    #expect([.malformed, .unavailable].contains(failure.reason) && !failure.isSurelyNotDone, "\(failure)")
  }

  @Test("A request that was not sent to its end surely was not done")
  func halfSent() throws {
    let server = try ScriptedServer([[.readOnly(1_000)]])
    let value = String(repeating: "x", count: 32 << 20)
    let failure = try #require(unknown(replace(client(server, timeout: .seconds(20)), "k", value, ifChangedAt: 3)))
    #expect(failure.isSurelyNotDone, "\(failure)")
  }

  @Test("A token is asked for once, used in every request, and renewed where it is refused")
  func tokens() throws {
    let refusal = #"{"error":"etcdserver: invalid auth token","message":"etcdserver: invalid auth token","code":16}"#
    func token(_ text: String) -> ScriptedServer.Act { .answer(#"{"header":{},"token":"\#(text)"}"#) }
    let server = try ScriptedServer([
      [
        .read, token("one"), .read, .answer(Self.replaced), .read, .answer(Self.replaced), .read,
        .answer(refusal, status: 401), .read, token("two"), .read, .answer(Self.replaced), .read,
        .answer(refusal, status: 401), .read, token("three"), .read, .answer(refusal, status: 401),
      ]
    ])
    let client = EtcdClient(
      endpoints: [endpoint(server)], credentials: EtcdCredentials(user: "parlor", password: "\"secret\""))
    for _ in 0..<3 { #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7)) }
    #expect(unknown(replace(client, "k", "v", ifChangedAt: 3))?.reason == .denied)
    let said = server.requests.map { request in
      request.split(separator: "\r\n").first { $0.hasPrefix("Authorization: ") }.map { String($0.dropFirst(15)) } ?? "-"
    }
    #expect(said == ["-", "one", "one", "one", "-", "two", "two", "-", "three"])
    #expect(server.requests[0].hasSuffix(#"{"name":"parlor","password":"\"secret\""}"#))
  }

  @Test("Where etcd has no users, the password is asked about once")
  func withoutUsers() throws {
    let refusal = #"{"error":"x","message":"etcdserver: authentication is not enabled","code":9}"#
    let server = try ScriptedServer([
      [.read, .answer(refusal, status: 412), .read, .answer(Self.replaced), .read, .answer(Self.replaced)]
    ])
    let client = EtcdClient(endpoints: [endpoint(server)], credentials: EtcdCredentials(user: "a", password: "b"))
    for _ in 0..<2 { #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7)) }
    #expect(server.requests.count == 3)
  }

  @Test("A token that would break the header line is refused")
  func badToken() throws {
    let server = try ScriptedServer([[.read, .answer(#"{"token":"a\r\nX: y"}"#)]])
    let client = EtcdClient(endpoints: [endpoint(server)], credentials: EtcdCredentials(user: "a", password: "b"))
    #expect(unknown(replace(client, "k", "v", ifChangedAt: 3))?.reason == .malformed)
  }

  @Test("A watch ends with a failure when its connection ends, its lines break or etcd refuses it")
  func brokenWatches() throws {
    let created = ScriptedServer.Act.chunk(#"{"result":{"header":{"revision":"7"},"created":true}}"#)
    let refusal = ScriptedServer.Act.answer(#"{"error":"x","message":"permission denied","code":7}"#, status: 403)
    let scripts: [([ScriptedServer.Act], EngineFailure.Reason)] = [
      ([.read, .chunkedHead, created], .noAnswer), ([.read], .noAnswer),
      ([.read, .chunkedHead, created, .chunk("{"), .hold], .malformed), ([.read, refusal, .hold], .denied),
      ([.read, .chunkedHead, created, .send(Array("0\r\n\r\n".utf8)), .hold], .noAnswer),
      ([.read, .chunkedHead, .hold], .noAnswer),
      (
        [
          .read, .chunkedHead, created, .chunk(#"{"error":{"grpc_code":14,"message":"etcdserver: no leader"}}"#), .hold,
        ],
        .unavailable
      ),
      (
        [
          .read, .chunkedHead, created,
          .send(Array("1e\r\n{\"error\":{\"grpc_code\":14}}    \r\n0\r\n\r\n".utf8)), .hold,
        ], .unavailable
      ),
    ]
    for (script, reason) in scripts {
      let server = try ScriptedServer([script])
      let listener = WatchListener()
      let client = client(server, timeout: .milliseconds(300))
      _ = client.watch("k", from: 3, onEvent: listener.hear)
      guard case .failed(let failure) = try listener.end() else {
        Issue.record("no failure: \(script)")
        continue
      }
      #expect(failure.reason == reason, "\(failure)")
    }
  }

  @Test("A watch that is cancelled closes its connection and tells nothing more; so does a client that is closed")
  func cancelling() throws {
    let created = ScriptedServer.Act.chunk(#"{"result":{"header":{"revision":"7"},"created":true}}"#)
    for closesClient in [false, true] {
      let server = try ScriptedServer([[.read, .chunkedHead, created, .waitUntilClosed, .read], [.read, .hold]])
      let client = client(server)
      let listener = WatchListener()
      let watch = client.watch("k", from: 3, onEvent: listener.hear)
      #expect(try listener.opening() == 7)
      if closesClient { client.close() } else { watch.cancel() }
      watch.cancel()
      #expect(server.waitForEnd(of: 0))
      #expect(listener.count == 1)
      if closesClient { #expect(unknown(replace(client, "k", "v", ifChangedAt: 3))?.reason == .closed) }
    }
  }

  @Test("A slow read holds up no append, and a client that is closed keeps nobody waiting")
  func lanes() throws {
    let server = try ScriptedServer([[.read, .hold], [.read, .answer(Self.replaced)]])
    let client = client(server, timeout: .seconds(50))
    let reading = Later<Result<Reading, EngineFailure>>()
    client.get("k", completion: reading.put)
    _ = server.waitForRequest(1, seconds: Patience.seconds)
    #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7))
    client.close()
    guard case .failure(let failure) = reading.take() else {
      Issue.record("an answer from nowhere")
      return
    }
    #expect(failure.reason == .closed)
  }

  private func endpoint(_ server: ScriptedServer) -> EtcdEndpoint {
    EtcdEndpoint(host: "127.0.0.1", port: server.port)
  }

  private func client(_ server: ScriptedServer, timeout: Duration = .seconds(20)) -> EtcdClient {
    EtcdClient(endpoints: [endpoint(server)], requestTimeout: timeout)
  }

  private func unknown(_ answer: ReplaceAnswer) -> EngineFailure? {
    if case .unknown(let failure) = answer { failure } else { nil }
  }
}
