import FeatureList
import GameKit
import Kernel
import ParlorCore

/// A world with one server: clients, network, disk and time, all from one seed.
final class Simulation {
  let scenario: Scenario
  var chance: SimulationChance
  var agenda = Agenda()
  var clock: Int64
  /// The lead of the server's clock.
  var skew: Int64 = 0
  let disk: any Disk
  let games: [GameModule]
  var machine: Machine?
  var life = 0
  var people: [Person] = []
  let ledger = Ledger()
  let trace: Trace
  private(set) var steps = 0
  var counts = Counts()
  private(set) var fault: Fault?
  var isDiskBroken = false
  /// Whether a foreign entry is at the position of the server's next one.
  private var isOvertaken = false
  /// When others append: independent of all other random choices, so that a world can be run without them.
  private var othersChance: SimulationChance
  var asleepUntil: Int64 = 0
  /// Nothing new begins and nothing fails any more.
  var isSettling = false
  var nextLink = 0
  private var nextBooks = 0
  /// When the server was last started, by its clock.
  private(set) var startedAt: Int64 = 0
  private var storedDay = 0
  /// The configuration of the last start.
  private var configuration: ServerConfiguration?
  /// The number of commits until the stored state is compared with the core's.
  private var commitsToFold = 20
  /// All facts of the log.
  private(set) var log: [Entry] = []
  /// The last stored batch of this process.
  private var storedTicket: CommitTicket = 0

  struct Fault: CustomStringConvertible {
    let invariant: String
    let what: String
    let step: Int
    var description: String { "\(invariant): \(what) (step \(step))" }
  }

  /// The numbers of checks, which must not be zero.
  struct Counts {
    var lines = 0
    var answers = 0
    var events = 0
    var boards = 0
    var places = 0
    var crashes = 0
    var failures = 0
    var days = 0
    var slowConsumers = 0
    var shares = 0
    var reports = 0
    var accounts = 0
    var folds = 0
    var fromZero = 0
    var fences = 0

    mutating func add(_ other: Counts) {
      lines += other.lines
      answers += other.answers
      events += other.events
      boards += other.boards
      places += other.places
      crashes += other.crashes
      failures += other.failures
      days += other.days
      slowConsumers += other.slowConsumers
      shares += other.shares
      reports += other.reports
      accounts += other.accounts
      folds += other.folds
      fromZero += other.fromZero
      fences += other.fences
    }
  }

  init(_ scenario: Scenario, disk: (any Disk)? = nil, isTraced: Bool = false) throws {
    self.scenario = scenario
    chance = SimulationChance(seed: scenario.seed)
    othersChance = SimulationChance(seed: ~scenario.seed)
    clock = scenario.startsAt
    self.disk = disk ?? MemoryDisk(window: scenario.limits.resumeEvents, plant: scenario.plant)
    games = scenario.isMarked ? [GameModule(MarkSource())] : try RealGames.all()
    trace = Trace(isOn: isTraced)
    makePeople()
  }

  private func makePeople() {
    let modes = ["race", "together", "practice", "talk", "seeded"]
    let rooms = modes.flatMap { mode in (0..<(scenario.people > 1000 ? 8 : 2)).map { "\(mode)-\($0)" } }
    let scene = Person.Scene(
      rooms: rooms, games: games.map(\.info.id), seatSeconds: scenario.limits.seatSeconds,
      resumeEvents: scenario.limits.resumeEvents)
    let kicks = Person.Kicks()
    for index in 0..<scenario.people {
      var throwOf = chance.below(10_000)
      var habit = Person.Habit.playing
      for (other, share) in scenario.habits where habit == .playing {
        if throwOf < share { habit = other }
        throwOf -= share
      }
      people.append(
        Person(
          index: index, habit: habit, chance: SimulationChance(seed: chance.next()), ledger: ledger, kicks: kicks,
          scene: scene
        ) { [unowned self] in report($0, $1) })
    }
  }

  func report(_ invariant: String, _ what: String) {
    if fault == nil { fault = Fault(invariant: invariant, what: what, step: steps) }
  }

  func run() throws {
    start()
    plan(.restart, after: 0)
    for person in people { plan(.acts(person.index), after: chance.waiting(about: scenario.pause)) }
    if scenario.crashes > 0 { plan(.crash, after: chance.waiting(about: scenario.crashes)) }
    if scenario.diskFailures > 0 { plan(.diskBreaks, after: chance.waiting(about: scenario.diskFailures)) }
    if scenario.fences > 0 { plan(.othersAppend, after: othersChance.waiting(about: scenario.fences)) }
    if chance.oneIn(3) { plan(.peopleSleep, after: chance.waiting(about: 60_000)) }
    try proceed { self.steps >= self.scenario.steps }
    try settleAccounts()
    finishCounts()
  }

  private func start() { nextBooks = max(256, scenario.people) }

  func proceed(until isDone: () -> Bool) throws {
    while fault == nil, !isDone(), let (at, happening) = agenda.next() {
      clock = max(clock, at)
      machine?.now = wall
      if happening.isStep {
        steps += 1
        trace.note(clock, happening)
        if steps >= nextBooks {
          nextBooks = steps + max(256, scenario.people)
          checkBooks()
        }
      }
      try happen(happening)
    }
  }

  func plan(_ happening: Happening, after delay: Int64) { agenda.plan(happening, at: clock + max(0, delay)) }

  var wall: Instant { Instant(milliseconds: clock + skew) }

  /// The server's day: its clock's, or a later one that had begun before the clock was set back.
  var today: Int { max(clockDay, storedDay) }

  private var clockDay: Int { UTCCalendar().day(at: wall).number }

  private func happen(_ happening: Happening) throws {
    switch happening {
    case .connects(let link): connects(link)
    case .reachesServer(let link, let bytes): machine(of: link)?.received(bytes, on: link)
    case .endsAtServer(let link, let end): endsAtServer(link, end)
    case .reachesClient(let link, let bytes): reachesClient(link, bytes)
    case .endsAtClient(let link): endsAtClient(link)
    case .acts(let index): acts(people[index])
    case .timer(let life, let due): if life == self.life { machine?.timerRang(due) }
    case .turnEnds(let life): if life == self.life { machine?.turnEnds() }
    case .commitEnds(let life, let batch):
      try commitEnds(life, batch)
      try fold()
    case .answersCome(let life, let number, let queries):
      if life == self.life { machine?.answered(number, disk.answers(to: queries)) }
    case .passwordDone(let life, let number, let result):
      if life == self.life { machine?.passwordDone(number, result) }
    case .diskBreaks:
      isDiskBroken = !isSettling
      plan(.diskMends, after: chance.waiting(about: chance.oneIn(4) ? 8000 : 300))
    case .diskMends:
      isDiskBroken = false
      if !isSettling { plan(.diskBreaks, after: chance.waiting(about: scenario.diskFailures)) }
    case .othersAppend:
      if !isOvertaken { othersAppend() }
      if !isSettling { plan(.othersAppend, after: othersChance.waiting(about: scenario.fences)) }
    case .crash: if !isSettling { crash() }
    case .restart: try restart()
    case .peopleSleep:
      if !isSettling { asleepUntil = clock + Int64(chance.within(1...30)) * 3_600_000 }
    }
  }

  func machine(of link: SimulatedLink) -> Machine? { link.life == life ? machine : nil }

  private func finishCounts() {
    counts.days = today - UTCCalendar().day(at: Instant(milliseconds: scenario.startsAt)).number
    counts.events = ledger.eventCount
    for person in people {
      counts.answers += person.answered
      counts.boards += person.checkedMoves
      counts.places += person.checkedPlaces
      counts.shares += person.checkedShares
      counts.reports += person.checkedReports
      counts.accounts += person.checkedAccounts
    }
    takeFigures()
  }

  private func takeFigures() {
    guard let machine else { return }
    counts.lines += machine.lines
    counts.failures += machine.failures
    counts.slowConsumers += machine.slowConsumers
  }

  private func commitEnds(_ life: Int, _ batch: Batch) throws {
    guard life == self.life, let machine else { return }
    // Entries that were appended before the foreign one, whatever their answers.
    if isOvertaken, batch.ticket > storedTicket {
      isOvertaken = false
      if scenario.plant == .ignoresFences { return machine.succeeded(batch.ticket) }
      return try startOver(machine)
    }
    // A reported failure, or a lost answer, may have been stored nevertheless.
    if !isDiskBroken || chance.oneIn(4) { store(batch) }
    if isDiskBroken { machine.failed(batch.ticket) } else { machine.succeeded(batch.ticket) }
  }

  func compareFromZero() throws {
    if let configuration { try compareFromZero(with: configuration) }
  }

  private func fold() throws {
    commitsToFold -= 1
    guard commitsToFold <= 0, scenario.plant?.breaks.contains(Self.foldInvariant) ?? true, let core = machine?.core,
      let configuration, try compareWithFold(core, configuration)
    else { return }
    counts.folds += 1
    commitsToFold = 20 + scenario.people
  }

  private func store(_ batch: Batch) {
    // A stored batch is not stored twice.
    guard batch.ticket > storedTicket else { return }
    storedTicket = batch.ticket
    append(batch.lines)
  }

  private func append(_ records: [DocumentLine]) {
    do throws(StorageFailure) {
      try disk.apply(records)
      if disk is MemoryDisk { log += Batch(ticket: 0, lines: records).entries(from: LogPosition(log.count + 1)) }
      for case .day(let day, _) in records.compactMap(ServerDocument.madeFact) { storedDay = day }
    } catch {
      report("what is stored is sound", error.message)
    }
  }

  private func othersAppend() {
    guard machine != nil else { return }
    isOvertaken = true
    append([ServerDocument.line(.day(today), of: 0)])
  }

  /// A commit was fenced: as in the server's loop, another core replaces this one, and starts from the stored data.
  private func startOver(_ machine: Machine) throws {
    counts.fences += 1
    takeFigures()
    let last = machine.handOver()
    leaveAll(machine) { _ in false }
    try begin(after: last)
  }

  /// A server process has ended with its connections.
  private func leaveAll(_ machine: Machine, isCut: (SimulatedLink) -> Bool) {
    for link in machine.links.values.sorted(by: { $0.number < $1.number }) {
      link.isOpenAtServer = false
      link.isCut = isCut(link)
      planEnd(of: link)
    }
    let end = wall.milliseconds
    for person in people { person.serverCrashed(life, startedAt: startedAt, at: end) }
    self.machine = nil
    life += 1
  }

  func crash() {
    guard let machine else { return }
    takeFigures()
    counts.crashes += 1
    // What was being written is there or is not; behind another's entry it is not.
    if let batch = machine.inFlight, !isDiskBroken, chance.oneIn(2), !isOvertaken { store(batch) }
    leaveAll(machine) { _ in chance.oneIn(2) }
    storedTicket = 0
    isOvertaken = false
    let isLong = !isSettling && chance.oneIn(8)
    plan(.restart, after: isLong ? Int64(chance.below(20 * 3_600_000)) : Int64(chance.within(10...3000)))
  }

  private func restart() throws {
    guard machine == nil else { return }
    // Clocks are set while a server is down, forwards or backwards.
    if life > 0, !isSettling, chance.oneIn(5) { skew += Int64(chance.within(-600_000...300_000)) }
    try begin()
    if !isSettling, scenario.crashes > 0, life > 0 { plan(.crash, after: chance.waiting(about: scenario.crashes)) }
  }

  /// - Parameter ticket: the greatest one of the core before, where another takes its place.
  private func begin(after ticket: CommitTicket = 0) throws {
    var configuration = ServerConfiguration(
      games: games, season: SeasonKey(hashing: "simulation".utf8), epoch: "e1", server: "parlor simulated")
    configuration.limits = scenario.limits
    configuration.features = FeatureList.features(
      FeatureList.Settings(operatorToken: AccessToken("sesame"), limits: configuration.limits))
    configuration.allowsPlainPasswords = true
    configuration.snapshotFacts = scenario.snapshotFacts
    configuration.boardSeconds = scenario.boardSeconds
    // The models take midnight for the end of a day.
    configuration.limits.dailyGraceSeconds = 0
    if scenario.plant == .forgetsPlaces { configuration.limits.seatSeconds = 0 }
    configuration.entropy = SeededGenerator(seed: chance.next())
    let core = Parlor(configuration, restoring: try disk.load(at: wall, today: clockDay), now: wall, after: ticket)
    if life % 4 == 3 { try compareFromZero(with: configuration) }
    startedAt = wall.milliseconds
    self.configuration = configuration
    machine = Machine(
      core: core, life: life, limits: scenario.limits, now: wall, plant: scenario.plant, around: surroundings())
  }

  private func surroundings() -> Machine.Surroundings {
    Machine.Surroundings(
      plan: { [unowned self] in plan($0, after: $1) },
      deliver: { [unowned self] in deliver($1, to: $0) },
      hangUp: { [unowned self] in planEnd(of: $0) },
      lost: { [unowned self] link in
        let person = people[link.client]
        if person.lastLink == link.number, link.isPlayers { person.lostAt = (life, wall.milliseconds) }
      },
      fault: { [unowned self] in report($0, $1) },
      commitTime: { [unowned self] in
        1 + chance.waiting(about: scenario.commit) + (chance.oneIn(200) ? Int64(chance.below(3000)) : 0)
      })
  }
}
