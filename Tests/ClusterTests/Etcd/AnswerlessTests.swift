import Callbacks
@testable import Cluster
import EtcdHarness
import HTTP2Wire
import ServerHarness
import Synchronization
import Testing
import WaitingTrait

@Suite("The client with late, lost or wrong answers", .waiting)
struct AnswerlessTests {
  private static let replaced = EtcdWords.replaced(7)

  @Test("After a late answer the connection is closed, and the request is not repeated")
  func late() throws {
    let server = try ScriptedEtcd([[.read, .waitUntilClosed], [.read, .reply(Self.replaced)]])
    let client = client(server, timeout: .milliseconds(100))
    let failure = try #require(unknown(replace(client, "k", "v", ifChangedAt: 3)))
    #expect(failure.reason == .noAnswer && !failure.isDefinitelyNotApplied, "\(failure)")
    #expect(server.requests.count == 1)
    #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7))
    #expect(server.connections == 2)
  }

  @Test(
    "A connection that ends before the answer leaves the outcome unknown, and the next request gets another one")
  func lost() throws {
    let server = try ScriptedEtcd([
      [.read], [.read, .head, .frame(.data, [], [0, 0, 0, 0, 90, 10], isOfStream: true)],
      [.read, .reply(Self.replaced), .read, .reply(Self.replaced)],
    ])
    let client = client(server)
    for _ in 0..<2 {
      let failure = try #require(unknown(replace(client, "k", "v", ifChangedAt: 3)))
      #expect(failure.reason == .noAnswer && !failure.isDefinitelyNotApplied, "\(failure)")
    }
    #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7))
    #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7))
    #expect(server.connections == 3 && server.requests.count == 4)
  }

  @Test("A kept connection that was closed meanwhile is not reused")
  func closedMeanwhile() throws {
    let server = try ScriptedEtcd([[.read, .reply(Self.replaced)], [.read, .reply(Self.replaced)]])
    let client = client(server)
    #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7))
    // The server closes its end right after its answer; the client can notice that a moment later.
    var second = replace(client, "k", "v", ifChangedAt: 3)
    if case .unknown = second { second = replace(client, "k", "v", ifChangedAt: 3) }
    #expect(second == .replaced(7))
    #expect(server.requests.count == 2)
  }

  @Test("If nothing listens, the request was certainly not executed")
  func nobody() throws {
    // A privileged port that no program uses.
    let client = EtcdClient(endpoints: [EtcdEndpoint(host: "127.0.0.1", port: 1)])
    let failure = try #require(unknown(replace(client, "k", "v", ifChangedAt: 3)))
    #expect(failure.reason == .unreachable && failure.isDefinitelyNotApplied, "\(failure)")
  }

  @Test("A request that could not be sent goes to the next member; one that was sent does not")
  func otherMembers() throws {
    let mute = try ScriptedEtcd([[.read, .hold], [.read, .hold]])
    let good = try ScriptedEtcd([[.read, .reply(Self.replaced), .read, .reply(Self.replaced)]])
    let closed = EtcdEndpoint(host: "127.0.0.1", port: 1)
    let client = EtcdClient(
      endpoints: [closed, endpoint(mute), endpoint(good)], requestTimeout: .milliseconds(200))
    #expect(unknown(replace(client, "k", "v", ifChangedAt: 3))?.reason == .noAnswer)
    #expect(good.requests.isEmpty)
    #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7))
    #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7))
    #expect(good.requests.count == 2)
  }

  @Test("A failed member is used again when it says that it is healthy")
  func goingBack() throws {
    // The failure, the health check, and what follows.
    let preferred = try ScriptedEtcd([
      [.read], [.read, .fault(code: 14)], [.read, .reply(EtcdWords.read(7))],
      [.read] + Array(repeating: .reply(Self.replaced), count: 1),
    ])
    let other = try ScriptedEtcd([Array(repeating: [.read, .reply(Self.replaced)], count: 5_000).flatMap(\.self)])
    let client = EtcdClient(endpoints: [endpoint(preferred), endpoint(other)])
    #expect(unknown(replace(client, "k", "v", ifChangedAt: 3)) != nil)
    var asked = 0
    while preferred.requests.count < 4, asked < 4_900 {
      #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7))
      asked += 1
      _ = preferred.waitForRequest(3, seconds: 0.02)
    }
    try #require(preferred.requests.count == 4)
    #expect(preferred.requests[1].path.hasSuffix("/Range") && preferred.requests[3].path.hasSuffix("/Txn"))
  }

  @Test(
    "Each error is mapped to its meaning for the request",
    arguments: [
      (14, "etcdserver: request timed out, possibly due to previous leader failure", "unavailable", false),
      (14, "etcdserver: no leader", "unavailable", true),
      (4, "context deadline exceeded", "unavailable", false),
      (2, "raft proposal dropped", "unavailable", false),
      (8, "etcdserver: mvcc: database space exceeded", "no_space", true),
      (8, "etcdserver: too many requests", "unavailable", true),
      (8, "grpc: received message larger than max (3 vs. 2)", "too_large", true),
      (3, "etcdserver: request is too large", "too_large", true),
      (3, "etcdserver: key is not provided", "rejected", true),
      (3, "etcdserver: user name is empty", "denied", true),
      (7, "etcdserver: permission denied", "denied", true),
      (11, "etcdserver: mvcc: required revision has been compacted", "compacted", true),
      (11, "etcdserver: mvcc: required revision is a future revision", "rejected", true),
    ])
  func errors(code: Int, message: String, reason: String, isDefinitelyNotApplied: Bool) throws {
    let server = try ScriptedEtcd([[.read, .fault(code: code, message)]])
    let failure = try #require(unknown(replace(client(server), "k", "v", ifChangedAt: 3)))
    #expect(failure.reason.rawValue == reason && failure.isDefinitelyNotApplied == isDefinitelyNotApplied, "\(failure)")
    #expect(failure.sentence.contains(message))
    #expect(server.requests.count == 1)
  }

  @Test(
    "A malformed answer leaves the outcome unknown",
    arguments: [
      [.reply([])], [.reply([0xFF])], [.reply(EtcdWords.read(7))], [.raw(Array("SSH-2.0-x\r\n".utf8))],
      [.raw(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))], [.raw([UInt8](repeating: 0, count: 9))],
      [.head, .frame(.data, [], [0, 0, 0x90, 0, 0], isOfStream: true)],
      [.head, .frame(.data, [], [1, 0, 0, 0, 0], isOfStream: true)],
      [.head, .frame(.data, .endStream, [], isOfStream: true)], [.head, .end(code: 0, "")],
      [.head, .message(replaced), .message(replaced), .end(code: 0, "")], [.message(replaced)],
      [.fields([HPACKField("grpc-status", "0")], isEnd: true)],
      [.fields([HPACKField(":status", "200")], isEnd: true)],
      [.fields([HPACKField(":status", "502")], isEnd: true)], [.frame(.pushPromise, [], [], isOfStream: true)],
    ] as [[ScriptedEtcd.Act]])
  func nonsense(acts: [ScriptedEtcd.Act]) throws {
    let server = try ScriptedEtcd([[.read] + acts + [.hold]])
    let failure = try #require(unknown(replace(client(server), "k", "v", ifChangedAt: 3)))
    #expect([.malformed, .unavailable].contains(failure.reason) && !failure.isDefinitelyNotApplied, "\(failure)")
  }

  @Test("A request that a member has refused unread was not executed; the next one gets another connection")
  func refused() throws {
    let away = ScriptedEtcd.Act.frame(.goAway, [], [UInt8](repeating: 0, count: 8), isOfStream: false)
    for refusal in [away, .frame(.reset, [], [0, 0, 0, 7], isOfStream: true)] {
      let server = try ScriptedEtcd([[.read, refusal, .hold], [.read, .reply(Self.replaced)]])
      let client = client(server)
      let failure = try #require(unknown(replace(client, "k", "v", ifChangedAt: 3)))
      #expect(failure.reason == .unavailable && failure.isDefinitelyNotApplied, "\(failure)")
      #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7))
    }
  }

  @Test("A truncated answer leaves the outcome unknown")
  func brokenOff() throws {
    let server = try ScriptedEtcd([[.read, .frame(.reset, [], [0, 0, 0, 2], isOfStream: true), .hold]])
    let failure = try #require(unknown(replace(client(server), "k", "v", ifChangedAt: 3)))
    #expect(failure.reason == .noAnswer && !failure.isDefinitelyNotApplied, "\(failure)")
  }

  @Test("A member that goes away answers earlier requests; the next one gets another connection")
  func goingAway() throws {
    let server = try ScriptedEtcd([
      [.read, .frame(.goAway, [], [0, 0, 0, 1, 0, 0, 0, 0], isOfStream: false), .reply(Self.replaced), .hold],
      [.read, .reply(Self.replaced)],
    ])
    let client = client(server)
    for _ in 0..<2 { #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7)) }
    #expect(server.connections == 2)
  }

  @Test("A request of any size is sent as fast as the member accepts it")
  func largeRequest() throws {
    let server = try ScriptedEtcd([[.read, .reply(Self.replaced), .read, .reply(Self.replaced)]])
    let client = client(server)
    let value = String(repeating: "x", count: 3 << 20)
    for _ in 0..<2 { #expect(replace(client, "k", value, ifChangedAt: 3) == .replaced(7)) }
    #expect(server.requests.map(\.message) == Array(repeating: EtcdWords.replacing("k", value, 3), count: 2))
  }

  @Test("An incompletely sent request was certainly not executed")
  func halfSent() throws {
    let server = try ScriptedEtcd([[.readOnly(1_000)]])
    let value = String(repeating: "x", count: 32 << 20)
    let failure = try #require(unknown(replace(client(server, timeout: .seconds(20)), "k", value, ifChangedAt: 3)))
    #expect(failure.isDefinitelyNotApplied, "\(failure)")
  }

  @Test("A token is requested once, used in every request, and renewed when it is rejected")
  func tokens() throws {
    let refusal = ScriptedEtcd.Act.fault(code: 16, "etcdserver: invalid auth token")
    func token(_ text: String) -> ScriptedEtcd.Act { .reply(EtcdWords.token(text)) }
    let server = try ScriptedEtcd([
      [
        .read, token("one"), .read, .reply(Self.replaced), .read, .reply(Self.replaced), .read, refusal, .read,
        token("two"), .read, .reply(Self.replaced), .read, refusal, .read, token("three"), .read, refusal,
      ]
    ])
    let client = EtcdClient(
      endpoints: [endpoint(server)], credentials: EtcdCredentials(user: "parlor", password: "\"secret\""))
    for _ in 0..<3 { #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7)) }
    #expect(unknown(replace(client, "k", "v", ifChangedAt: 3))?.reason == .denied)
    #expect(
      server.requests.map { $0["token"] ?? "-" } == ["-", "one", "one", "one", "-", "two", "two", "-", "three"])
    let question = try ProtobufMessage(server.requests[0].message[...])
    #expect(question.text(1) == "parlor" && question.text(2) == "\"secret\"")
  }

  @Test("If etcd has no authentication, the token is requested only once")
  func withoutUsers() throws {
    let refusal = ScriptedEtcd.Act.fault(code: 9, "etcdserver: authentication is not enabled")
    let server = try ScriptedEtcd([
      [.read, refusal, .read, .reply(Self.replaced), .read, .reply(Self.replaced)]
    ])
    let client = EtcdClient(endpoints: [endpoint(server)], credentials: EtcdCredentials(user: "a", password: "b"))
    for _ in 0..<2 { #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7)) }
    #expect(server.requests.count == 3)
  }

  @Test("A rejected password is read again, and tried if it has changed")
  func newPassword() throws {
    let refusal = ScriptedEtcd.Act.fault(code: 3, "etcdserver: authentication failed, invalid user ID or password")
    let server = try ScriptedEtcd([
      [.read, refusal, .read, refusal, .read, .reply(EtcdWords.token("t")), .read, .reply(Self.replaced)]
    ])
    let passwords = Mutex(["old", "new"])
    let client = EtcdClient(
      endpoints: [endpoint(server)], credentials: EtcdCredentials(user: "a", password: "old"),
      readAgain: { EtcdCredentials(user: "a", password: passwords.withLock { $0.removeFirst() }) })
    // The file is unchanged.
    #expect(unknown(replace(client, "k", "v", ifChangedAt: 3))?.reason == .denied)
    #expect(server.requests.count == 1)
    #expect(replace(client, "k", "v", ifChangedAt: 3) == .replaced(7))
    #expect(server.requests.map { $0["token"] ?? "-" } == ["-", "-", "-", "t"])
  }

  @Test("A token that would break the header is rejected")
  func badToken() throws {
    let server = try ScriptedEtcd([[.read, .reply(EtcdWords.token("a\r\nX: y"))]])
    let client = EtcdClient(endpoints: [endpoint(server)], credentials: EtcdCredentials(user: "a", password: "b"))
    #expect(unknown(replace(client, "k", "v", ifChangedAt: 3))?.reason == .malformed)
  }

  @Test("A watch fails when its connection ends, its messages are malformed or etcd refuses it")
  func brokenWatches() throws {
    let created = ScriptedEtcd.Act.message(EtcdWords.opened(7))
    let scripts: [([ScriptedEtcd.Act], EngineFailure.Reason)] = [
      ([.read, .head, created], .noAnswer), ([.read], .noAnswer),
      ([.read, .head, created, .message([0xFF]), .hold], .malformed),
      ([.read, .fault(code: 7, "permission denied"), .hold], .denied),
      ([.read, .head, created, .end(code: 0, ""), .hold], .noAnswer), ([.read, .head, .hold], .noAnswer),
      ([.read, .head, created, .end(code: 14, "etcdserver: no leader"), .hold], .unavailable),
      ([.read, .head, created, .fields([HPACKField("grpc-status", "14")], isEnd: true), .hold], .unavailable),
      ([.read, .fields([HPACKField(":status", "404")], isEnd: false), .hold], .malformed),
      ([.read, .head, created, .frame(.goAway, [], [UInt8](repeating: 0, count: 8), isOfStream: false)], .unavailable),
    ]
    for (script, reason) in scripts {
      let server = try ScriptedEtcd([script])
      let listener = WatchListener()
      // Where an answer comes, a busy machine may take long over it.
      let client = client(server, timeout: reason == .noAnswer ? .milliseconds(300) : .seconds(60))
      _ = client.watch("k", from: 3, onEvent: listener.receive)
      guard case .failed(let failure) = try listener.end() else {
        Issue.record("no failure: \(script)")
        continue
      }
      #expect(failure.reason == reason, "\(failure)")
    }
  }

  @Test("A cancelled watch closes its connection without an event; so does a closed client")
  func cancelling() throws {
    let created = ScriptedEtcd.Act.message(EtcdWords.opened(7))
    for closesClient in [false, true] {
      let server = try ScriptedEtcd([[.read, .head, created, .waitUntilClosed, .read], [.read, .hold]])
      let client = client(server)
      let listener = WatchListener()
      let watch = client.watch("k", from: 3, onEvent: listener.receive)
      #expect(try listener.opening() == 7)
      if closesClient { client.close() } else { watch.cancel() }
      watch.cancel()
      #expect(server.waitForEnd(of: 0))
      #expect(listener.count == 1)
      if closesClient { #expect(unknown(replace(client, "k", "v", ifChangedAt: 3))?.reason == .closed) }
    }
  }

  @Test("A slow read does not delay an append, and closing a client ends all waits")
  func lanes() throws {
    let server = try ScriptedEtcd([[.read, .hold], [.read, .reply(Self.replaced)]])
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

  private func endpoint(_ server: ScriptedEtcd) -> EtcdEndpoint {
    EtcdEndpoint(host: "127.0.0.1", port: server.port)
  }

  private func client(_ server: ScriptedEtcd, timeout: Duration = .seconds(20)) -> EtcdClient {
    EtcdClient(endpoints: [endpoint(server)], requestTimeout: timeout)
  }

  private func unknown(_ answer: ReplaceAnswer) -> EngineFailure? {
    if case .unknown(let failure) = answer { failure } else { nil }
  }
}
