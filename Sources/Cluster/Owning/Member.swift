internal import ParlorCore

/// One node's part in the log that all nodes share: who owns it, what is appended, what is followed. The log's
/// positions are the revisions of its key.
///
/// A pure state machine. Inputs come with the time, in milliseconds of a clock that only this node reads; what is to be
/// done about them stands in ``takeActions()``. The rules:
///
/// - **Append and fence are one.** A value is put only where the last known one still stands. No answer is no outcome:
///   the same bytes are put again until they are the last value (it is appended) or somebody else's are (this node is
///   fenced).
/// - **Silence makes an owner.** The owner says something every ``Timing/beat``. A node that has heard nothing new for
///   ``Timing/silence``, though its reads have worked for ``Timing/reads``, puts a term where the last value stands. No
///   clocks are compared and nothing is leased: only intervals are measured, each by one clock.
/// - **What leaves an owner is fresh**: within ``Timing/freshness`` of the sending of its last append that worked
///   (``Action/fresh(until:)``), which is less than the silence that another owner needs. From the moment in which it
///   offers the log to another, nothing leaves it.
/// - **A log that kills is left alone**: where an owner has begun and none of its words followed, another may try;
///   where that one too has said nothing, nobody does, until the operator allows it.
public struct Member {
  /// A value on its way.
  struct Open {
    let kind: LogValue.Kind
    let bytes: [UInt8]
    let term: Int64
    /// When it was put first.
    let began: Int64
    var attempt: Int
    var sentAt: Int64
    /// When it is put again; `nil` while an answer is awaited.
    var retryAt: Int64?
  }

  /// A batch that is being appended in parts.
  struct Work {
    let ticket: CommitTicket
    let at: Instant
    var rest: ArraySlice<[UInt8]>
    var isTold = false
  }

  /// What the owner offers the log with: whom to, if to one.
  struct Offer {
    let successor: String?
  }

  enum Role: Equatable {
    case follower
    /// Its term's value is on its way.
    case claimant
    case owner(isRestored: Bool)
  }

  /// Owners that may begin at one place.
  static let mostBeginnings = 2

  let writer: LogValue.Writer
  let timing: Timing
  /// The version in which values are put: the newest that all nodes read, as far as that is known.
  var form = LogValue.plainVersion
  /// Whether this node may own the log at present.
  private(set) var eligibility: Eligibility
  var role = Role.follower
  var actions: [Action] = []
  /// The log's last revision that is known here.
  var position: Revision
  var term: Int64 = 0
  /// The term of the log's last value, where that was read and not followed.
  var lastTerm: Int64 = 0
  var lastAt = Instant(milliseconds: 0)
  var numbers: Int64 = 0
  var attempts = 0
  var open: Open?
  var work: Work?
  /// The last batch that was appended, whose answer may have got lost.
  var lastDone: (ticket: CommitTicket, revision: Revision)?
  /// What the watch has told while a value was on its way.
  var unsettled: [(Revision, [UInt8])] = []
  /// Parts whose end is to come.
  var parts: (writer: LogValue.Writer, facts: [UInt8])?
  /// Terms at the end of the log that nothing followed.
  var beginnings = 0
  var isAllowed = false
  var hasReportedPoison = false
  /// This node follows no further.
  var isStuck = false
  var isWatching = false
  /// The tables have no room for what the watch would bring.
  var isPaused = false
  var watchAt: Int64?
  /// History is gone up to there, and whether anything of it was not heard yet is to be found out.
  var gone: Revision?

  var lastNews: Int64
  /// Since when each read has worked and has found nothing new.
  var readsSince: Int64?
  /// The read that is under way, and how far this node was when it was sent.
  var reading: (number: Int, sentAt: Int64, position: Revision)?
  var readAt: Int64
  /// A read has found more than the watch has brought, since then.
  var behindSince: Int64?
  /// How far behind the log this node is, while that is worth a word.
  var catchUp = CatchUp()

  var beatAt: Int64 = 0
  var ownedSince: Int64 = 0
  var turnedAt: Int64 = 0
  /// The owner is to stop, once what it has begun to append is in the log.
  var offer: Offer?

  /// A node that has followed the log up to a revision.
  ///
  /// - Parameter needsCopy: whether the log alone is not enough, since there was data before it: a copy of a peer's
  ///   tables comes first.
  public init(
    _ writer: LogValue.Writer, after position: Revision, eligibility: Eligibility = .mayOwn, needsCopy: Bool = false,
    timing: Timing, now: Int64
  ) {
    self.writer = writer
    self.position = position
    self.eligibility = eligibility
    self.timing = timing
    lastNews = now
    readAt = now
    if needsCopy { actions.append(.copy(after: position)) } else { startWatch() }
  }

  /// What is to be done, in order; once.
  public mutating func takeActions() -> [Action] {
    defer { actions.removeAll(keepingCapacity: true) }
    return actions
  }

  /// When ``Input/time`` is due.
  public var nextDue: Int64 {
    var due = Int64.max
    if let retry = open?.retryAt { due = min(due, retry) }
    if let watchAt { due = min(due, watchAt) }
    switch role {
    case .owner: due = min(due, open.map { $0.began &+ timing.patience } ?? beatAt)
    case .follower: if reading == nil { due = min(due, readAt) }
    case .claimant: break
    }
    return due
  }

  /// Whether this node owns the log, as far as it knows.
  public var isOwner: Bool { if case .owner = role { true } else { false } }

  /// The last revision of the log that is known here.
  public var lastKnown: Revision { position }

  /// The loop has turned, which an owner whose loop stands still does not live on.
  public mutating func loopTurned(at time: Int64) { turnedAt = max(turnedAt, time) }

  /// Takes what has happened at a time.
  public mutating func handle(_ input: Input, at now: Int64) {
    switch input {
    case .append(let ticket, let facts, let at): append(ticket, facts, at, now)
    case .attempted(let number, let answer): attempted(number, answer, now)
    case .read(let number, let answer): read(number, answer, now)
    case .watched(let revision, let bytes): watched(revision, bytes, now)
    case .watchEnded(let compacted): watchEnded(compacted, now)
    case .copied(let revision):
      position = max(position, revision)
      tell(catchUp.came(to: position, now))
      parts = nil
      startWatch()
    case .restored:
      guard case .owner = role else { break }
      role = .owner(isRestored: true)
      turnedAt = now
      beatAt = now
    case .handOver(let node): if isOwner { offer = Offer(successor: node) }
    case .eligible(let eligibility):
      self.eligibility = eligibility
      if eligibility == .mayNotOwn, isOwner, offer == nil { offer = Offer(successor: nil) }
    case .storable(let isStorable): setPaused(!isStorable)
    case .allowBegin: isAllowed = true
    case .time: break
    }
    step(now)
  }

  // MARK: - What time brings

  mutating func step(_ now: Int64) {
    if isOwner, let began = open?.began, now &- began >= timing.patience { leave(.unheard, now) }
    if let retry = open?.retryAt, retry <= now { attempt(now) }
    if let due = watchAt, due <= now {
      watchAt = nil
      if isWatching { startWatch() }
    }
    switch role {
    case .follower: look(now)
    case .claimant: break
    case .owner(let isRestored): if open == nil { speak(now, isRestored) }
    }
  }

  /// The owner's next value.
  mutating func speak(_ now: Int64, _ isRestored: Bool) {
    if let next = work?.rest.first {
      let isLast = work?.rest.count == 1
      return put(isLast ? .facts : .part, next, at: work?.at ?? lastAt, now)
    }
    if let offer {
      // Whom it is for may begin before this node hears that it has arrived.
      actions.append(.fresh(until: now &- 1))
      return put(.offer, [], at: lastAt, to: offer.successor, now)
    }
    guard beatAt <= now else { return }
    if isRestored {
      // A loop that does not turn is nobody's owner.
      guard now &- turnedAt <= timing.loop else {
        beatAt = now &+ timing.beat
        return
      }
      put(.beat, [], at: lastAt, now)
    } else if now &- ownedSince <= timing.restoring {
      put(.restoring, [], at: lastAt, now)
    } else {
      beatAt = now &+ timing.beat
    }
  }

  /// Looks whether the log is silent, and begins where it is.
  mutating func look(_ now: Int64) {
    if isWatching, let since = behindSince, now &- since > timing.silence {
      // What reads find the watch has not brought: it is not worth waiting for.
      behindSince = now
      startWatch()
    }
    if reading == nil, readAt <= now {
      attempts += 1
      reading = (attempts, now, position)
      actions.append(.read(attempts))
    }
    guard eligibility == .mayOwn, !isStuck, isWatching, let readsSince, now &- readsSince >= timing.reads,
      now &- lastNews >= timing.silence
    else { return }
    begin(now)
  }

  mutating func begin(_ now: Int64) {
    guard beginnings < Self.mostBeginnings || isAllowed else {
      if !hasReportedPoison { actions.append(.report(.poisoned(position))) }
      hasReportedPoison = true
      return
    }
    role = .claimant
    put(.term, [], at: lastAt, now)
  }
}
