import GameKit
import WireProtocol
import TextMode

/// What rooms and requests share: the time, what is to be done, what is to be kept, who may know what.
///
/// One hub belongs to one ``Parlor`` and lives, like everything in the core, on whatever queue calls it.
final class Hub {
  let configuration: ServerConfiguration
  /// The configuration's limits, here since every request looks at them.
  let limits: Limits
  /// As the configuration says, here since every event looks at it.
  let isDurable: Bool
  var now: Instant
  /// Microseconds on a clock that measures spans and tells no time of day.
  var stopwatch: Int64 = 0
  /// Whether the edge has such a clock, so that equal times are one turn of its loop.
  var hasStopwatch = false
  /// The civil day, or a later one that has begun before: see ``day(at:notBefore:_:)``.
  var today: Day
  /// The latest day that is stored, or is on its way there.
  private var storedDay: Int?
  var effects = Effects()
  /// Memory for the next message to many.
  var spareFanout = Fanout()
  let journal = Journal()
  var knowledge = Knowledge()
  /// Refusals are counted here; what is stored, in the journal.
  var figures = Figures()
  /// Rooms that want to be woken, by number.
  var deadlines = DeadlineQueue<Int64>()
  /// Why stored matches must not be played again, by number: their games trap.
  var trappedMatches: [Int64: String] = [:]
  /// The room in which results are shared. Like every room it refers to the hub.
  weak var channel: Room?
  /// Who changes what in the channel.
  let turns = TurnTaking<ChannelTurn>()
  private var lastShare: Int64 = 0
  /// When a session's paste is taken as it stands, should nothing follow.
  var pastes = DeadlineQueue<SessionID>()
  private var entropy: any RandomNumberGenerator
  private var lastNumber: Int64 = 0
  private(set) var tomorrow: Instant
  /// The puzzles of days that were asked for: everyone is greeted with today's commitments, and at midnight everyone is
  /// told of two days at once.
  var dailyPuzzles: [DailyPuzzle.Key: DailyPuzzle] = [:]
  /// Which puzzles rounds keep clear of, by game: finding out one takes as long as shuffling them all.
  var reservedPuzzles: [String: ReservedPuzzles] = [:]
  /// What may still be spent on making puzzles.
  var puzzleBudget: PuzzleBudgets
  /// Whether what is being carried out is part of a typed line that has been through ``CleanText``.
  var isTyped = false
  /// Where the line came from that is being carried out; `nil` for what comes due by itself.
  var requestAddress: String?

  init(configuration: ServerConfiguration, now: Instant, latestDay: Int? = nil) {
    self.configuration = configuration
    limits = configuration.limits
    isDurable = configuration.isDurable
    self.now = now
    entropy = configuration.entropy
    puzzleBudget = PuzzleBudgets(configuration.limits, now: now)
    storedDay = latestDay
    today = Self.day(at: now, notBefore: latestDay, configuration.calendar)
    tomorrow = configuration.calendar.start(of: today.next)
    let clockDay = configuration.calendar.day(at: now)
    if let latestDay, clockDay.number < latestDay {
      log("clock_behind", ["clock": .string(clockDay.text), "day": .string(today.text)])
    }
  }

  /// Days by which a clock may have been set back.
  private static let daysBack = 7

  /// The day of a moment. No day comes twice: a clock that was set back past midnight while the server was down finds
  /// the day that had begun, and it lasts until the next one. A clock that is more than a week behind was a wrong one
  /// before, and days begin anew.
  private static func day(at now: Instant, notBefore latest: Int?, _ calendar: any CivilCalendar) -> Day {
    let day = calendar.day(at: now)
    guard let latest, latest > day.number, latest - day.number <= daysBack else { return day }
    return Day(number: latest)
  }

  /// Stores the present day with the next batch, unless it is known.
  func keepDay() {
    guard storedDay != today.number else { return }
    storedDay = today.number
    journal.append(.day(today.number))
  }

  /// Seconds until the next civil day.
  var secondsToNextDay: Int { now.seconds(until: tomorrow) }

  /// Moves on to the present day.
  func turnDay() {
    today = configuration.calendar.day(at: now)
    tomorrow = configuration.calendar.start(of: today.next)
  }

  /// The settings of a game's dailies, the operator's over the game's own.
  func dailySettings(of game: GameModule) -> JSON {
    let chosen = configuration.dailySettings[game.info.id] ?? [:]
    return (try? game.settings(from: chosen)) ?? (try? game.settings(from: [:])) ?? [:]
  }

  /// A number that this server has not given to anything yet.
  func nextNumber() -> Int64 {
    lastNumber += 1
    return lastNumber
  }

  /// The greatest number of an event in any room that is gone. New rooms count on from there, so that a place in a
  /// room is never mistaken for one in another room of the same name.
  private(set) var lastSeq = 0

  func raiseLastSeq(to seq: Int) { lastSeq = max(lastSeq, min(seq, RestoredEvents.greatest)) }

  /// A number that no shared result has had.
  func nextShare() -> Int64 {
    lastShare += 1
    return lastShare
  }

  func raiseLastShare(to number: Int64) { lastShare = max(lastShare, number) }

  /// Numbers up to this one are taken. One that no server reaches is damage: nothing could be counted on from it.
  func raiseLastNumber(to number: Int64) { if number < 1 << 60 { lastNumber = max(lastNumber, number) } }

  func randomNumber() -> UInt64 { entropy.next() }

  func mayKnow(_ viewer: Player, _ scope: PuzzleScope) -> Bool {
    knowledge.mayKnow(viewer, scope, today: today)
  }

  /// Sends a message to one session, as JSON or drawn.
  ///
  /// - Parameter ticket: the commit that it depends on; `nil` for all that has happened until now.
  func send(
    _ message: some Drawable, to session: Session, answering re: RequestID? = nil, after ticket: CommitTicket? = nil
  ) {
    deliver(
      encoded(message, as: session.format, answering: re), to: session, after: ticket ?? journal.ticket)
  }

  /// Sends what is written already; somebody who reads text sees it in the colours of their choice.
  func deliver(_ range: Range<Int>, to session: Session, after ticket: CommitTicket) {
    guard session.format == .text, session.player.theme != .dark, !range.isEmpty else {
      return effects.send(range, to: session.id, after: ticket)
    }
    let text = session.player.theme.shown(String(decoding: effects.bytes[range], as: UTF8.self))
    effects.send(to: session.id, after: ticket) { $0.raw(Array(text.utf8)) }
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
  func encoded(_ message: some Drawable, as format: Session.Format, answering re: RequestID? = nil) -> Range<Int> {
    effects.write { Self.write(message, as: format, answering: re, to: &$0) }
  }

  private static func write(
    _ message: some Drawable, as format: Session.Format, answering re: RequestID?, to json: inout JSONWriter
  ) {
    switch format {
    case .json:
      let start = json.count
      message.write(to: &json, answering: re)
      // The answer to `replay` is many lines, which are for programs.
      if case .drawn = re, json.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) == json.count - 1 {
        json.amendLine("drawn", message.drawn())
      }
    case .text: Drawing.write(message.drawn(), to: &json)
    }
  }

  /// Writes a message of the effects once more, as the answer to a request. Drawn text does not say what it answers,
  /// and is sent as it is.
  func encoded(repeating range: Range<Int>, as format: Session.Format, answering re: RequestID?) -> Range<Int> {
    guard let re, format == .json else { return range }
    return effects.write { $0.message(repeating: range, answering: re) }
  }

  func log(_ event: String, _ fields: JSONObject = [:]) { effects.log.append(LogEntry(event, fields)) }
}
