import Cluster
import EtcdHarness
import Testing
import WaitingTrait

@Suite("The client against a real etcd", .waiting, .enabled(if: hasEtcd, "etcd is not installed"))
struct EtcdTests {
  @Test("A key is put where it was last changed as expected, and found otherwise")
  func replacing() throws {
    let cluster = try EtcdCluster()
    let client = cluster.client()
    #expect(try answer { client.get("k", completion: $0) }.get().keyValue == nil)
    guard case .replaced(let first) = replace(client, "k", "one", ifChangedAt: 0) else { return failed() }
    #expect(
      replace(client, "k", "two", ifChangedAt: 0)
        == .found(KeyValue(key: "k", value: Array("one".utf8), changedAt: first, version: 1), at: first))
    guard case .replaced(let second) = replace(client, "k", "two", ifChangedAt: first) else { return failed() }
    #expect(second == first + 1)
    let reading = try answer { client.get("k", completion: $0) }.get()
    #expect(reading.keyValue == KeyValue(key: "k", value: Array("two".utf8), changedAt: second, version: 2))
    #expect(reading.storeRevision == second)
    let deleted = try answer { client.delete("k", completion: $0) }.get()
    #expect(replace(client, "k", "three", ifChangedAt: second) == .found(nil, at: deleted))
  }

  @Test("A watch tells old changes and new ones, in order")
  func watching() throws {
    let cluster = try EtcdCluster()
    let client = cluster.client()
    let first = try answer { client.put("k", Array("1".utf8), completion: $0) }.get()
    _ = try answer { client.put("another", [], completion: $0) }.get()
    _ = try answer { client.put("k", Array("2".utf8), completion: $0) }.get()
    let listener = WatchListener()
    let watch = client.watch("k", from: first, onEvent: listener.hear)
    defer { watch.cancel() }
    #expect(try listener.values(2) == ["1", "2"])
    _ = try answer { client.delete("k", completion: $0) }.get()
    let last = try answer { client.put("k", Array("3".utf8), completion: $0) }.get()
    let changes = try listener.changes(4)
    #expect(changes[2] == .deleted(key: "k", at: first + 3))
    #expect(changes[3] == .put(KeyValue(key: "k", value: Array("3".utf8), changedAt: last, version: 1)))
  }

  @Test("A watch from a revision that is compacted away says so, and where one can begin")
  func compacting() throws {
    let cluster = try EtcdCluster()
    let client = cluster.client()
    let revisions = try (0..<5).map { count in
      try answer { client.put("k", Array("\(count)".utf8), completion: $0) }.get()
    }
    try answer { client.compact(to: revisions[3], completion: $0) }.get()
    try answer { client.compact(to: revisions[2], completion: $0) }.get()
    let old = WatchListener()
    _ = client.watch("k", from: revisions[2], onEvent: old.hear)
    #expect(try old.end() == .compacted(revisions[3]))
    let new = WatchListener()
    let watch = client.watch("k", from: revisions[3], onEvent: new.hear)
    defer { watch.cancel() }
    #expect(try new.values(2) == ["3", "4"])
  }

  private func failed() { Issue.record("not replaced") }
}

func replace(_ client: EtcdClient, _ key: String, _ value: String, ifChangedAt revision: Revision) -> ReplaceAnswer {
  answer { client.replace(key, with: Array(value.utf8), ifChangedAt: revision, completion: $0) }
}
