/// A client: its actions, its knowledge, and its expectations.
final class Person {
  enum Habit: CaseIterable {
    /// Plays, talks, opens rooms, joins and leaves, in JSON.
    case playing
    /// Reads long answers slowly, and events of busy rooms.
    case reading
    case flooding
    case idling
    case typing
    case rotting
    /// Has an account with a password and words.
    case learning

    /// Whether all messages of such a client can be checked.
    var isStrict: Bool {
      switch self {
      case .playing, .reading, .flooding, .idling, .learning: true
      case .typing, .rotting: false
      }
    }
  }

  let index: Int
  let habit: Habit
  var chance: SimulationChance
  let ledger: Ledger
  /// Kicks, by room and name.
  let kicks: Kicks
  let report: (_ invariant: String, _ what: String) -> Void
  var scene: Scene

  var identity = Identity()
  var link: SimulatedLink?
  var isGreeted = false
  var needsLogin = false
  /// This connection is the player's: there was no token, or it was accepted.
  var isBack = false
  var needsRooms = false
  var asks: [Int: Ask] = [:]
  var views: [String: View] = [:]
  var trial: TrialView?
  /// Rooms that have sent their description since the login.
  var announced: Set<String> = []
  var nextAsk = 0
  var nextMove = 0
  var nextName = 0
  var epoch = ""
  var now = Circumstances()
  /// When the server noticed that the last connection was gone, by its clock.
  var lostAt: (life: Int, wall: Int64)?
  var lastLink = 0
  /// At the end, clients return to check that everything is as acknowledged.
  var isAuditing = false
  var hasAskedAll = false
  private(set) var answered = 0
  private(set) var checkedMoves = 0
  private(set) var checkedPlaces = 0
  var checkedShares = 0
  var checkedReports = 0
  var checkedAccounts = 0
  /// Of a client that is learning.
  private(set) lazy var account = Account(name: "learner-\(index)")

  /// The room in which results are shared.
  static let channel = "shares"

  /// Whether a room is the server's own, without reserved seats.
  func isPermanent(_ room: String) -> Bool { room == Self.channel || scene.games.contains(room) }

  /// Names of kicked players, by room.
  final class Kicks {
    private var all: Set<String> = []
    func insert(_ name: String, in room: String) { all.insert("\(room)/\(name)") }
    func contains(_ names: Set<String>, in room: String) -> Bool { names.contains { all.contains("\(room)/\($0)") } }
  }

  /// What all clients of a simulation share.
  struct Scene {
    /// Names of rooms that players open; the part before `-` is the mode.
    var rooms: [String]
    /// The games, whose daily rooms have their names.
    var games: [String]
    var game: String { games.first ?? "" }
    var isMarked: Bool { game == "mark" }
    var seatSeconds: Int
    var resumeEvents: Int
  }

  init(
    index: Int, habit: Habit, chance: SimulationChance, ledger: Ledger, kicks: Kicks, scene: Scene,
    report: @escaping (_ invariant: String, _ what: String) -> Void
  ) {
    self.index = index
    self.habit = habit
    self.chance = chance
    self.ledger = ledger
    self.kicks = kicks
    self.scene = scene
    self.report = report
  }

  func connected(_ link: SimulatedLink) {
    self.link = link
    lastLink = link.number
    isGreeted = false
    asks = [:]
    views = [:]
    announced = []
    needsLogin = identity.token != nil
    needsRooms = needsLogin
    isBack = !needsLogin
    link.isPlayers = isBack
    if identity.token == nil { identity = Identity() }
    if trial?.life != now.life || identity.token == nil { trial = nil }
    trial?.isTold = false
  }

  func disconnected() {
    link = nil
    loseRequests()
    if habit == .learning { account.disconnected() }
    asks = [:]
    views = [:]
  }

  /// Seats that were given up before a crash stay given up.
  func serverCrashed(_ life: Int, startedAt: Int64, at end: Int64) {
    guard link?.isPlayers != true else { return }
    let lost = lostAt.map { $0.life == life ? $0.wall : startedAt } ?? startedAt
    if end - lost >= Int64(scene.seatSeconds) * 1000 { identity.places = [] }
  }

  func receive(_ bytes: [UInt8], on link: SimulatedLink) {
    guard link === self.link else { return }
    var start = 0
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      let line = link.partial.isEmpty ? Array(bytes[start..<end]) : link.partial + bytes[start..<end]
      if !link.partial.isEmpty { link.partial = [] }
      receive(line)
      start = end + 1
    }
    if start < bytes.count { link.partial += bytes[start...] }
  }

  private func receive(_ bytes: [UInt8]) {
    guard habit.isStrict, let line = Line(bytes) else {
      if habit.isStrict { return report("every line is one message", String(decoding: bytes, as: UTF8.self)) }
      return checkMarks(bytes[...], view: nil, isLenient: true)
    }
    let answer = line.int(.re).flatMap { settle($0) }
    if line.has(.re), answer == nil {
      report("each request has one answer", "client \(index) has another answer to \(line.int(.re) ?? 0)")
    }
    let room = line.string(.room)
    let view = room.flatMap { views[$0] }
    take(line, answer, room, view)
  }

  private func settle(_ re: Int) -> Ask? {
    answered += 1
    return asks.removeValue(forKey: re)
  }

  /// Whether a name is this player's, or may be by now.
  func isMe(_ name: String?) -> Bool {
    guard let name else { return false }
    return name == identity.name || identity.wanted.contains(name)
  }

  /// A mark of another player is only allowed if this player may know that puzzle.
  func checkMarks(_ bytes: ArraySlice<UInt8>, view: View?, isLenient: Bool = false, isTalk: Bool = false) {
    guard bytes.contains(UInt8(ascii: "#")) else { return }
    for mark in Mark.all(in: bytes) where !mayKnow(mark, view, isLenient: isLenient, isTalk: isTalk) {
      report("no secret is seen", "client \(index), \(identity.name), sees #\(mark.puzzle)/\(mark.client)/\(mark.move)")
    }
  }

  private func mayKnow(_ mark: Mark, _ view: View?, isLenient: Bool, isTalk: Bool) -> Bool {
    if mark.client == index, mark.move > 0 { return true }
    if identity.knows.contains(mark.puzzle) { return true }
    let isDaily = mark.puzzle < MarkSource.firstDealt
    if isDaily, mark.puzzle < now.day, identity.isNamed || isTalk || isLenient { return true }
    // A player followed from outside may have finished and joined unseen; only dailies are certain.
    if isLenient { return !isDaily || identity.tried.contains(mark.puzzle) }
    guard let view, !isDaily else { return false }
    // A client that watches now may have had a seat in a resumed round.
    if !view.isSeated {
      let tellsOfBefore = view.isDescribing || view.resumeEnd != nil
      return tellsOfBefore && (view.wasSeated || identity.satAt.contains(mark.puzzle))
    }
    if view.mode == "together", view.puzzle == mark.puzzle { return true }
    // A player with a seat at the end of a round may know it, without having received the end.
    if !view.isPlaying { return true }
    // Rounds that ended during a resume are known to every player who had a seat.
    return view.resumeEnd != nil && (view.puzzle != mark.puzzle || !view.isPlaying)
  }

  /// An own board has every acknowledged move, once.
  func checkBoard(_ line: Line, in view: View) {
    guard let range = line[.board], let puzzle = Mark.puzzle(ofBoard: line.bytes[range]) else { return }
    view.puzzle = puzzle
    identity.satAt.insert(puzzle)
    let own = Mark.all(in: line.bytes[range]).filter { $0.client == index && $0.puzzle == puzzle }.map(\.move)
    if Set(own).count != own.count {
      report("a move is played once", "client \(index) sees \(own) in \(view.room.name)")
    }
    guard let acknowledged = identity.moves[puzzle], !acknowledged.isEmpty else { return }
    checkedMoves += 1
    if !Set(own).isSuperset(of: acknowledged) {
      report(
        "nothing acknowledged is lost",
        "client \(index) played \(acknowledged) at #\(puzzle) in \(view.room.name), and the board has \(own)")
    }
  }

  /// Whether rooms may have given up this player's seats, if the player was away until now.
  var wasAwayTooLong: Bool {
    let lostAt = self.lostAt.map { $0.life == now.life ? $0.wall : now.startedAt } ?? now.startedAt
    return now.wall - lostAt >= Int64(scene.seatSeconds) * 1000
  }

  /// Reserved seats must have been restored.
  func checkPlaces(_ expected: Expectation) {
    // What was given up is not expected next time either.
    defer {
      if isBack { identity.places.formIntersection(announced) }
      if isBack, trial?.isTold == false { trial = nil }
    }
    guard isBack, expected.life == now.life, expected.failures == now.failures, now.isCalm, !wasAwayTooLong else {
      return
    }
    checkedPlaces += 1
    if let trial, !trial.isTold, !trial.isLeaving {
      report("places are kept", "client \(index), \(identity.name), has come back in time and its trial is gone")
    }
    let missing = expected.places.subtracting(announced).filter { room in
      identity.places.contains(room) && !kicks.contains(identity.names.union(identity.wanted), in: room)
    }
    if let room = missing.min() {
      report("places are kept", "client \(index), \(identity.name), has come back in time and is not in \(room)")
    }
  }
}
