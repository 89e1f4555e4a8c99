import GameKit
import WireProtocol

@testable import ParlorCore

/// The end of a world: everything is answered, all clients return and find what was acknowledged, and when they are
/// gone nothing of them is left.
extension Simulation {
  func settleAccounts() throws {
    guard fault == nil else { return }
    isSettling = true
    isDiskBroken = false
    for person in people { if let link = person.link { write([], on: link) } }
    try wait(max(0, asleepUntil - clock) + 60_000)
    checkAnswers()
    try compareFromZero()
    try audit()
    try leaveAll()
  }

  /// A timer may be far ahead: time advances no further than needed.
  private func wait(_ milliseconds: Int64) throws {
    let end = clock + milliseconds
    plan(.diskMends, after: milliseconds)
    try proceed { self.clock >= end }
  }

  private func checkAnswers() {
    for person in people where person.habit.isStrict {
      guard let link = person.link, link.isOpenAtClient, let (id, ask) = person.asks.min(by: { $0.key < $1.key })
      else { continue }
      report("each request has one answer", "client \(person.index) has none to \(id), \(ask.kind) \(ask.room)")
    }
  }

  private func disconnectAll() {
    for person in people {
      guard let link = person.link else { continue }
      link.isOpenAtClient = false
      person.disconnected()
      link.lastToServer = max(link.lastToServer, clock + 1)
      agenda.plan(.endsAtServer(link, .reset), at: link.lastToServer)
    }
  }

  private func audit() throws {
    guard fault == nil else { return }
    if chance.oneIn(2) { crash() }
    disconnectAll()
    try wait(3500)
    let auditors = people.filter { $0.habit.isStrict && $0.identity.token != nil }.prefix(60)
    for person in auditors {
      person.isAuditing = true
      plan(.acts(person.index), after: Int64(chance.below(500)))
    }
    try wait(30_000)
    for person in auditors { person.isAuditing = false }
    // Later messages may still be on their way to others.
    let told = Dictionary(uniqueKeysWithValues: ledger.rooms.map { ($0.key, $0.value.last) })
    try wait(10_000)
    guard fault == nil else { return }
    checkAnswers()
    for person in auditors {
      for (name, view) in person.views.sorted(by: { $0.key < $1.key })
      where max(view.last, view.cursor) < told[name] ?? 0 {
        report(
          "nothing acknowledged is lost",
          "\(name) was at \(told[name] ?? 0) and is at \(max(view.last, view.cursor)) for client \(person.index)")
      }
    }
  }

  private func leaveAll() throws {
    guard fault == nil else { return }
    disconnectAll()
    try wait(Int64(max(scenario.limits.seatSeconds, scenario.boardSeconds)) * 1000 + 10_000)
    guard fault == nil, let core = machine?.core else { return }
    checkBooks()
    let rooms = core.rooms.all.filter { !$0.mode.isPermanent }.map(\.name).sorted()
    if !rooms.isEmpty { report("no room leaks", "nobody is here, and there are \(rooms)") }
    if core.sessions.count > 0 { report("no session leaks", "nobody is here, and there are \(core.sessions.count)") }
    let situation = core.situation
    if situation.openQueries > 0 || situation.waitingLines > 0 {
      report("queues are bounded", "\(situation.openQueries) questions and \(situation.waitingLines) records wait")
    }
    if core.hub.deadlines.count > 0 { report("no room leaks", "\(core.hub.deadlines.count) deadlines are left") }
    if core.hub.knowledge.scopeCount > 3 * games.count {
      report("maps are bounded", "\(core.hub.knowledge.scopeCount) puzzles are remembered")
    }
    if let strays = (disk as? MemoryDisk)?.strayWords, strays > 0 {
      report("what is deleted is gone", "\(strays) words are nobody's")
    }
    // The daily rooms and the channel stay.
    if let open = disk.openCounts, open.rooms > games.count + 1 {
      report("no room leaks", "\(open.rooms) rooms are stored")
    }
  }

  /// Redundant state must agree, and nothing may grow without bound.
  func checkBooks() {
    guard let machine else { return }
    let core = machine.core
    let rooms = core.rooms.inOrder
    check(rooms.count == core.rooms.names.count, "\(rooms.count) rooms have numbers, \(core.rooms.names.count) names")
    check(
      core.hub.deadlines.count <= rooms.count,
      "\(core.hub.deadlines.count) deadlines for \(rooms.count) rooms")
    check(
      core.parts.soloRooms.absences.count <= core.players.present.count { $0.soloRoom != nil },
      "\(core.parts.soloRooms.absences.count) solo rooms wait that nobody has")
    check(core.sessions.count == Array(core.sessions.all).count, "sessions are counted wrongly")
    check(
      core.sessions.slots.count <= people.count * 4 + 16,
      "\(core.sessions.slots.count) slots for \(people.count) people")
    for room in rooms {
      let members = room.members.all
      let name = room.name
      check(!room.isDeserted, "\(name) is deserted")
      check(room.members.awayCount == members.count { $0.awaySince != nil }, "\(name) counts who is away wrongly")
      check(room.members.watcherCount == members.count { $0.isWatching }, "\(name) counts watchers wrongly")
      if let owner = room.owner { check(members.contains { $0.player === owner }, "\(name)'s owner is not there") }
      for member in members {
        let isHere = member.player.session?.rooms.contains { $0 === room } ?? false
        check(isHere == (member.awaySince == nil), "\(member.player.name) is \(isHere ? "" : "not ")in \(name)")
        check(member.player.awayFrom.contains { $0 === room } == (member.awaySince != nil), "away from \(name)?")
      }
      if room.dayBoards == nil {
        check(room.seats.count <= members.count, "\(name) has \(room.seats.count) seats for \(members.count)")
      }
    }
    for session in core.sessions.all {
      check(session.player.session === session, "\(session.player.name) is elsewhere")
      check(session.rooms.count <= core.hub.limits.roomsPerSession + games.count, "too many rooms")
    }
    let situation = core.situation
    if situation.waitingLines > 4000 + people.count * 8 {
      report("queues are bounded", "\(situation.waitingLines) records wait for a commit")
    }
  }

  private func check(_ holds: Bool, _ what: @autoclosure () -> String) {
    if !holds { report("the books agree", what()) }
  }
}
