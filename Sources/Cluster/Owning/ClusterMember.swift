internal import ParlorCore

/// One node's part in the shared log: who owns it, what is appended, what is followed. The positions of the log are the
/// revisions of its key.
///
/// A pure state machine. Each input has a time, in milliseconds of this node's clock; the resulting actions are in
/// ``takeActions()``. The rules:
///
/// - **Append and fence are one.** A value is stored only if the last known one is still the last. A missing answer is
///   not an outcome: the same bytes are stored again until they are the last value (appended) or another node's are
///   (this node is fenced).
/// - **Silence makes an owner.** The owner writes at least every ``Timing/beat``. A node that has had no news for
///   ``Timing/silence``, although its reads have worked for ``Timing/reads``, writes a term after the last value. No
///   clocks are compared and there are no leases: only intervals are measured, each by one clock.
/// - **Output of an owner is fresh**: it leaves within ``Timing/freshness`` of the sending of its last successful
///   append (``Action/fresh(until:)``), which is less than the silence that another owner needs. Once it offers the log
///   to another node, no output leaves it.
/// - **A log that kills its owners is left alone**: where an owner has begun and written nothing else, another may try;
///   where that one has not either, nobody does until the operator allows it.
public struct ClusterMember {
  /// A value in flight.
  struct InFlight {
    let kind: LogValue.Kind
    let bytes: [UInt8]
    let term: Int64
    /// When it was first sent.
    let firstSentAt: Int64
    var attempt: Int
    var sentAt: Int64
    /// When it is sent again; `nil` while an answer is pending.
    var retryAt: Int64?
  }

  /// A batch that is appended in parts.
  struct PendingBatch {
    let ticket: CommitTicket
    let at: Instant
    var rest: ArraySlice<[UInt8]>
    var isReported = false
  }

  /// An offer of the log, with its recipient if there is one.
  struct Offer {
    let successor: String?
  }

  enum Role: Equatable {
    case follower
    /// Its term's value is in flight.
    case claimant
    case owner(isRestored: Bool)
  }

  /// The most owners that may begin at one position.
  static let maximumClaims = 2

  let writer: LogValue.Writer
  let timing: Timing
  /// Whether this node may own the log.
  private(set) var eligibility: Eligibility
  var role = Role.follower
  var actions: [Action] = []
  /// The log's last known revision.
  var position: Revision
  var term: Int64 = 0
  /// The term of the log's last value, if it was read but not followed.
  var lastTerm: Int64 = 0
  var lastAt = Instant(milliseconds: 0)
  var lastNumber: Int64 = 0
  var attempts = 0
  var inFlight: InFlight?
  var batch: PendingBatch?
  /// The last appended batch, whose answer may have been lost.
  var lastDone: (ticket: CommitTicket, revision: Revision)?
  /// Events of the watch while a value is in flight.
  var unsettled: [(Revision, [UInt8])] = []
  /// Parts without their last one.
  var parts: (writer: LogValue.Writer, facts: [UInt8])?
  /// The number of terms at the end of the log without another value.
  var fruitlessClaims = 0
  var isAllowed = false
  var hasReportedPoison = false
  /// This node must not follow any further.
  var isStuck = false
  var isWatching = false
  /// The tables have no room for further facts.
  var isPaused = false
  var watchAt: Int64?
  /// History is compacted up to here, and it is unknown whether any of it was missed.
  var compactedUpTo: Revision?

  var lastNews: Int64
  /// When the current series of successful reads without news began.
  var readsSince: Int64?
  /// The pending read, and this node's position when it was sent.
  var reading: (number: Int, sentAt: Int64, position: Revision)?
  var readAt: Int64
  /// When a read first found more than the watch has delivered.
  var behindSince: Int64?
  /// The progress of catching up, while it is reported.
  var catchUp = CatchUp()

  var beatAt: Int64 = 0
  var ownedSince: Int64 = 0
  var turnedAt: Int64 = 0
  /// An owner that must hand over, once its batch is in the log.
  var offer: Offer?

  /// A node that has followed the log up to a revision.
  ///
  /// - Parameter needsCopy: whether the log does not suffice because there was data before it: a copy of a peer's
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

  /// Takes the pending actions, in order.
  public mutating func takeActions() -> [Action] {
    defer { actions.removeAll(keepingCapacity: true) }
    return actions
  }

  /// When ``Input/time`` is due.
  public var nextDue: Int64 {
    var due = Int64.max
    if let retry = inFlight?.retryAt { due = min(due, retry) }
    if let watchAt { due = min(due, watchAt) }
    switch role {
    case .owner: due = min(due, inFlight.map { $0.firstSentAt &+ timing.appendTimeout } ?? beatAt)
    case .follower: if reading == nil { due = min(due, readAt) }
    case .claimant: break
    }
    return due
  }

  /// Whether this node owns the log, as far as it knows.
  public var isOwner: Bool { if case .owner = role { true } else { false } }

  /// The log's last known revision.
  public var lastKnown: Revision { position }

  /// Records a turn of the loop: an owner whose loop hangs must not keep the log.
  public mutating func loopTurned(at time: Int64) { turnedAt = max(turnedAt, time) }

  /// Handles an input at a time.
  public mutating func handle(_ input: Input, at now: Int64) {
    switch input {
    case .append(let ticket, let facts, let at): append(ticket, facts, at, now)
    case .attempted(let number, let answer): attempted(number, answer, now)
    case .read(let number, let answer): read(number, answer, now)
    case .watched(let revision, let bytes): watched(revision, bytes, now)
    case .watchEnded(let compacted): watchEnded(compacted, now)
    case .copied(let revision):
      position = max(position, revision)
      tell(catchUp.advanced(to: position, now))
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

  // MARK: - Time

  mutating func step(_ now: Int64) {
    if isOwner, let began = inFlight?.firstSentAt, now &- began >= timing.appendTimeout { stopOwning(.timedOut, now) }
    if let retry = inFlight?.retryAt, retry <= now { attempt(now) }
    if let due = watchAt, due <= now {
      watchAt = nil
      if isWatching { startWatch() }
    }
    switch role {
    case .follower: checkOwner(now)
    case .claimant: break
    case .owner(let isRestored): if inFlight == nil { sendNext(now, isRestored) }
    }
  }

  /// Sends the owner's next value.
  mutating func sendNext(_ now: Int64, _ isRestored: Bool) {
    if let next = batch?.rest.first {
      let isLast = batch?.rest.count == 1
      return put(isLast ? .facts : .part, next, at: batch?.at ?? lastAt, now)
    }
    if let offer {
      // The successor may begin before this node gets the answer.
      actions.append(.fresh(until: now &- 1))
      return put(.offer, [], at: lastAt, to: offer.successor, now)
    }
    guard beatAt <= now else { return }
    if isRestored {
      // An owner whose loop hangs writes no heartbeat.
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

  /// Checks whether the log is silent, and takes over if it is.
  mutating func checkOwner(_ now: Int64) {
    if isWatching, let since = behindSince, now &- since > timing.silence {
      // The watch has not delivered what reads find: opens a new one.
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
    claim(now)
  }

  mutating func claim(_ now: Int64) {
    guard fruitlessClaims < Self.maximumClaims || isAllowed else {
      if !hasReportedPoison { actions.append(.report(.poisoned(position))) }
      hasReportedPoison = true
      return
    }
    role = .claimant
    put(.term, [], at: lastAt, now)
  }
}
