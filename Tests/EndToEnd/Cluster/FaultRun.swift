import EtcdHarness
import Foundation
import GameKit
import ServerHarness
import TestSeed
import WireProtocol

/// Players on three nodes, with an etcd each, of which again and again something is killed or held still. Those who lose
/// their node go to another one; the others stay. After each round all play again, and what anybody was ever told has to be
/// there, once.
final class FaultRun {
  struct Stuck: Error, CustomStringConvertible {
    let description: String
  }

  let nodes: ClusterNodes
  let crowd: Crowd
  private(set) var times: [FaultTimes] = []
  private var faultsLeft: [Fault] = []
  /// The node that each client is at, by its label.
  private var homes: [String: String] = [:]
  private var paused: Set<String> = []
  /// The move by which it is seen whether a player plays, by label.
  private var probes: [String: Probe] = [:]

  private var recovery: Recovery?

  private struct Recovery {
    let began: Double
    var missing: [CrashClient]
    var first: Double?
    var all = 0.0
  }

  private struct Probe {
    let id: String
    let sentAt: Double
  }

  private static let day = "2026-11-20"

  init(seed: UInt64) throws {
    crowd = Crowd(seed: seed)
    nodes = try ClusterNodes(members: 3, flags: ["--limits", "bench", "--clock", "\(Self.day)T08:00:00Z"])
  }

  static var now: Double { ProcessInfo.processInfo.systemUptime }

  func run(rounds: Int) throws {
    _ = try nodes.owner(besides: "")
    try crowd.learn(port: nodes.process("a").port)
    crowd.day = Self.day
    for client in crowd.everyone { try move(client, among: nodes.names) }
    try look()
    for number in 0..<rounds where crowd.faults.isEmpty {
      let times = try round(nextFault())
      self.times.append(times)
      print("round \(number + 1): \(times)")
    }
    guard crowd.faults.isEmpty else { return }
    try look()
    crowd.faults += try nodes.differencesOfCopies()
  }

  private func nextFault() -> Fault {
    if faultsLeft.isEmpty { faultsLeft = Fault.all }
    return faultsLeft.remove(at: crowd.random.number(below: faultsLeft.count))
  }

  // MARK: - Clients

  private func move(_ client: CrashClient, among names: [String]) throws {
    client.leave(into: &crowd.ledger)
    let node = crowd.random.pick(names)
    homes[client.label] = node
    try client.open(port: nodes.process(node).port)
  }

  private var alive: [String] { nodes.names.filter { nodes.processes[$0] != nil && !paused.contains($0) } }

  /// Everybody reads what is there; who has lost the connection goes to another node, and who is greeted comes back.
  private func poll() throws {
    for client in crowd.everyone {
      client.read(atMost: 100, into: &crowd.ledger)
      if !client.isOpen { try move(client, among: alive) }
      if client.roaming.isGreeted { client.comeBack(epoch: crowd.epoch) }
    }
    crowd.everyone[crowd.random.number(below: crowd.everyone.count)]
      .read(atMost: 1, within: 0.004, into: &crowd.ledger)
  }

  /// What players do all the time: one thing at random, and a move each at a board of their own.
  private func play() throws {
    try poll()
    if crowd.random.oneIn(4) { crowd.step(nil) }
    if crowd.random.oneIn(20) { for client in crowd.everyone { client.askAgain() } }
    noteRecovery()
    for client in crowd.players where client.isLoggedIn { probe(client) }
  }

  /// Who plays again since a fault, of those whose nodes were not hit.
  private func noteRecovery() {
    guard var recovery else { return }
    let left = recovery.missing.filter { !plays($0, since: recovery.began) }
    guard left.count < recovery.missing.count else { return }
    recovery.all = Self.now - recovery.began
    if recovery.first == nil { recovery.first = recovery.all }
    recovery.missing = left
    self.recovery = recovery
  }

  private func probe(_ client: CrashClient) {
    let room = crowd.practice(client)
    if let probe = probes[client.label], let move = client.moves.last(where: { $0.id == probe.id }) {
      guard move.answer != nil || move.isRefused else { return }
      guard Self.now - probe.sentAt > 0.05 else { return }
      // The board is over, most likely.
      if move.isRefused { client.ask("start", ["room": .string(room)]) }
    }
    let id = client.move(room, crowd.nextWord(), day: crowd.day)
    probes[client.label] = Probe(id: id, sentAt: Self.now)
  }

  /// Whether a move that the client has sent since then is acknowledged.
  private func plays(_ client: CrashClient, since time: Double) -> Bool {
    guard let probe = probes[client.label], probe.sentAt >= time else { return false }
    return client.moves.last { $0.id == probe.id }?.answer != nil
  }

  private func play(until isOver: () throws -> Bool) throws {
    let end = Self.now + Patience.seconds
    while try !isOver() {
      guard Self.now < end else { throw Stuck(description: "nobody plays again: \(state)") }
      try play()
    }
  }

  private var state: String {
    crowd.everyone.map { client in
      "\(client.label) at \(homes[client.label] ?? "") \(client.isLoggedIn ? "in" : "out")"
        + (client.roaming.isWaiting ? " waiting" : "") + " \(client.waiting.values.map(\.kind))"
    }.joined(separator: ", ")
  }

  // MARK: - Rounds

  private func round(_ fault: Fault) throws -> FaultTimes {
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
    let staying = crowd.players.filter { !hit.nodes.contains(homes[$0.label] ?? "") }
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

  /// Nodes by name, members of etcd by place.
  private struct Hit {
    var nodes: [String] = []
    var members: [Int] = []
  }

  private func begin(_ fault: Fault, _ hit: Hit) {
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

  private func heal(_ member: Int, _ fault: Fault) throws {
    if fault.isPause { nodes.etcd.members[member].resume() } else { try nodes.etcd.members[member].start() }
  }

  private func heal(_ fault: Fault, _ hit: Hit) throws {
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

  /// Players of the other nodes play again. Those of a node that is held still leave it after a second, or wait for it.
  private func feel(_ fault: Fault, since began: Double) throws {
    var leaving = crowd.everyone.filter { paused.contains(homes[$0.label] ?? "") && crowd.random.oneIn(2) }
    // A pause ends whoever plays by then; what was killed stays away for a while.
    let end = began + 1 + Double(crowd.random.number(below: 5000)) / 1000
    try play {
      if Self.now > began + 1 {
        for client in leaving { try move(client, among: alive) }
        leaving = []
      }
      return Self.now >= end && (fault.isPause || recovery?.missing.isEmpty == true)
    }
  }

  /// For a while nothing may be acknowledged.
  private func playWithoutMajority(since began: Double, isSure: Bool) throws {
    let end = began + 1 + Double(crowd.random.number(below: 2000)) / 1000
    try play { Self.now >= end }
    guard isSure else { return }
    for client in crowd.players where plays(client, since: began) {
      crowd.faults.append("\(client.label) had a move acknowledged while etcd had no majority")
    }
  }

  private func look(since boards: Crowd.Boards = [:]) throws {
    for client in crowd.everyone where crowd.random.oneIn(3) { try move(client, among: alive) }
    try wait { crowd.everyone.allSatisfy(\.isSettled) }
    crowd.notePassingRoom()
    crowd.countMoves()
    try crowd.look(since: boards)
    probes = [:]
  }

  private func wait(until isOver: () -> Bool) throws {
    let end = Self.now + Patience.seconds
    while !isOver() {
      guard Self.now < end else { throw Stuck(description: "not everybody comes back: \(state)") }
      try poll()
      if crowd.random.oneIn(20) { for client in crowd.everyone { client.askAgain() } }
    }
  }
}
