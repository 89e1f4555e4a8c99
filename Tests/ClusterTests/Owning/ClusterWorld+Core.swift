import Cluster
import GameKit
import ParlorCore

/// The owner's core, and its clients.
extension ClusterWorld {
  mutating func loaded(_ index: Int, _ process: UInt32) {
    guard nodes[index].isAlive, nodes[index].process == process, let core = nodes[index].loading else { return }
    guard nodes[index].pausedUntil <= now else {
      return plan(.loaded(index, process: process), in: nodes[index].pausedUntil - now)
    }
    nodes[index].loading = nil
    nodes[index].core = core
    deliver(index, process, .restored)
  }

  /// A client writes or reads at any node; a node that does not own rejects it.
  mutating func act(_ index: Int) {
    guard nodes[index].isAlive, nodes[index].core != nil else { return }
    // A paused node handles its input when it resumes.
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

  mutating func commit(_ index: Int) {
    guard var core = nodes[index].core, core.flight == nil, !core.gathered.isEmpty else { return }
    core.ticket += 1
    core.flight = (core.ticket, core.gathered)
    core.gathered = []
    nodes[index].core = core
    hand(index)
  }

  mutating func hand(_ index: Int) {
    guard let flight = nodes[index].core?.flight else { return }
    let facts = ReferenceFold.bytes(flight.requests.map(\.fact))
    deliver(
      index, nodes[index].process, .append(ticket: flight.ticket, facts: facts, at: Instant(milliseconds: now)))
  }

  mutating func durable(_ index: Int, _ ticket: CommitTicket, _ revision: Revision) {
    guard let flight = nodes[index].core?.flight, flight.ticket == ticket else { return }
    nodes[index].core?.flight = nil
    apply(flight.requests.map(\.fact), at: revision, index)
    for request in flight.requests { leave(.written(request.fact), index) }
    commit(index)
  }

  mutating func unsettled(_ index: Int, _ ticket: CommitTicket) {
    guard let flight = nodes[index].core?.flight, flight.ticket == ticket else { return }
    if plant == .unknownIsFailed {
      let taken = Set(flight.requests.map(\.fact))
      nodes[index].core?.facts.removeAll { taken.contains($0) }
      nodes[index].core?.flight = nil
      return
    }
    // The core hands it over again.
    plan(
      .deliver(
        index, process: nodes[index].process,
        .append(
          ticket: ticket, facts: ReferenceFold.bytes(flight.requests.map(\.fact)), at: Instant(milliseconds: now))),
      in: 50)
  }

  mutating func leave(_ answer: SimulatedNode.Answer, _ index: Int) {
    nodes[index].core?.waiting.append(answer)
    letLeave(index)
  }

  mutating func letLeave(_ index: Int) {
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
}
