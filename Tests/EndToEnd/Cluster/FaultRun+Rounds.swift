import EtcdHarness
import GameKit
import ServerHarness
import TestSeed

extension FaultRun {
  /// One fault, from undisturbed play until all clients play again and have checked everything.
  func round(_ fault: ClusterFault) throws -> FaultTimes {
    let calm = Self.now + 0.3 + Double(crowd.random.number(below: 500)) / 1000
    try play { Self.now >= calm }
    let owner = try nodes.owner(besides: "")
    let leader = try nodes.etcd.leader()
    var hit = Hit()
    switch fault.target {
    case .owner: hit.nodes = [owner]
    case .edge: hit.nodes = [crowd.random.pick(nodes.names.filter { $0 != owner })]
    case .leader: hit.members = [leader]
    case .ownerAndLeader: (hit.nodes, hit.members) = ([owner], [leader])
    case .twoMembers:
      let spared = crowd.random.number(below: 3)
      hit.members = (0..<3).filter { $0 != spared }
    }
    let boards = crowd.boards
    let staying = try playersNotHit(hit)
    begin(fault, hit)
    var began = Self.now
    if fault.target == .twoMembers {
      try playWithoutMajority(since: began, isSure: !fault.isPause)
      if let member = hit.members.popLast() { try heal(member, fault) }
      began = Self.now
    }
    recovery = Recovery(began: began, missing: staying)
    try feel(fault, since: began)
    try heal(fault, hit)
    let healed = Self.now
    try play { crowd.players.allSatisfy { plays($0, since: healed) } && crowd.everyone.allSatisfy(\.isSettled) }
    let times = FaultTimes(
      fault: fault, first: recovery?.first ?? 0, all: recovery?.all ?? 0, everybody: Self.now - began)
    recovery = nil
    try look(since: boards)
    return times
  }

  /// Players whose nodes are not hit; one is moved if there is none.
  private func playersNotHit(_ hit: Hit) throws -> [CrashClient] {
    let staying = crowd.players.filter { !hit.nodes.contains(homes[$0.label] ?? "") }
    guard staying.isEmpty else { return staying }
    try move(crowd.players[0], among: nodes.names.filter { !hit.nodes.contains($0) })
    return [crowd.players[0]]
  }

  /// Nodes by name, etcd members by index.
  private struct Hit {
    var nodes: [String] = []
    var members: [Int] = []
  }

  private func begin(_ fault: ClusterFault, _ hit: Hit) {
    for member in hit.members {
      if fault.isPause { nodes.etcd.members[member].pause() } else { nodes.etcd.members[member].kill() }
    }
    for node in hit.nodes {
      if fault.isPause {
        nodes.processes[node]?.pause()
        paused.insert(node)
      } else {
        nodes.kill(node)
      }
    }
  }

  private func heal(_ member: Int, _ fault: ClusterFault) throws {
    if fault.isPause { nodes.etcd.members[member].resume() } else { try nodes.etcd.members[member].start() }
  }

  private func heal(_ fault: ClusterFault, _ hit: Hit) throws {
    for member in hit.members { try heal(member, fault) }
    for node in hit.nodes {
      if fault.isPause {
        nodes.processes[node]?.resume()
        paused.remove(node)
      } else {
        try nodes.start(node)
      }
    }
  }

  /// Waits for players of the other nodes. Those of a paused node leave it after a second, or wait for it.
  private func feel(_ fault: ClusterFault, since began: Double) throws {
    var leaving = crowd.everyone.filter { paused.contains(homes[$0.label] ?? "") && crowd.random.oneIn(2) }
    // A pause ends regardless. A killed node returns after a while, or before another node takes over.
    let isBackAtOnce = !fault.isPause && fault.target != .twoMembers && crowd.random.oneIn(4)
    let end = isBackAtOnce ? began + 0.2 : began + 1 + Double(crowd.random.number(below: 5000)) / 1000
    try play {
      if Self.now > began + 1 {
        for client in leaving { try move(client, among: alive) }
        leaving = []
      }
      return Self.now >= end && (fault.isPause || isBackAtOnce || recovery?.missing.isEmpty == true)
    }
  }

  /// Plays without a majority, when nothing may be acknowledged; sometimes so long that nodes answer from their copies.
  private func playWithoutMajority(since began: Double, isSure: Bool) throws {
    let end = began + (crowd.random.oneIn(3) ? 8 : 1 + Double(crowd.random.number(below: 2000)) / 1000)
    try play { Self.now >= end }
    guard isSure else { return }
    for client in crowd.players where plays(client, since: began) {
      crowd.faults.append("\(client.label) had a move acknowledged while etcd had no majority")
    }
  }
}
