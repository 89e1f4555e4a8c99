import GameKit
import Kernel
import Names
package import WireProtocol
import TextMode

/// The state that rooms and requests share: time, effects, journal, knowledge.
///
/// One hub belongs to one ``Parlor`` and is used, like everything in the core, on the caller's queue.
package final class Hub {
  private(set) var configuration: ServerConfiguration
  /// See ``ServerConfiguration/missingGames``.
  var missingGames: [String] { configuration.missingGames }
  /// The configuration's limits, cached since every request reads them.
  let limits: Limits
  /// From the configuration, cached since every event reads it.
  let isDurable: Bool
  /// The names of the house bots.
  let house: HouseNames
  /// See ``Parlor/isReading``.
  let isReading: Bool
  let clock: Clock
  let puzzles: Puzzles
  /// Questions to games in other processes.
  let games: GameDesk
  /// Records what a handler needs.
  let kernel: Kernel
  var numbers = Numbers()
  /// The latest day that is stored or pending.
  private var storedDay: Int?
  var effects = Effects()
  /// The reused memory for the next broadcast.
  var spareFanout = Fanout()
  /// The rating lists.
  var ratings = RatingLists()
  /// The points gained today.
  var ratingGains = RatingGains()
  let journal: Journal
  var knowledge = Knowledge()
  /// Sanctions, moderators and the audit log; `nil` without the feature.
  let moderation: (any Moderation)?
  /// The blocks; `nil` without the feature.
  let blocking: (any Blocking)?
  /// Refusals are counted here, and stored records in the journal.
  var figures = Figures()
  /// The quarantined data, in a few words each.
  var quarantined: [String] = []
  /// Refusals of players in the last hour.
  var refusals = RefusalRing()
  /// Whether matches may begin; see ``maintenanceNow``.
  var maintenance: Maintenance?
  /// The timers of rooms, by number.
  var deadlines = DeadlineQueue<Int64>()
  /// The alarms of features' documents.
  var documentAlarms = DeadlineQueue<DocumentID>()
  /// Whether connections may outlive the core: in a cluster.
  var isClustered = false
  /// The room events in the log's last entries, for sessions of earlier cores: what they have missed since a position.
  var recentEvents = RecentEvents(after: 0)
  var missedEvents: [LogPosition: [Int64: Int]] = [:]
  /// Why stored matches must not be replayed, by number: their games trap.
  var trappedMatches: [Int64: String] = [:]
  /// Matches with facts that storage has refused: they take no more moves.
  var refusedMatches: Set<Int64> = []
  /// The room in which results are shared. Like every room it refers to the hub.
  weak var channel: Room?
  private var entropy: any RandomNumberGenerator
  /// Whether the current request is part of a typed line that ``CleanText`` has normalised.
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

  /// Adds a game that was missing.
  func add(_ game: GameModule, of file: String) {
    configuration.games.append(game)
    configuration.missingGames.removeAll { $0 == file }
    puzzles.configuration = configuration
    if let remote = game.remote { games.add(remote, to: kernel) }
  }

  /// The time of the last input.
  var now: Instant { clock.now }

  /// The civil day of that time.
  var today: Day { clock.today }

  /// The first day whose puzzle may still be played: all earlier days are over, and not secret.
  var openSince: Day { clock.openSince }

  /// Stores the present day with the next batch, unless it is stored.
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
  /// - Parameter ticket: the commit that it depends on; `nil` for everything until now.
  func send(
    _ message: some Drawable, to session: Session, answering re: RequestID? = nil, after ticket: CommitTicket? = nil
  ) {
    deliver(
      encoded(message, as: session.format, answering: re, for: session.player.name), to: session,
      after: ticket ?? journal.ticket)
  }

  /// Sends encoded bytes; text sessions, and those that get lines with text, see them in the colours of their choice.
  func deliver(_ range: Range<Int>, to session: Session, after ticket: CommitTicket) {
    guard !session.hasEnded else { return }
    guard session.format != .json, session.player.theme != .dark, !range.isEmpty else {
      return effects.send(range, to: session.id, after: ticket)
    }
    let line = String(decoding: effects.bytes[range], as: UTF8.self)
    // The text is the last member of JSON, whose tiles stay unchanged; no string has quotation marks like these.
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

  /// Sends a message to many sessions, encoded once per format.
  func send(_ message: some Drawable, to sessions: some Sequence<Session>, after ticket: CommitTicket) {
    fanOut(after: ticket) { fanout in
      for session in sessions {
        let audience = Audience(format: session.format)
        let range = fanout.message(to: audience) { encoded(message, as: session.format) }
        fanout.deliver(range, to: session, audience, self)
      }
    }
  }

  /// Encodes a message once; the range can be sent to many.
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

  /// Encodes a message of the effects again, as the answer to a request. Drawn text does not state its request, and is
  /// sent unchanged.
  func encoded(repeating range: Range<Int>, as format: Session.Format, answering re: RequestID?) -> Range<Int> {
    guard let re, format != .text else { return range }
    return effects.write { $0.message(repeating: range, answering: re) }
  }

  /// Writes to the server log.
  package func log(_ event: String, _ fields: JSONObject = [:]) { effects.log.append(LogEntry(event, fields)) }
}
