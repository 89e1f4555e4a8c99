import Cluster
import Foundation
import GameKit
import ParlorCore
import TestSeed

/// Three nodes, an engine and everything that may go wrong between them, from one seed.
struct ClusterWorld {
  /// Mistakes that a world has to find.
  enum Plant: String, CaseIterable {
    /// A value is put though another stands there.
    case ignoredFence
    /// No answer counts as a failure: what was asked is taken back.
    case unknownIsFailed
    /// The tables take what they have already.
    case appliedTwice
    /// A watch that has ended is not opened again.
    case deafAfterWatch
    /// What an owner says leaves whenever.
    case staleReads
    /// Something is drawn by lot while applying.
    case decidedWhileApplying
    /// A batch's parts count without their end.
    case loosePart
  }

  enum Event {
    case time(Int)
    case deliver(Int, process: UInt32, Member.Input)
    case engine(Int, process: UInt32, Member.Action)
    case watchStep(Int, process: UInt32, number: Int)
    case loaded(Int, process: UInt32)
    case client(Int?)
    case wake(Int, process: UInt32)
    case copy(Int, process: UInt32, after: Revision)
    case misfortune
  }

  private(set) var fault: String?
  private(set) var nodes: [SimulatedNode] = []
  private(set) var engine = EngineModel()
  /// In the order in which clients heard of them.
  private(set) var acknowledged: [Int] = []
  private(set) var counts = Counts()
  private var agenda: [(at: Int64, order: Int, event: Event)] = []
  private var order = 0
  private var now: Int64 = 0
  private var chance: SeededGenerator
  private var nextFact = 0
  private var isCalm = false
  private var outageUntil: Int64 = 0
  private let plant: Plant?

  struct Counts {
    var terms = 0, fences = 0, writes = 0, reads = 0, crashes = 0, copies = 0, unknown = 0, handedOver = 0
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

  private static func member(_ index: Int, process: UInt32, after position: Revision, now: Int64) -> Member {
    var timing = Member.Timing()
    timing.valueBytes = 24
    return Member(
      LogValue.Writer(node: ["a", "b", "c"][index], process: process), after: position, mayOwn: true, timing: timing,
      now: now)
  }

  // MARK: - Time

  /// Lives until a time, then without misfortunes for another while, and settles accounts.
  mutating func live(until end: Int64) {
    run(until: end)
    calmDown()
    run(until: end + 20_000)
    settle()
  }

  private mutating func run(until end: Int64) {
    while fault == nil, let next = agenda.indices.min(by: { isBefore(agenda[$0], agenda[$1]) }), agenda[next].at <= end
    {
      let (at, _, event) = agenda.remove(at: next)
      now = max(now, at)
      happen(event)
    }
    now = max(now, end)
  }

  private func isBefore(_ first: (at: Int64, order: Int, event: Event), _ second: (at: Int64, order: Int, event: Event))
    -> Bool
  { (first.at, first.order) < (second.at, second.order) }

  private mutating func plan(_ event: Event, in pause: Int64) {
    order += 1
    agenda.append((now + max(0, pause), order, event))
  }

  private mutating func happen(_ event: Event) {
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

  private mutating func deliver(_ index: Int, _ process: UInt32, _ input: Member.Input) {
    guard nodes[index].isAlive, nodes[index].process == process else { return }
    guard nodes[index].pausedUntil <= now else { return nodes[index].mailbox.append(input) }
    trace { "\(nodes[index].name) <- \(input)" }
    nodes[index].member.loopTurned(at: now)
    nodes[index].member.handle(input, at: now)
    carryOut(index)
  }

  private mutating func carryOut(_ index: Int) {
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
        if departure == .fenced { counts.fences += 1 } else { counts.handedOver += 1 }
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

  private mutating func apply(_ facts: [Int], at revision: Revision, _ index: Int) {
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

  /// A peer's tables come over the network, those of the one that stands furthest.
  private mutating func copy(_ index: Int, after revision: Revision) {
    let peers = nodes.indices.filter { nodes[$0].position > nodes[index].position }
    guard !peers.isEmpty, let peer = Optional(chance.pick(peers)) else {
      // Nobody has one yet.
      return plan(.copy(index, process: nodes[index].process, after: revision), in: 500)
    }
    counts.copies += 1
    nodes[index].tables = nodes[peer].tables
    nodes[index].position = nodes[peer].position
    plan(.deliver(index, process: nodes[index].process, .copied(upTo: nodes[peer].position)), in: 20)
  }

  // MARK: - The engine

  private mutating func serve(_ index: Int, _ process: UInt32, _ action: Member.Action) {
    let node = nodes[index]
    let isDown = now < outageUntil || node.isCutOff
    let (isLost, isAnswerLost) = (isDown || (!isCalm && oneIn(60)), !isCalm && oneIn(60))
    // Whoever gets no answer is told so after a time.
    let patience = Int64(isLost || isAnswerLost ? 300 : 1 + chance.number(below: !isCalm && oneIn(30) ? 400 : 4))
    switch action {
    case .attempt(let number, let value, let revision):
      var answer = Member.AttemptAnswer.unknown(why: "no answer")
      if !isLost {
        let found = engine.replace(with: value, ifChangedAt: revision, ignoringFence: plant == .ignoredFence)
        if !isAnswerLost { answer = found }
      }
      if case .unknown = answer { counts.unknown += 1 }
      plan(.deliver(index, process: process, .attempted(number, answer)), in: patience)
    case .read(let number):
      let found = Member.ReadAnswer.found(engine.last?.revision ?? 0)
      plan(
        .deliver(index, process: process, .read(number, isLost || isAnswerLost ? .failed : found)), in: patience)
    default: break
    }
  }

  private mutating func stepWatch(_ index: Int, _ process: UInt32, _ number: Int) {
    guard nodes[index].isAlive, nodes[index].process == process, let watch = nodes[index].watch,
      watch.number == number
    else { return }
    if nodes[index].isCutOff || now < outageUntil {
      return plan(.watchStep(index, process: process, number: number), in: 50)
    }
    if watch.next <= engine.compacted {
      nodes[index].watch = nil
      return plan(.deliver(index, process: process, .watchEnded(compacted: engine.compacted)), in: 1)
    }
    if !isCalm, oneIn(400) {
      nodes[index].watch = nil
      return plan(.deliver(index, process: process, .watchEnded(compacted: nil)), in: 1)
    }
    var next = watch.next
    for (revision, value) in engine.history where revision >= watch.next {
      plan(.deliver(index, process: process, .watched(revision, value)), in: 1)
      next = revision + 1
    }
    nodes[index].watch?.next = next
    plan(.watchStep(index, process: process, number: number), in: Int64(1 + chance.number(below: 8)))
  }

  // MARK: - The owner's core

  private mutating func loaded(_ index: Int, _ process: UInt32) {
    guard nodes[index].isAlive, nodes[index].process == process, let core = nodes[index].loading else { return }
    guard nodes[index].pausedUntil <= now else {
      return plan(.loaded(index, process: process), in: nodes[index].pausedUntil - now)
    }
    nodes[index].loading = nil
    nodes[index].core = core
    deliver(index, process, .restored)
  }

  /// A client writes or reads, at any node; who does not own the log sends it away.
  private mutating func act(_ index: Int) {
    guard nodes[index].isAlive, nodes[index].core != nil else { return }
    // A paused node reads what was sent to it when it wakes.
    guard nodes[index].pausedUntil <= now else {
      return plan(.client(index), in: nodes[index].pausedUntil - now)
    }
    if chance.number(below: 3) > 0 {
      nextFact += 1
      nodes[index].core?.facts.append(nextFact)
      nodes[index].core?.gathered.append(SimulatedNode.Request(fact: nextFact))
      commit(index)
    } else if let core = nodes[index].core {
      let open = Set(((core.flight?.requests ?? []) + core.gathered).map(\.fact))
      leave(.read(Set(core.facts).subtracting(open), acknowledged: acknowledged.count), index)
    }
  }

  private mutating func commit(_ index: Int) {
    guard var core = nodes[index].core, core.flight == nil, !core.gathered.isEmpty else { return }
    core.ticket += 1
    core.flight = (core.ticket, core.gathered)
    core.gathered = []
    nodes[index].core = core
    hand(index)
  }

  private mutating func hand(_ index: Int) {
    guard let flight = nodes[index].core?.flight else { return }
    let facts = ReferenceFold.bytes(flight.requests.map(\.fact))
    deliver(
      index, nodes[index].process, .append(ticket: flight.ticket, facts: facts, at: Instant(milliseconds: now)))
  }

  private mutating func durable(_ index: Int, _ ticket: CommitTicket, _ revision: Revision) {
    guard let flight = nodes[index].core?.flight, flight.ticket == ticket else { return }
    nodes[index].core?.flight = nil
    apply(flight.requests.map(\.fact), at: revision, index)
    for request in flight.requests { leave(.written(request.fact), index) }
    commit(index)
  }

  private mutating func unsettled(_ index: Int, _ ticket: CommitTicket) {
    guard let flight = nodes[index].core?.flight, flight.ticket == ticket else { return }
    if plant == .unknownIsFailed {
      let taken = Set(flight.requests.map(\.fact))
      nodes[index].core?.facts.removeAll { taken.contains($0) }
      nodes[index].core?.flight = nil
      return
    }
    // The core hands it over once more.
    plan(
      .deliver(
        index, process: nodes[index].process,
        .append(
          ticket: ticket, facts: ReferenceFold.bytes(flight.requests.map(\.fact)), at: Instant(milliseconds: now))),
      in: 50)
  }

  private mutating func leave(_ answer: SimulatedNode.Answer, _ index: Int) {
    nodes[index].core?.waiting.append(answer)
    letLeave(index)
  }

  private mutating func letLeave(_ index: Int) {
    guard let core = nodes[index].core, now <= nodes[index].freshUntil || plant == .staleReads else { return }
    nodes[index].core?.waiting = []
    for answer in core.waiting {
      switch answer {
      case .written(let fact):
        counts.writes += 1
        acknowledged.append(fact)
      case .read(let facts, let count):
        counts.reads += 1
        let missing = acknowledged.prefix(count).first { !facts.contains($0) }
        if let missing { fail("\(nodes[index].name) does not know \(missing), which was acknowledged before") }
      }
    }
  }

  // MARK: - Misfortunes

  private mutating func oneIn(_ count: Int) -> Bool { chance.number(below: count) == 0 }

  private mutating func misfortune() {
    let index = chance.number(below: nodes.count)
    switch chance.number(below: 8) {
    case 0: crash(index)
    case 1, 2:
      nodes[index].pausedUntil = max(nodes[index].pausedUntil, now + Int64(chance.number(below: 6_000)))
      plan(.wake(index, process: nodes[index].process), in: nodes[index].pausedUntil - now)
    case 3: nodes[index].isCutOff.toggle()
    case 4: outageUntil = now + Int64(chance.number(below: 4_000))
    case 5:
      // What the owner has itself is the most that it ever takes away.
      let positions = nodes.map(\.position).sorted()
      engine.compact(to: (oneIn(3) ? positions.last : positions.first) ?? 0)
    case 6: engine.touchAnother()
    default: deliver(index, nodes[index].process, .handOver(to: oneIn(2) ? nil : nodes[(index + 1) % 3].name))
    }
  }

  private mutating func crash(_ index: Int) {
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

  private mutating func calmDown() {
    isCalm = true
    outageUntil = 0
    for index in nodes.indices {
      nodes[index].isCutOff = false
      deliver(index, nodes[index].process, .allowBegin)
    }
  }

  // MARK: - Accounts

  private func trace(_ line: () -> String) {
    guard Self.isTraced else { return }
    let text = line()
    // What only says that time passes is left out.
    if !text.contains("time"), !text.contains("read(") { print("\(now) \(text)") }
  }

  private static let isTraced = ProcessInfo.processInfo.environment["PARLOR_CLUSTER_TRACE"] != nil

  private mutating func fail(_ sentence: String) { if fault == nil { fault = "at \(now) ms: \(sentence)" } }

  private func difference(
    of node: SimulatedNode, from expected: [(revision: Revision, facts: [Int])]
  ) -> String {
    let (has, should) = (node.tables.map { "\($0)" }, expected.map { "\($0)" })
    let missing = should.filter { !has.contains($0) }.prefix(3)
    let extra = has.filter { !should.contains($0) }.prefix(3)
    return "\(node.name)'s tables, up to \(node.position), miss \(missing) and have \(extra) besides"
  }

  private mutating func settle() {
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
