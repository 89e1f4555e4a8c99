import EtcdHarness
import Foundation
import GameKit
import ServerHarness
import Synchronization
import TestSeed

/// Three nodes, each with its own etcd member. Links go through proxies, players' connections through HAProxy.
extension FaultRun {
  /// A fault that is active until it is repaired.
  private struct ActiveFault {
    /// The affected nodes.
    var hit: Set<String> = []
    /// Whether the fault has taken effect; `nil` if it does at once.
    var isFelt: (() throws -> Bool)?
    let mend: () throws -> Void
  }

  /// The required time in seconds until everybody plays again.
  static let aim = 10.0
  /// The time in seconds after which waiting for players ends.
  static let tablePatience = 30.0

  /// - Parameters:
  ///   - faults: the kinds to come.
  ///   - program: the nodes' program: the path of another build, or a name in this build.
  ///   - previous: the path of another version, with which the nodes start.
  static func table(seed: UInt64, of faults: [TableFault], program: String, previous: String?) throws
    -> (run: FaultRun, links: [String: Proxy])
  {
    let names = ["a", "b", "c"]
    let ports = try FreePorts.take(12)
    var (places, flags): ([NodeBalancer.Place], [String: [String]]) = ([], [:])
    var links: [String: Proxy] = [:]
    for (index, name) in names.enumerated() {
      let own = Array(ports[4 * index..<4 * index + 4])
      places.append(NodeBalancer.Place(name: name, lines: own[0], http: own[1], entrance: own[2]))
      let place = UInt8(index + 2)
      // Other nodes reach the link at another address, the proxy's.
      links[name] = try Proxy(target: own[3], at: place, port: own[3])
      flags[name] = [
        "--port", "\(own[0])", "--http", "\(own[1])", "--link", "127.0.0.1:\(own[3])", "--link-name",
        "127.0.0.\(place)",
      ]
    }
    // High limits, so that clients get all missed events after a long absence.
    let limits = ["--limits", "bench", "--limit", "resume_events=1000", "--limit", "resume_bytes=1048576"]
    let nodes = try ClusterNodes(
      names, members: 3, flags: limits + ["--http-allow-host", "localhost"], hasOwnEtcdOnly: true,
      ownFlags: flags,
      program: previous ?? program, clock: morning, haveOwnDisks: faults.contains(.ownersEtcdDiskFull),
      clocksAreSettable: faults.contains(.clockJumps))
    return (try FaultRun(seed: seed, nodes, behind: NodeBalancer(places)), links)
  }

  /// Runs faults in random order, each kind equally often.
  ///
  /// - Parameters:
  ///   - faults: the kinds.
  ///   - upgrade: the program to which nodes of another version are upgraded first, one after the other.
  func runTable(rounds: Int, of faults: [TableFault], upgrade: String?, _ links: [String: Proxy]) throws
    -> [TableTimes]
  {
    _ = try nodes.owner(besides: "")
    try crowd.learn(port: nodes.process("a").port)
    crowd.day = Self.day
    for (index, client) in crowd.everyone.enumerated() {
      homes[client.label] = nodes.names[index % 3]
      try move(client, among: nodes.names)
    }
    try look()
    var times: [TableTimes] = []
    func add(_ fault: TableFault, _ befall: () throws -> ActiveFault) throws {
      let time = try round(fault, befall)
      times.append(time)
      print("round \(times.count): \(fault.rawValue): others \(time.others), hit \(time.hit)")
      let logs = nodes.logs()
      if let most = (time.others + time.hit).max(), most > Self.aim { print(logs.joined(separator: "\n")) }
    }
    if let upgrade { nodes.program = upgrade }
    for name in upgrade == nil ? [] : nodes.names {
      try add(.upgrade) { [self] in
        _ = nodes.stop(name)
        try nodes.start(name)
        return ActiveFault(hit: [name]) {}
      }
    }
    var left: [TableFault] = []
    while times.count < rounds, crowd.faults.isEmpty {
      if left.isEmpty { left = faults }
      let fault = left.remove(at: crowd.random.number(below: left.count))
      try add(fault) { try befall(fault, links) }
    }
    if crowd.faults.isEmpty { try lookAfterAll() }
    return times
  }

  /// One fault, from undisturbed play until everybody plays or the time is over, and again after the repair.
  private func round(_ fault: TableFault, _ befall: () throws -> ActiveFault) throws -> TableTimes {
    for name in nodes.names { _ = try nodes.process(name).ready { status, _ in status == 200 } }
    // HAProxy checks every second.
    var calm = Self.now + 2.2
    try play { Self.now >= calm }
    for client in crowd.everyone { try move(client, among: nodes.names) }
    calm = Self.now
    try play { [crowd] in crowd.players.allSatisfy { plays($0, since: calm) } && crowd.everyone.allSatisfy(\.isSettled)
    }
    let boards = crowd.boards
    var began = Self.now
    let befallen = try befall()
    if fault == .noMajority { began = Self.now }
    var pauses = Pauses(since: began)
    var felt = befallen.isFelt == nil ? began : Double.infinity
    try play { [crowd] in
      let now = Self.now
      for client in crowd.players { pauses.note(client.label, played[client.label], at: now) }
      if felt > now, try befallen.isFelt?() == true { felt = now }
      return crowd.players.allSatisfy { plays($0, since: felt) } || now > began + Self.tablePatience
    }
    let playing = Set(crowd.players.filter { plays($0, since: felt) }.map(\.label))
    try befallen.mend()
    let mended = Self.now
    try play { [crowd] in
      crowd.players.allSatisfy { plays($0, since: mended) } && crowd.everyone.allSatisfy(\.isSettled)
    }
    var times = TableTimes(fault: fault)
    for client in crowd.players {
      let seconds = playing.contains(client.label) ? pauses.longest[client.label] ?? 0 : .infinity
      if befallen.hit.contains(homes[client.label] ?? "") {
        times.hit.append(seconds)
      } else {
        times.others.append(seconds)
      }
    }
    try look(since: boards)
    return times
  }

  private func befall(_ fault: TableFault, _ links: [String: Proxy]) throws -> ActiveFault {
    let owner = try nodes.owner(besides: "")
    let edge = crowd.random.pick(nodes.names.filter { $0 != owner })
    let members = nodes.etcd.members
    func own(_ node: String) -> EtcdProcess { members[nodes.names.firstIndex(of: node) ?? 0] }
    let (nodes, link) = (nodes, links[owner])
    switch fault {
    case .ownerKilled, .edgeKilled:
      let node = fault == .ownerKilled ? owner : edge
      nodes.kill(node)
      return ActiveFault(hit: [node]) { try nodes.start(node) }
    case .leaderKilled:
      let leader = try nodes.etcd.leader()
      members[leader].kill()
      return ActiveFault(hit: [nodes.names[leader]]) { try members[leader].start() }
    case .ownersEtcdKilled:
      own(owner).kill()
      return ActiveFault(hit: [owner]) { try own(owner).start() }
    case .edgesEtcdFrozen:
      own(edge).pause()
      return ActiveFault(hit: [edge]) { own(edge).resume() }
    case .diskFull:
      try limitFiles(of: nodes.process(owner), to: "0")
      // It takes effect with the owner's next write.
      return ActiveFault(hit: [owner], isFelt: { try nodes.owner() != owner }) {
        try self.limitFiles(of: nodes.process(owner), to: "unlimited")
      }
    case .ownersEtcdDiskFull:
      try own(owner).disk?.fill()
      // etcd fails once its files must grow; compacted space leaves some room in them.
      let end = Self.now + 10
      return ActiveFault(hit: [owner], isFelt: { own(owner).hasEnded || Self.now > end }) {
        try own(owner).disk?.empty()
        own(owner).kill()
        try own(owner).start()
      }
    case .ownerFrozen, .edgeFrozen:
      let node = fault == .ownerFrozen ? owner : edge
      try nodes.process(node).pause()
      return ActiveFault(hit: [node]) { try nodes.process(node).resume() }
    case .linksCut:
      link?.shut()
      return ActiveFault(hit: [owner]) { link?.open() }
    case .oneLinkCut:
      // A link starts with a prefix common to all, and the edge's name.
      link?.shut(openingsThatEndIn: Array(edge.utf8))
      return ActiveFault(hit: [edge]) { link?.open() }
    case .linksSilent:
      link?.admit(0)
      return ActiveFault(hit: [owner]) { link?.admit(nil) }
    case .ownerCutOff:
      link?.admit(0)
      own(owner).pause()
      return ActiveFault(hit: [owner]) {
        link?.admit(nil)
        own(owner).resume()
      }
    case .etcdSlow:
      let (slowing, end) = (Slowing(members), Self.now + 5)
      return ActiveFault(isFelt: { Self.now > end }) { slowing.end() }
    case .clockJumps:
      // The node checks every ten seconds, and continues with its own time.
      let notices = { try nodes.process(owner).logLines().contains { $0.contains(" clock_set ") } }
      try nodes.clocks[owner]?.set(secondsAhead: 26 * 3600)
      return ActiveFault(hit: [owner], isFelt: notices) { [self] in
        if try nodes.owner() != owner { crowd.faults.append("\(owner) does not own since its clock was set") }
        try nodes.clocks[owner]?.set(secondsAhead: 0)
        try play(until: notices)
      }
    case .wrongClock:
      nodes.kill(owner)
      try nodes.start(owner, ["--clock", "2027-11-20T08:00:00Z"])
      return ActiveFault(hit: [owner]) {
        if try nodes.owner() == owner { self.crowd.faults.append("\(owner), whose clock is wrong, owns") }
        nodes.kill(owner)
        try nodes.start(owner)
      }
    case .noMajority:
      let spared = crowd.random.number(below: 3)
      let killed = (0..<3).filter { $0 != spared }
      for member in killed { members[member].kill() }
      let end = Self.now + 3
      try play { Self.now >= end }
      try members[killed[0]].start()
      return ActiveFault { try members[killed[1]].start() }
    case .upgrade: return ActiveFault {}
    }
  }

  /// Sets the size limit of a node's files; writes beyond it fail as on a full disk.
  private func limitFiles(of process: ServerProcess, to bytes: String) throws {
    let program = try ChildProcess(
      "/usr/bin/prlimit", ["--pid", "\(process.identifier)", "--fsize=\(bytes):"], environment: [:])
    guard program.wait() == 0 else { throw Stuck(description: "prlimit fails") }
  }
}

/// The longest time in seconds between two acknowledged moves of each player.
private struct Pauses {
  private let since: Double
  private var last: [String: (move: Double, at: Double)] = [:]
  private(set) var longest: [String: Double] = [:]

  init(since: Double) { self.since = since }

  /// - Parameter move: the time at which the last acknowledged move was sent.
  mutating func note(_ player: String, _ move: Double?, at now: Double) {
    guard let move, move >= since, last[player]?.move != move else { return }
    longest[player] = max(longest[player] ?? 0, now - (last[player]?.at ?? since))
    last[player] = (move, now)
  }
}

/// etcd members that are paused most of the time.
private final class Slowing: Sendable {
  private let isOver = Mutex(false)
  private let ended = DispatchSemaphore(value: 0)

  init(_ members: [EtcdProcess]) {
    let members = UncheckedMembers(members: members)
    Thread.detachNewThread { [self] in
      while !isOver.withLock({ $0 }) {
        for member in members.members { member.pause() }
        usleep(150_000)
        for member in members.members { member.resume() }
        usleep(30_000)
      }
      ended.signal()
    }
  }

  func end() {
    isOver.withLock { $0 = true }
    ended.wait()
  }

  /// Safe, since no member is started or stopped meanwhile.
  private struct UncheckedMembers: @unchecked Sendable { let members: [EtcdProcess] }
}
