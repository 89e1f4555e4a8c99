import Cluster
import Foundation

/// The checks at the end of a world and during it.
extension ClusterWorld {
  func trace(_ line: () -> String) {
    guard Self.isTraced else { return }
    let text = line()
    // Values that only mark time are left out.
    if !text.contains("time"), !text.contains("read(") { print("\(now) \(text)") }
  }

  static let isTraced = ProcessInfo.processInfo.environment["PARLOR_CLUSTER_TRACE"] != nil

  mutating func fail(_ sentence: String) { if fault == nil { fault = "at \(now) ms: \(sentence)" } }

  func difference(
    of node: SimulatedNode, from expected: [(revision: Revision, facts: [Int])]
  ) -> String {
    let (has, should) = (node.tables.map { "\($0)" }, expected.map { "\($0)" })
    let missing = should.filter { !has.contains($0) }.prefix(3)
    let extra = has.filter { !should.contains($0) }.prefix(3)
    return "\(node.name)'s tables, up to \(node.position), miss \(missing) and have \(extra) besides"
  }

  mutating func settle() {
    guard fault == nil else { return }
    let truth = ReferenceFold(engine.history).facts
    let all = truth.flatMap(\.facts)
    if Set(all).count != all.count { return fail("a fact is in the log twice") }
    let lost = Set(acknowledged).subtracting(all)
    if !lost.isEmpty { return fail("acknowledged and lost: \(lost.sorted().prefix(5))") }
    for node in nodes {
      let expected = truth.filter { $0.revision <= node.position }
      guard node.tables.map(\.revision) == expected.map(\.revision), node.tables.map(\.facts) == expected.map(\.facts)
      else { return fail(difference(of: node, from: expected)) }
      let behind = truth.count { $0.revision > node.position }
      if behind > 3 { return fail("\(node.name) has not followed: \(behind) entries are missing") }
    }
    guard let owner = nodes.first(where: { $0.core != nil && $0.member.isOwner && now <= $0.freshUntil + 400 }) else {
      return fail("nobody owns the log")
    }
    let open = Set(((owner.core?.flight?.requests ?? []) + (owner.core?.gathered ?? [])).map(\.fact))
    if Set(owner.core?.facts ?? []).subtracting(open) != Set(all).subtracting(open) {
      fail("what the owner knows is not what the log says")
    }
  }
}
