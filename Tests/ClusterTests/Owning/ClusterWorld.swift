import Cluster
import Foundation
import GameKit
import ParlorCore
import TestSeed

/// Three nodes, an engine and all possible faults between them, from one seed.
struct ClusterWorld {
  /// Bugs that a world has to find.
  enum Plant: String, CaseIterable {
    /// A value is stored although another one is there.
    case ignoredFence
    /// A missing answer counts as a failure: the request is rolled back.
    case unknownIsFailed
    /// The tables apply facts that they have already.
    case appliedTwice
    /// A watch that has ended is not reopened.
    case deafAfterWatch
    /// The owner's output leaves at any time.
    case staleReads
    /// Applying draws random numbers.
    case decidedWhileApplying
    /// The parts of a batch count without the last one.
    case loosePart
  }

  enum Event {
    case time(Int)
    case deliver(Int, process: UInt32, ClusterMember.Input)
    case engine(Int, process: UInt32, ClusterMember.Action)
    case watchStep(Int, process: UInt32, number: Int)
    case loaded(Int, process: UInt32)
    case client(Int?)
    case wake(Int, process: UInt32)
    case copy(Int, process: UInt32, after: Revision)
    case misfortune
  }

  var fault: String?
  var nodes: [SimulatedNode] = []
  var engine = EngineModel()
  /// In the order in which clients got them.
  var acknowledged: [Int] = []
  var counts = Counts()
  var agenda: [(at: Int64, order: Int, event: Event)] = []
  var order = 0
  var now: Int64 = 0
  var chance: SeededGenerator
  var nextFact = 0
  var isCalm = false
  var outageUntil: Int64 = 0
  let plant: Plant?

  struct Counts {
    var terms = 0, fences = 0, writes = 0, reads = 0, crashes = 0, copies = 0, unknown = 0, handedOver = 0, unheard = 0
  }

  init(seed: UInt64, plant: Plant? = nil) {
    chance = SeededGenerator(seed: seed)
    self.plant = plant
    for index in 0..<3 {
      nodes.append(
        SimulatedNode(name: ["a", "b", "c"][index], member: Self.member(index, process: 0, after: 0, now: 0)))
    }
    for index in 0..<3 { carryOut(index) }
    plan(.client(nil), in: 10)
    plan(.misfortune, in: 3_000)
  }

  static func member(_ index: Int, process: UInt32, after position: Revision, now: Int64) -> ClusterMember {
    var timing = ClusterMember.Timing()
    timing.valueBytes = 24
    return ClusterMember(
      LogValue.Writer(node: ["a", "b", "c"][index], process: process), after: position, timing: timing,
      now: now)
  }

  // MARK: - Time

  /// Runs until a time, then without faults for a while, and checks the results.
  mutating func live(until end: Int64) {
    run(until: end)
    calmDown()
    run(until: end + 20_000)
    settle()
  }

  mutating func run(until end: Int64) {
    while fault == nil, let next = agenda.indices.min(by: { isBefore(agenda[$0], agenda[$1]) }), agenda[next].at <= end
    {
      let (at, _, event) = agenda.remove(at: next)
      now = max(now, at)
      happen(event)
    }
    now = max(now, end)
  }

  func isBefore(_ first: (at: Int64, order: Int, event: Event), _ second: (at: Int64, order: Int, event: Event))
    -> Bool
  { (first.at, first.order) < (second.at, second.order) }

  mutating func plan(_ event: Event, in pause: Int64) {
    order += 1
    agenda.append((now + max(0, pause), order, event))
  }

  mutating func happen(_ event: Event) {
    switch event {
    case .time(let index): deliver(index, nodes[index].process, .time)
    case .deliver(let index, let process, let input): deliver(index, process, input)
    case .engine(let index, let process, let action): serve(index, process, action)
    case .watchStep(let index, let process, let number): stepWatch(index, process, number)
    case .loaded(let index, let process): loaded(index, process)
    case .copy(let index, let process, let revision):
      if nodes[index].process == process { copy(index, after: revision) }
    case .wake(let index, let process):
      guard nodes[index].process == process, nodes[index].pausedUntil <= now else { break }
      let waiting = nodes[index].mailbox
      nodes[index].mailbox = []
      for input in waiting { deliver(index, process, input) }
    case .client(let index?): act(index)
    case .client(nil):
      act(chance.number(below: nodes.count))
      plan(.client(nil), in: Int64(1 + chance.number(below: 40)))
    case .misfortune:
      if !isCalm { misfortune() }
      plan(.misfortune, in: Int64(chance.number(below: 4_000)))
    }
  }

  // MARK: - Nodes

  mutating func deliver(_ index: Int, _ process: UInt32, _ input: ClusterMember.Input) {
    guard nodes[index].isAlive, nodes[index].process == process else { return }
    guard nodes[index].pausedUntil <= now else { return nodes[index].mailbox.append(input) }
    trace { "\(nodes[index].name) <- \(input)" }
    nodes[index].member.loopTurned(at: now)
    nodes[index].member.handle(input, at: now)
    carryOut(index)
  }

  mutating func carryOut(_ index: Int) {
    let process = nodes[index].process
    for action in nodes[index].member.takeActions() {
      trace { "\(nodes[index].name) \(action)" }
      switch action {
      case .attempt, .read:
        plan(.engine(index, process: process, action), in: Int64(chance.number(below: 4)))
      case .watch(let revision):
        if plant == .deafAfterWatch, nodes[index].watches > 0 { break }
        nodes[index].watches += 1
        nodes[index].watch = (nodes[index].watches, revision)
        plan(.watchStep(index, process: process, number: nodes[index].watches), in: 2)
      case .unwatch: nodes[index].watch = nil
      case .copy(let revision): copy(index, after: revision)
      case .apply(let revision, let facts, _): apply(ReferenceFold.numbers(facts), at: revision, index)
      case .advance(let revision):
        if revision < nodes[index].position { fail("\(nodes[index].name) goes back to \(revision)") }
        nodes[index].position = max(nodes[index].position, revision)
      case .own:
        counts.terms += 1
        nodes[index].loading = SimulatedNode.Core(facts: nodes[index].tables.flatMap(\.facts))
        plan(.loaded(index, process: process), in: Int64(chance.number(below: 900)))
      case .disown(let departure):
        switch departure {
        case .fenced: counts.fences += 1
        case .handedOver: counts.handedOver += 1
        case .timedOut: counts.unheard += 1
        }
        nodes[index].core = nil
        nodes[index].loading = nil
      case .durable(let ticket, let revision): durable(index, ticket, revision)
      case .unsettled(let ticket, _): unsettled(index, ticket)
      case .fresh(let until):
        nodes[index].freshUntil = until
        letLeave(index)
      case .owner, .report: break
      }
    }
    let due = nodes[index].member.nextDue
    if due < .max { plan(.time(index), in: max(1, due - now)) }
  }

  mutating func apply(_ facts: [Int], at revision: Revision, _ index: Int) {
    if revision <= nodes[index].position, plant != .appliedTwice {
      fail("\(nodes[index].name) applies \(revision) after \(nodes[index].position)")
    }
    var facts = facts
    if plant == .decidedWhileApplying, chance.number(below: 20) == 0 { facts.reverse() }
    if plant == .loosePart { facts = Array(facts.suffix(2)) }
    nodes[index].tables.append((revision, facts))
    if plant == .appliedTwice, chance.number(below: 20) == 0 { nodes[index].tables.append((revision, facts)) }
    nodes[index].position = max(revision, nodes[index].position)
  }

  /// Copies a peer's tables over the network: those that are furthest ahead.
  mutating func copy(_ index: Int, after revision: Revision) {
    let peers = nodes.indices.filter { nodes[$0].position > nodes[index].position }
    guard !peers.isEmpty else {
      // Nobody has any yet.
      return plan(.copy(index, process: nodes[index].process, after: revision), in: 500)
    }
    counts.copies += 1
    let peer = chance.pick(peers)
    nodes[index].tables = nodes[peer].tables
    nodes[index].position = nodes[peer].position
    plan(.deliver(index, process: nodes[index].process, .copied(upTo: nodes[peer].position)), in: 20)
  }

  // MARK: - Faults

  mutating func oneIn(_ count: Int) -> Bool { chance.number(below: count) == 0 }

  mutating func misfortune() {
    let index = chance.number(below: nodes.count)
    switch chance.number(below: 8) {
    case 0: crash(index)
    case 1, 2:
      nodes[index].pausedUntil = max(nodes[index].pausedUntil, now + Int64(chance.number(below: 6_000)))
      plan(.wake(index, process: nodes[index].process), in: nodes[index].pausedUntil - now)
    case 3: nodes[index].isCutOff.toggle()
    case 4: outageUntil = now + Int64(chance.number(below: oneIn(4) ? 12_000 : 4_000))
    case 5:
      // The owner's own position limits compaction.
      let positions = nodes.map(\.position).sorted()
      engine.compact(to: (oneIn(3) ? positions.last : positions.first) ?? 0)
    case 6: engine.touchAnother()
    default: deliver(index, nodes[index].process, .handOver(to: oneIn(2) ? nil : nodes[(index + 1) % 3].name))
    }
  }

  mutating func crash(_ index: Int) {
    counts.crashes += 1
    let process = nodes[index].process + 1
    nodes[index].process = process
    nodes[index].core = nil
    nodes[index].loading = nil
    nodes[index].watch = nil
    nodes[index].mailbox = []
    nodes[index].pausedUntil = 0
    nodes[index].member = Self.member(index, process: process, after: nodes[index].position, now: now)
    carryOut(index)
  }

  mutating func calmDown() {
    isCalm = true
    outageUntil = 0
    for index in nodes.indices {
      nodes[index].isCutOff = false
      deliver(index, nodes[index].process, .allowBegin)
    }
  }
}
