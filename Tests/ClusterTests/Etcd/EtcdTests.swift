import Callbacks
import Cluster
import EtcdHarness
import Foundation
import Synchronization
import Testing
import WaitingTrait

@Suite("The client with a real etcd", .waiting, .enabled(if: hasEtcd, "etcd is not installed"))
struct EtcdTests {
  @Test("A conditional put succeeds at the expected revision, and otherwise returns the present value")
  func replacing() throws {
    let cluster = try EtcdCluster()
    let client = cluster.client()
    #expect(try awaitResult { client.get("k", completion: $0) }.get().keyValue == nil)
    guard case .replaced(let first) = replace(client, "k", "one", ifChangedAt: 0) else { return failed() }
    #expect(
      replace(client, "k", "two", ifChangedAt: 0)
        == .found(KeyValue(key: "k", value: Array("one".utf8), changedAt: first, version: 1), at: first))
    guard case .replaced(let second) = replace(client, "k", "two", ifChangedAt: first) else { return failed() }
    #expect(second == first + 1)
    let reading = try awaitResult { client.get("k", completion: $0) }.get()
    #expect(reading.keyValue == KeyValue(key: "k", value: Array("two".utf8), changedAt: second, version: 2))
    #expect(reading.storeRevision == second)
    let deleted = try awaitResult { client.delete("k", completion: $0) }.get()
    #expect(replace(client, "k", "three", ifChangedAt: second) == .found(nil, at: deleted))
  }

  @Test("A watch delivers old changes and new ones, in order")
  func watching() throws {
    let cluster = try EtcdCluster()
    let client = cluster.client()
    let first = try awaitResult { client.put("k", Array("1".utf8), completion: $0) }.get()
    _ = try awaitResult { client.put("another", [], completion: $0) }.get()
    _ = try awaitResult { client.put("k", Array("2".utf8), completion: $0) }.get()
    let listener = WatchListener()
    let watch = client.watch("k", from: first, onEvent: listener.receive)
    defer { watch.cancel() }
    #expect(try listener.values(2) == ["1", "2"])
    _ = try awaitResult { client.delete("k", completion: $0) }.get()
    let last = try awaitResult { client.put("k", Array("3".utf8), completion: $0) }.get()
    let changes = try listener.changes(4)
    #expect(changes[2] == .deleted(key: "k", at: first + 3))
    #expect(changes[3] == .put(KeyValue(key: "k", value: Array("3".utf8), changedAt: last, version: 1)))
  }

  @Test("A watch from a compacted revision reports that, and where one can begin")
  func compacting() throws {
    let cluster = try EtcdCluster()
    let client = cluster.client()
    let revisions = try (0..<5).map { count in
      try awaitResult { client.put("k", Array("\(count)".utf8), completion: $0) }.get()
    }
    try awaitResult { client.compact(to: revisions[3], completion: $0) }.get()
    try awaitResult { client.compact(to: revisions[2], completion: $0) }.get()
    let old = WatchListener()
    _ = client.watch("k", from: revisions[2], onEvent: old.receive)
    #expect(try old.end() == .compacted(revisions[3]))
    let new = WatchListener()
    let watch = client.watch("k", from: revisions[3], onEvent: new.receive)
    defer { watch.cancel() }
    #expect(try new.values(2) == ["3", "4"])
  }

  @Test("Of several writers with the same revision exactly one succeeds")
  func race() throws {
    let cluster = try EtcdCluster(3)
    let rounds = 40
    let wins = Mutex<[Revision: [String]]>([:])
    let ends = (0..<4).map { writer in
      let (client, end) = (cluster.client(), Later<Void>())
      Thread.detachNewThread {
        var known: Revision = 0
        for count in 0..<rounds {
          switch replace(client, "log", "\(writer)/\(count)", ifChangedAt: known) {
          case .replaced(let revision):
            wins.withLock { $0[revision, default: []].append("\(writer)/\(count)") }
            known = revision
          case .found(let keyValue, _): known = keyValue?.changedAt ?? 0
          case .unknown(let failure): Issue.record(failure)
          }
        }
        end.put(())
      }
      return end
    }
    for end in ends { end.take() }
    let won = wins.withLock { $0 }
    #expect(won.count >= rounds && won.values.allSatisfy { $0.count == 1 })
    let listener = WatchListener()
    let client = cluster.client()
    let watch = client.watch("log", from: 1, onEvent: listener.receive)
    defer { watch.cancel() }
    let logged = try listener.changes(won.count)
    #expect(logged.map(\.revision) == won.keys.sorted())
    #expect(try listener.values(won.count) == won.sorted { $0.key < $1.key }.flatMap(\.value))
  }

  @Test("Values up to a mebibyte are stored, and a long history of them is watched; larger ones are refused")
  func largeValues() throws {
    let cluster = try EtcdCluster()
    let client = cluster.client(requestTimeout: .seconds(20))
    var last: Revision = 0
    var first: Revision = 0
    for count in 0..<12 {
      let value = [UInt8](repeating: UInt8(count), count: 1 << 20)
      let answer = awaitResult { client.replace("log", with: value, ifChangedAt: last, completion: $0) }
      guard case .replaced(let revision) = answer else { return failed() }
      if first == 0 { first = revision }
      last = revision
    }
    let listener = WatchListener()
    let watch = client.watch("log", from: first, onEvent: listener.receive)
    defer { watch.cancel() }
    for (count, change) in try listener.changes(12).enumerated() {
      guard case .put(let keyValue) = change else { return failed() }
      #expect(keyValue.value.count == 1 << 20 && keyValue.value.allSatisfy { $0 == UInt8(count) })
    }
    let huge = String(repeating: "x", count: 2 << 20)
    guard case .unknown(let failure) = replace(client, "log", huge, ifChangedAt: last) else { return failed() }
    #expect(failure.reason == .tooLarge && failure.isDefinitelyNotApplied, "\(failure)")
  }

  @Test("Keys with a prefix are listed in order, and no others")
  func listing() throws {
    let cluster = try EtcdCluster()
    let client = cluster.client()
    for key in ["a/2", "a/1", "a", "a/10", "b", "a0", "a/"] {
      _ = try awaitResult { client.put(key, Array(key.utf8), completion: $0) }.get()
    }
    let listing = try awaitResult { client.list("a/", completion: $0) }.get()
    #expect(listing.keyValues.map(\.key) == ["a/", "a/1", "a/10", "a/2"])
    #expect(listing.keyValues.allSatisfy { $0.value == Array($0.key.utf8) && $0.version == 1 })
    #expect(try awaitResult { client.list("", completion: $0) }.get().keyValues.count == 7)
    #expect(try awaitResult { client.list("c", completion: $0) }.get().keyValues == [])
  }

  @Test("The status has the member, its leader and its size")
  func status() throws {
    let cluster = try EtcdCluster(3)
    let status = try cluster.members.map { member in
      let client = EtcdClient(endpoints: [member.endpoint], requestTimeout: .seconds(20))
      return try awaitResult { client.status(completion: $0) }.get()
    }
    #expect(Set(status.map(\.member)).count == 3 && Set(status.map(\.leader)).count == 1)
    #expect(status.map(\.member).contains(status[0].leader ?? ""))
    #expect(status.map(\.endpoint) == cluster.endpoints.map(\.description))
    #expect(status.allSatisfy { $0.databaseBytes >= $0.databaseBytesInUse && $0.databaseBytesInUse > 0 })
    #expect(status.allSatisfy { $0.alarms.isEmpty && $0.version.hasPrefix("3.") && $0.storeRevision > 0 })
  }

  private func failed() { Issue.record("not replaced") }
}

func replace(_ client: EtcdClient, _ key: String, _ value: String, ifChangedAt revision: Revision) -> ReplaceAnswer {
  awaitResult { client.replace(key, with: Array(value.utf8), ifChangedAt: revision, completion: $0) }
}
