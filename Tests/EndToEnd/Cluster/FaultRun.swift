import EtcdHarness
import Foundation
import GameKit
import ServerHarness
import TestSeed
import WireProtocol

/// Random play on three nodes, with an etcd each, of which some are killed or paused again and again. Clients of a lost
/// node go to another one; the others stay. After each round all play again, and every acknowledged event must be there
/// exactly once.
final class FaultRun {
  struct Stuck: Error, CustomStringConvertible {
    let description: String
  }

  let nodes: ClusterNodes
  let crowd: CrashCrowd
  private(set) var times: [FaultTimes] = []
  private var faultsLeft: [ClusterFault] = []
  /// Each client's node, by the client's label.
  var homes: [String: String] = [:]
  var paused: Set<String> = []
  /// Each player's latest practice move, by label, whose answer shows that the player can play.
  private var probes: [String: Probe] = [:]

  /// When the last acknowledged one of these was sent, by label.
  private(set) var played: [String: Double] = [:]
  var recovery: Recovery?

  struct Recovery {
    let began: Double
    var missing: [CrashClient]
    var first: Double?
    var all = 0.0
  }

  private struct Probe {
    let id: String
    let sentAt: Double
  }

  static let day = "2026-11-20"
  static var morning: Date { get throws { try Date("\(day)T08:00:00Z", strategy: .iso8601) } }
  /// The load balancer in front of the nodes, if any; then it chooses the node.
  let balancer: NodeBalancer?

  init(seed: UInt64, _ nodes: ClusterNodes? = nil, behind balancer: NodeBalancer? = nil) throws {
    crowd = CrashCrowd(seed: seed)
    self.nodes = try nodes ?? ClusterNodes(members: 3, flags: ["--limits", "bench"], clock: Self.morning)
    self.balancer = balancer
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
      let logs = nodes.logs()
      if times.all > 5 { print(logs.joined(separator: "\n")) }
    }
    guard crowd.faults.isEmpty else { return }
    try lookAfterAll()
  }

  /// Kills and restarts all nodes at once: acknowledged data must be there, and their copies must be equal.
  func lookAfterAll() throws {
    let calm = Self.now + 0.5
    try play { Self.now >= calm }
    let boards = crowd.boards
    for node in nodes.names { nodes.kill(node) }
    for client in crowd.everyone { client.readRest(into: &crowd.ledger) }
    for node in nodes.names { try nodes.start(node) }
    try look(since: boards)
    crowd.faults += try nodes.differencesOfCopies()
  }

  private func nextFault() -> ClusterFault {
    if faultsLeft.isEmpty { faultsLeft = ClusterFault.all }
    return faultsLeft.remove(at: crowd.random.number(below: faultsLeft.count))
  }

  // MARK: - Clients

  func move(_ client: CrashClient, among names: [String]) throws {
    client.leave(into: &crowd.ledger)
    if let balancer, let home = homes[client.label] { return try client.open(port: balancer.port(home)) }
    let node = crowd.random.pick(names)
    homes[client.label] = node
    try client.open(port: nodes.process(node).port)
  }

  var alive: [String] { nodes.names.filter { nodes.processes[$0] != nil && !paused.contains($0) } }

  /// All clients read what has arrived. Clients without a connection go to another node; greeted ones log in again.
  private func poll() throws {
    for client in crowd.everyone {
      client.read(atMost: 100, into: &crowd.ledger)
      if !client.isOpen { try move(client, among: alive) }
      if client.roaming.isGreeted { client.comeBack(epoch: crowd.epoch) }
    }
    crowd.everyone[crowd.random.number(below: crowd.everyone.count)]
      .read(atMost: 1, within: 0.004, into: &crowd.ledger)
  }

  /// Everything that players do all the time: a random act, and a move by each on a board of their own.
  private func play() throws {
    try poll()
    if crowd.random.oneIn(4) { crowd.step(nil) }
    if crowd.random.oneIn(20) { for client in crowd.everyone { client.askAgain() } }
    for client in crowd.players {
      notePlayed(client)
      if client.isLoggedIn { probe(client) }
    }
    noteRecovery()
  }

  /// Records which players of unaffected nodes play again since the fault.
  private func noteRecovery() {
    guard var recovery else { return }
    let left = recovery.missing.filter { !plays($0, since: recovery.began) }
    guard left.count < recovery.missing.count else { return }
    recovery.all = Self.now - recovery.began
    if recovery.first == nil { recovery.first = recovery.all }
    recovery.missing = left
    self.recovery = recovery
  }

  private func notePlayed(_ client: CrashClient) {
    guard let probe = probes[client.label], client.moves.last(where: { $0.id == probe.id })?.answer != nil else {
      return
    }
    played[client.label] = probe.sentAt
  }

  private func probe(_ client: CrashClient) {
    let room = crowd.practice(client)
    if let probe = probes[client.label], let move = client.moves.last(where: { $0.id == probe.id }) {
      guard move.answer != nil || move.isRefused else { return }
      guard Self.now - probe.sentAt > (balancer == nil ? 0.05 : 0.1) else { return }
      // The board is over, most likely.
      if move.isRefused { client.ask("start", ["room": .string(room)]) }
    }
    let id = client.move(room, crowd.nextWord(), day: crowd.day)
    probes[client.label] = Probe(id: id, sentAt: Self.now)
  }

  /// Whether a move that the client has sent since `time` is acknowledged.
  func plays(_ client: CrashClient, since time: Double) -> Bool { (played[client.label] ?? -1) >= time }

  func play(until isOver: () throws -> Bool) throws {
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

  func look(since boards: CrashCrowd.Boards = [:]) throws {
    for client in crowd.everyone where crowd.random.oneIn(3) { try move(client, among: alive) }
    try wait { crowd.everyone.allSatisfy(\.isSettled) }
    crowd.notePassingRoom()
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
