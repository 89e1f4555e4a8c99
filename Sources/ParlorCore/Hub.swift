import GameKit
import Kernel
import Names
package import WireProtocol
import TextMode

/// What rooms and requests share: the time, what is to be done, what is to be kept, who may know what.
///
/// One hub belongs to one ``Parlor`` and lives, like everything in the core, on whatever queue calls it.
package final class Hub {
  private(set) var configuration: ServerConfiguration
  /// See ``ServerConfiguration/missingGames``.
  var missingGames: [String] { configuration.missingGames }
  /// The configuration's limits, here since every request looks at them.
  let limits: Limits
  /// As the configuration says, here since every event looks at it.
  let isDurable: Bool
  /// The names of the operator's own bots.
  let house: HouseNames
  /// See ``Parlor/isReading``.
  let isReading: Bool
  let clock: Clock
  let puzzles: Puzzles
  /// Questions to games in other processes.
  let games: GameDesk
  /// Notes what a handler lacks.
  let kernel: Kernel
  var numbers = Numbers()
  /// The latest day that is stored, or is on its way there.
  private var storedDay: Int?
  var effects = Effects()
  /// Memory for the next message to many.
  var spareFanout = Fanout()
  /// The lists of who plays best.
  var ratings = RatingLists()
  /// What ratings have gained today.
  var ratingGains = RatingGains()
  let journal: Journal
  var knowledge = Knowledge()
  /// Sanctions, moderators and the audit log; `nil` without a feature that keeps them.
  let moderation: (any Moderation)?
  /// Who has blocked whom; `nil` without a feature that knows.
  let blocking: (any Blocking)?
  /// Refusals are counted here; what is stored, in the journal.
  var figures = Figures()
  /// What is stored and cannot be used, in a few words each.
  var quarantined: [String] = []
  /// What players were refused in the last hour.
  var refusals = RefusalRing()
  /// Whether matches begin; see ``maintenanceNow``.
  var maintenance: Maintenance?
  /// Rooms that want to be woken, by number.
  var deadlines = DeadlineQueue<Int64>()
  /// What features have to do with documents at a moment.
  var documentAlarms = DeadlineQueue<DocumentID>()
  /// Whether connections may go on with another core: in a cluster.
  var isClustered = false
  /// The events of rooms in the log's last entries, for sessions that another core has begun; and what those missed who
  /// have got all up to a position.
  var recentEvents = RecentEvents(after: 0)
  var missedEvents: [LogPosition: [Int64: Int]] = [:]
  /// Why stored matches must not be played again, by number: their games trap.
  var trappedMatches: [Int64: String] = [:]
  /// Matches of which storage has refused something: nobody plays on.
  var refusedMatches: Set<Int64> = []
  /// The room in which results are shared. Like every room it refers to the hub.
  weak var channel: Room?
  private var entropy: any RandomNumberGenerator
  /// Whether what is being carried out is part of a typed line that has been through ``CleanText``.
  var isTyped = false

  init(
    configuration: ServerConfiguration, kernel: Kernel, now: Instant, latestDay: Int? = nil,
    after ticket: CommitTicket = 0, isReading: Bool = false
  ) {
    self.configuration = configuration
    self.isReading = isReading
    moderation = kernel.service((any Moderation).self)
    blocking = kernel.service((any Blocking).self)
    journal = Journal(after: ticket, isReading: isReading)
    limits = configuration.limits
    isDurable = configuration.isDurable
    house = HouseNames(configuration.houseBots)
    clock = Clock(configuration.calendar, now: now, latestDay: latestDay, graceSeconds: limits.dailyGraceSeconds)
    puzzles = Puzzles(configuration, clock)
    self.kernel = kernel
    games = GameDesk(configuration.games.compactMap(\.remote))
    entropy = configuration.entropy
    storedDay = latestDay
    if let latestDay, clock.calendarDay.number < latestDay {
      log("clock_behind", ["clock": .string(clock.calendarDay.text), "day": .string(today.text)])
    }
  }

  /// Takes in a game that was missing.
  func add(_ game: GameModule, of file: String) {
    configuration.games.append(game)
    configuration.missingGames.removeAll { $0 == file }
    puzzles.configuration = configuration
    if let remote = game.remote { games.add(remote, to: kernel) }
  }

  /// The moment of the last input.
  var now: Instant { clock.now }

  /// The civil day of that moment.
  var today: Day { clock.today }

  /// The first day whose puzzle may be played still: all days before it are over, and no secret.
  var openSince: Day { clock.openSince }

  /// Stores the present day with the next batch, unless it is known.
  func keepDay() {
    guard storedDay != today.number else { return }
    storedDay = today.number
    let kept = limits.matchesDays == 0 ? nil : now.adding(milliseconds: -86_400_000 * Int64(limits.matchesDays))
    journal.append(ServerDocument.line(.day(today.number, keepingFrom: kept), of: 0))
  }

  func randomNumber() -> UInt64 { entropy.next() }

  func mayKnow(_ viewer: Player, handOf players: [PlayerID], _ scope: PuzzleScope) -> Bool {
    knowledge.mayKnow(viewer, handOf: players, scope, openSince: openSince)
  }

  func mayKnow(_ viewer: Player, _ scope: PuzzleScope) -> Bool {
    knowledge.mayKnow(viewer, scope, openSince: openSince)
  }

  /// Sends a message to one session, as JSON or drawn.
  ///
  /// - Parameter ticket: the commit that it depends on; `nil` for all that has happened until now.
  func send(
    _ message: some Drawable, to session: Session, answering re: RequestID? = nil, after ticket: CommitTicket? = nil
  ) {
    deliver(
      encoded(message, as: session.format, answering: re, for: session.player.name), to: session,
      after: ticket ?? journal.ticket)
  }

  /// Sends what is written already; somebody who reads text, or lines with their text, sees it in the colours of their
  /// choice.
  func deliver(_ range: Range<Int>, to session: Session, after ticket: CommitTicket) {
    guard !session.hasEnded else { return }
    guard session.format != .json, session.player.theme != .dark, !range.isEmpty else {
      return effects.send(range, to: session.id, after: ticket)
    }
    let line = String(decoding: effects.bytes[range], as: UTF8.self)
    // The text is the last member of JSON, whose tiles stay as they are; no string has quotation marks like these.
    let text =
      session.format == .text ? line.startIndex : line.firstRange(of: #","drawn":""#)?.upperBound ?? line.endIndex
    let shown = line[..<text] + session.player.theme.shown(String(line[text...]))
    effects.send(to: session.id, after: ticket) { $0.raw(Array(shown.utf8)) }
  }

  /// Sends a refusal, and counts it.
  func send(
    _ message: ErrorMessage, to session: Session, answering re: RequestID? = nil, after ticket: CommitTicket? = nil
  ) {
    figures.count(message.error)
    let drawable: any Drawable = message
    send(drawable, to: session, answering: re, after: ticket)
  }

  /// Sends a message to many sessions, written once for each format.
  func send(_ message: some Drawable, to sessions: some Sequence<Session>, after ticket: CommitTicket) {
    fanOut(after: ticket) { fanout in
      for session in sessions {
        let audience = Audience(format: session.format)
        let range = fanout.message(to: audience) { encoded(message, as: session.format) }
        fanout.deliver(range, to: session, audience, self)
      }
    }
  }

  /// Writes a message once; the range can be sent to many.
  ///
  /// - Parameter reader: the name of the only reader, for links that others cannot follow.
  func encoded(
    _ message: some Drawable, as format: Session.Format, answering re: RequestID? = nil, for reader: String = ""
  ) -> Range<Int> {
    effects.write { Self.write(message, as: format, answering: re, for: reader, to: &$0) }
  }

  private static func write(
    _ message: some Drawable, as format: Session.Format, answering re: RequestID?, for reader: String,
    to json: inout JSONWriter
  ) {
    switch format {
    case .json, .drawn:
      let start = json.count
      message.write(to: &json, answering: re)
      let isDrawn = if case .drawn = re { true } else { format == .drawn }
      // The answer to `replay` is many lines, which are for programs.
      if isDrawn, json.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) == json.count - 1 {
        let page = message.page()
        page.writeLinks(to: &json, for: reader)
        if !page.text.isEmpty { json.amendLine("drawn", page.text) }
      }
    case .text: Drawing.write(Drawing.wrappedToWidth(message.drawn()), to: &json)
    }
  }

  /// Writes a message of the effects once more, as the answer to a request. Drawn text does not say what it answers,
  /// and is sent as it is.
  func encoded(repeating range: Range<Int>, as format: Session.Format, answering re: RequestID?) -> Range<Int> {
    guard let re, format != .text else { return range }
    return effects.write { $0.message(repeating: range, answering: re) }
  }

  /// Tells the operator's log.
  package func log(_ event: String, _ fields: JSONObject = [:]) { effects.log.append(LogEntry(event, fields)) }
}
