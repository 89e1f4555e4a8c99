import Callbacks
@testable import Cluster
import EtcdHarness
import Synchronization
import Testing
import WaitingTrait

@Suite(
  "The client with etcds that die, hang, fill up and have users", .waiting,
  .enabled(if: hasEtcd, "etcd is not installed"))
struct EtcdFaultTests {
  @Test("A watch whose member is killed ends, and continues at another one without a gap")
  func killedMember() throws {
    let cluster = try EtcdCluster(3)
    let patience = Duration.seconds(2)
    let writer = EtcdClient(endpoints: [cluster.endpoints[1], cluster.endpoints[2]], requestTimeout: patience)
    let reader = cluster.client(requestTimeout: patience)
    let first = try awaitResult { writer.put("k", Array("0".utf8), completion: $0) }.get()
    let before = WatchListener()
    _ = reader.watch("k", from: first, onEvent: before.receive)
    #expect(try before.values(1) == ["0"])
    cluster.members[0].kill()
    guard case .failed(let failure) = try before.end() else { return fail("no failure") }
    #expect(failure.reason == .noAnswer)
    // If the killed member was the leader, the others first elect a new one.
    let second = try putUntilDone(writer, "1")
    let after = WatchListener()
    let watch = reader.watch("k", from: first + 1, onEvent: after.receive)
    defer { watch.cancel() }
    _ = second
    #expect(try after.values(1) == ["1"])
  }

  @Test("A hanging member costs one answer; then another one is asked, also for the watch")
  func pausedMember() throws {
    let cluster = try EtcdCluster(3)
    // With a margin for a busy machine: a client whose request timed out uses another member by then.
    let client = cluster.client(requestTimeout: .seconds(6))
    let first = try awaitResult { client.put("k", Array("0".utf8), completion: $0) }.get()
    let listener = WatchListener()
    _ = client.watch("k", from: first, onEvent: listener.receive)
    #expect(try listener.values(1) == ["0"])
    let leader = try cluster.leader()
    cluster.members[0].pause()
    guard case .unknown(let failure) = replace(client, "k", "1", ifChangedAt: first) else { return fail("an answer") }
    #expect(failure.reason == .noAnswer && !failure.isDefinitelyNotApplied)
    guard case .failed(let end) = try listener.end() else { return fail("no failure") }
    #expect(end.reason == .noAnswer)
    if leader != 0 { #expect(throws: Never.self) { try awaitResult { client.get("k", completion: $0) }.get() } }
    let last = try putUntilDone(client, "2")
    let after = WatchListener()
    let watch = client.watch("k", from: last, onEvent: after.receive)
    defer { watch.cancel() }
    #expect(try after.values(1) == ["2"])
    cluster.members[0].resume()
    try cluster.waitUntilHealthy(cluster.members[0])
  }

  @Test("Without a majority there are no answers and watches end; with one everything continues")
  func withoutQuorum() throws {
    let cluster = try EtcdCluster(3)
    let client = EtcdClient(endpoints: [cluster.endpoints[0]], requestTimeout: .seconds(2))
    let first = try awaitResult { client.put("k", Array("0".utf8), completion: $0) }.get()
    let listener = WatchListener()
    _ = client.watch("k", from: first, onEvent: listener.receive)
    #expect(try listener.values(1) == ["0"])
    for member in cluster.members.dropFirst() { member.kill() }
    guard case .unknown = replace(client, "k", "1", ifChangedAt: first) else { return fail("an answer") }
    guard case .failure = awaitResult({ client.get("k", completion: $0) }) else { return fail("a reading") }
    guard case .failed(let end) = try listener.end() else { return fail("no failure") }
    #expect(end.reason == .unavailable && end.sentence.contains("no leader"), "\(end)")
    guard case .unknown(let failure) = replace(client, "k", "1", ifChangedAt: first) else { return fail("an answer") }
    #expect(failure.reason == .unavailable && failure.isDefinitelyNotApplied, "\(failure)")
    for member in cluster.members.dropFirst() { try member.start() }
    try cluster.waitUntilHealthy(cluster.members[0])
    let reading = try awaitResult { client.get("k", completion: $0) }.get()
    // An unanswered change may have been executed.
    #expect(["0", "1"].contains(String(decoding: reading.keyValue?.value ?? [], as: UTF8.self)))
  }

  @Test("Users are authenticated by a token, which is renewed when a restart of etcd has invalidated it")
  func users() throws {
    let cluster = try EtcdCluster()
    let endpoint = cluster.endpoints[0]
    func pair(_ first: String, _ second: String) -> (inout ProtobufWriter) -> Void {
      { writer in
        writer.field(1, first.utf8)
        writer.field(2, second.utf8)
      }
    }
    let calls: [(StaticString, (inout ProtobufWriter) -> Void)] = [
      ("/etcdserverpb.Auth/UserAdd", pair("root", "r")), ("/etcdserverpb.Auth/RoleAdd", { $0.field(1, "root".utf8) }),
      ("/etcdserverpb.Auth/UserGrantRole", pair("root", "root")), ("/etcdserverpb.Auth/UserAdd", pair("parlor", "p")),
      ("/etcdserverpb.Auth/RoleAdd", { $0.field(1, "parlor".utf8) }),
      (
        "/etcdserverpb.Auth/RoleGrantPermission",
        { writer in
          writer.field(1, "parlor".utf8)
          writer.field(2) { permission in
            // Permission to read and write keys with this prefix.
            permission.field(1, 2)
            permission.field(2, "parlor".utf8)
            permission.field(3, "parlos".utf8)
          }
        }
      ), ("/etcdserverpb.Auth/UserGrantRole", pair("parlor", "parlor")), ("/etcdserverpb.Auth/AuthEnable", { _ in }),
    ]
    for (path, write) in calls { try ask(path, write, of: endpoint) }
    let client = cluster.client(credentials: EtcdCredentials(user: "parlor", password: "p"))
    guard case .replaced(let first) = replace(client, "parlor/log", "1", ifChangedAt: 0) else {
      return fail("not replaced")
    }
    let listener = WatchListener()
    let watch = client.watch("parlor/log", from: first, onEvent: listener.receive)
    #expect(try listener.values(1) == ["1"])
    watch.cancel()
    guard case .unknown(let failure) = replace(client, "other", "1", ifChangedAt: 0) else { return fail("permitted") }
    #expect(failure.reason == .denied && failure.isDefinitelyNotApplied)
    let forbidden = WatchListener()
    _ = client.watch("other", from: 1, onEvent: forbidden.receive)
    guard case .failed(let refusal) = try forbidden.end() else { return fail("permitted") }
    #expect(refusal.reason == .denied, "\(refusal)")
    for wrong in [nil, EtcdCredentials(user: "parlor", password: "q")] {
      let stranger = cluster.client(credentials: wrong)
      guard case .failure(let failure) = awaitResult({ stranger.get("parlor/log", completion: $0) }) else {
        return fail("permitted")
      }
      #expect(failure.reason == .denied, "\(failure)")
    }
    cluster.members[0].kill()
    try cluster.members[0].start()
    try cluster.waitUntilHealthy(cluster.members[0])
    let again = WatchListener()
    let second = client.watch("parlor/log", from: first, onEvent: again.receive)
    defer { second.cancel() }
    #expect(try again.values(1) == ["1"])
    #expect(replace(client, "parlor/log", "2", ifChangedAt: first) == .replaced(first + 1))
    // The operator changes the password, and its file.
    let file = Mutex("p")
    let reader = EtcdClient(
      endpoints: cluster.endpoints, credentials: EtcdCredentials(user: "parlor", password: "p"),
      readAgain: { EtcdCredentials(user: "parlor", password: file.withLock { $0 }) }, requestTimeout: .seconds(20))
    guard case .success = awaitResult({ reader.get("parlor/log", completion: $0) }) else {
      return fail("not permitted")
    }
    let root = EtcdConversation(
      EtcdSetting(
        members: EtcdMembers(cluster.endpoints, timeout: .seconds(20)),
        login: EtcdLogin(EtcdCredentials(user: "root", password: "r")), tokens: EtcdTokens(), timeout: .seconds(20)),
      interrupt: EtcdInterrupt())
    try root.ask(
      EtcdCall<Void>("/etcdserverpb.Auth/UserChangePassword", pair("parlor", "q")) { _, _ throws(EtcdDecodingError) in }
    )
    file.withLock { $0 = "q" }
    #expect(replace(reader, "parlor/log", "3", ifChangedAt: first + 1) == .replaced(first + 2))
  }

  @Test("A full database reports that, and in its status")
  func noSpace() throws {
    let cluster = try EtcdCluster(1, ["--quota-backend-bytes", "300000"])
    let client = cluster.client(requestTimeout: .seconds(20))
    var last: ReplaceAnswer?
    // etcd checks its size ten times a second.
    for count in 0..<2_000 {
      last = replace(client, "k\(count)", String(repeating: "x", count: 50_000), ifChangedAt: 0)
      if case .unknown = last { break }
    }
    guard case .unknown(let failure) = last else { return fail("never full") }
    #expect(failure.reason == .noSpace && failure.isDefinitelyNotApplied, "\(failure)")
    let status = try awaitResult { client.status(completion: $0) }.get()
    #expect(status.alarms.contains { $0.contains("NOSPACE") }, "\(status)")
  }

  private func fail(_ words: String) { Issue.record("\(words)") }

  /// Repeats a put until it is answered: it is not without a leader.
  private func putUntilDone(_ client: EtcdClient, _ value: String) throws -> Revision {
    for _ in 0..<100 {
      let reading = awaitResult { client.get("k", completion: $0) }
      guard case .success(let reading) = reading else { continue }
      switch replace(client, "k", value, ifChangedAt: reading.keyValue?.changedAt ?? 0) {
      case .replaced(let revision): return revision
      case .found, .unknown: continue
      }
    }
    throw NeverDone()
  }

  private struct NeverDone: Error {}

  private func ask(
    _ path: StaticString, _ write: (inout ProtobufWriter) -> Void, of endpoint: EtcdEndpoint
  ) throws {
    let deadline = Deadline(after: .seconds(10))
    let connection = try EtcdConnection(to: endpoint, until: deadline, interrupt: EtcdInterrupt())
    try connection.send(GRPCRequest(path, write), token: nil, until: deadline)
    guard case .message = try connection.answer(until: deadline) else { return fail("\(path) is refused") }
  }
}
