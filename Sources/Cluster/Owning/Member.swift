public import ParlorCore

/// One node's part in the log that all nodes share: who owns it, what is appended, what is followed. The log's positions
/// are the revisions of its key.
///
/// A pure state machine. Inputs come with the time, in milliseconds of a clock that only this node reads; what is to be
/// done about them stands in ``takeActions()``. The rules:
///
/// - **Append and fence are one.** A value is put only where the last known one still stands. No answer is no outcome: the
///   same bytes are put again until they are the last value (it is appended) or somebody else's are (this node is fenced).
/// - **Silence makes an owner.** The owner says something every ``Timing/beat``. A node that has heard nothing new for
///   ``Timing/silence``, though its reads have worked for ``Timing/reads``, puts a term where the last value stands. No
///   clocks are compared and nothing is leased: only intervals are measured, each by one clock.
/// - **What leaves an owner is fresh**: within ``Timing/freshness`` of the sending of its last append that worked
///   (``Action/fresh(until:)``), which is less than the silence that another owner needs. From the moment in which it
///   offers the log to another, nothing leaves it.
/// - **A log that kills is left alone**: where an owner has begun and none of its words followed, another may try; where
///   that one too has said nothing, nobody does, until the operator allows it.
public struct Member {
  /// Intervals, in milliseconds, and a size.
  public struct Timing: Sendable {
    /// From the sending of one of an owner's values to that of the next, at most.
    public var beat: Int64 = 300
    /// Without anything new, after which another node begins.
    public var silence: Int64 = 1_500
    /// For which reads have worked before that: a node that is cut off hears nothing either.
    public var reads: Int64 = 600
    /// From one of these reads to the next.
    public var readPause: Int64 = 150
    /// From the sending of an append that worked, during which what the owner says may leave.
    public var freshness: Int64 = 1_000
    /// From an answer that tells nothing to the next attempt.
    public var retry: Int64 = 100
    /// How long a start may take before others may begin.
    public var restoring: Int64 = 60_000
    /// How long the loop may be silent before others may begin.
    public var loop: Int64 = 5_000
    /// The most bytes of facts in a value; etcd takes requests of 1.5 MiB.
    public var valueBytes = 1 << 20

    /// The usual ones.
    public init() {}
  }

  /// What has happened.
  public enum Input: Sendable {
    /// The core wants facts appended; the same ticket again repeats it.
    case append(ticket: CommitTicket, facts: [UInt8], at: Instant)
    /// What has become of an attempt.
    case attempted(Int, AttemptAnswer)
    /// What a read has found: the key's revision and value (0 for none).
    case read(Int, ReadAnswer)
    /// The key's values, in order, one by one.
    case watched(Revision, [UInt8])
    /// The watch is over: history up to a revision is gone, or it has failed.
    case watchEnded(compacted: Revision?)
    /// A copy of a peer's tables is in place, which stands further than this node's own did.
    case copied(upTo: Revision)
    /// The core is there, restored.
    case restored
    /// The owner is to stop, for another node, or for whichever.
    case handOver(to: String?)
    /// The operator wants this node to begin, whatever the log has done to others.
    case allowBegin
    /// Time has passed.
    case time
  }

  /// An attempt's end.
  public enum AttemptAnswer: Sendable {
    case replaced(Revision)
    case found(Revision, [UInt8]?)
    case unknown(why: String)
  }

  /// A read's end.
  public enum ReadAnswer: Sendable {
    case found(Revision)
    case failed
  }

  /// What is to be done.
  public enum Action: Equatable {
    /// Put a value where the key was last changed at a revision, and say what became of it under a number.
    case attempt(Int, value: [UInt8], after: Revision)
    /// Read the key, under a number.
    case read(Int)
    /// Watch the key from a revision on; a watch from before is over.
    case watch(from: Revision)
    /// History is gone: copy a peer's tables.
    case copy(after: Revision)
    /// Give facts to the tables. They may be this node's own of before, when it was fenced.
    case apply(Revision, facts: [UInt8], damaged: Bool)
    /// The tables have all up to here, since nothing is in it for them.
    case advance(Revision)
    /// Load the core from the tables, once they have what was applied; its clock begins no earlier than `at`.
    case own(term: Int64, after: Revision, at: Instant)
    /// Drop the core and whatever waits.
    case disown(Departure)
    /// Facts are durable.
    case durable(CommitTicket, Revision)
    /// Nobody knows; it is tried again.
    case unsettled(CommitTicket, why: String)
    /// What the owner says may leave until then; this takes the place of what was said before.
    case fresh(until: Int64)
    /// Another node owns the log now, or none yet.
    case owner(String?, term: Int64)
    /// A line for the operator.
    case report(Report)
  }

  /// Why a node owns the log no more.
  public enum Departure: Sendable, Equatable {
    case fenced
    case handedOver
  }

  /// What the operator is told.
  public enum Report: Sendable, Equatable {
    /// Two owners have begun here and said nothing.
    case poisoned(Revision)
    /// A value cannot be read; nothing of it is applied.
    case damaged(Revision)
    /// A newer Parlor has written a value: this one follows no further.
    case newer(Revision, version: Int)
  }

  /// A value on its way.
  private struct Open {
    let kind: LogValue.Kind
    let bytes: [UInt8]
    let term: Int64
    var attempt: Int
    var sentAt: Int64
    /// When it is put again; `nil` while an answer is awaited.
    var retryAt: Int64?
  }

  /// A batch that is being appended in parts.
  private struct Work {
    let ticket: CommitTicket
    let at: Instant
    var rest: ArraySlice<[UInt8]>
    var isTold = false
  }

  private enum Role: Equatable {
    case follower
    /// Its term's value is on its way.
    case claimant
    case owner(isRestored: Bool)
  }

  /// Owners that may begin at one place.
  private static let mostBeginnings = 2

  private let writer: LogValue.Writer
  private let timing: Timing
  /// Whether this node may own the log at all.
  private let mayOwn: Bool
  private var role = Role.follower
  private var actions: [Action] = []
  /// The log's last revision that is known here.
  private var position: Revision
  private var term: Int64 = 0
  private var lastAt = Instant(milliseconds: 0)
  private var numbers: Int64 = 0
  private var attempts = 0
  private var open: Open?
  private var work: Work?
  /// The last batch that was appended, whose answer may have got lost.
  private var lastDone: (ticket: CommitTicket, revision: Revision)?
  /// What the watch has told while a value was on its way.
  private var unsettled: [(Revision, [UInt8])] = []
  /// Parts whose end is to come.
  private var parts: (writer: LogValue.Writer, facts: [UInt8])?
  /// Terms at the end of the log that nothing followed.
  private var beginnings = 0
  private var isAllowed = false
  private var hasReportedPoison = false
  /// This node follows no further.
  private var isStuck = false
  private var isWatching = false
  private var watchAt: Int64?
  /// History is gone up to there, and whether anything of it was not heard yet is to be found out.
  private var gone: Revision?

  private var lastNews: Int64
  /// Since when each read has worked and has found nothing new.
  private var readsSince: Int64?
  private var reading: (number: Int, sentAt: Int64)?
  private var readAt: Int64
  /// A read has found more than the watch has brought, since then.
  private var behindSince: Int64?

  private var beatAt: Int64 = 0
  private var ownedSince: Int64 = 0
  private var turnedAt: Int64 = 0
  private var handOver: (to: String?, Void)?

  /// A node that has followed the log up to a revision.
  public init(_ writer: LogValue.Writer, after position: Revision, mayOwn: Bool, timing: Timing, now: Int64) {
    self.writer = writer
    self.position = position
    self.mayOwn = mayOwn
    self.timing = timing
    lastNews = now
    readAt = now
    startWatch()
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
    case .owner: if open == nil { due = min(due, beatAt) }
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
      parts = nil
      startWatch()
    case .restored:
      guard case .owner = role else { break }
      role = .owner(isRestored: true)
      turnedAt = now
      beatAt = now
    case .handOver(let node): if isOwner { handOver = (node, ()) }
    case .allowBegin: isAllowed = true
    case .time: break
    }
    step(now)
  }

  // MARK: - What time brings

  private mutating func step(_ now: Int64) {
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
  private mutating func speak(_ now: Int64, _ isRestored: Bool) {
    if let next = work?.rest.first {
      let isLast = work?.rest.count == 1
      return put(isLast ? .facts : .part, next, at: work?.at ?? lastAt, now)
    }
    if let (successor, _) = handOver {
      // Whom it is for may begin before this node hears that it has arrived.
      actions.append(.fresh(until: now &- 1))
      return put(.offer, [], at: lastAt, to: successor, now)
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
  private mutating func look(_ now: Int64) {
    if isWatching, let since = behindSince, now &- since > timing.silence {
      // What reads find the watch has not brought: it is not worth waiting for.
      behindSince = now
      startWatch()
    }
    if reading == nil, readAt <= now {
      attempts += 1
      reading = (attempts, now)
      actions.append(.read(attempts))
    }
    guard mayOwn, !isStuck, isWatching, let readsSince, now &- readsSince >= timing.reads,
      now &- lastNews >= timing.silence
    else { return }
    begin(now)
  }

  private mutating func begin(_ now: Int64) {
    guard beginnings < Self.mostBeginnings || isAllowed else {
      if !hasReportedPoison { actions.append(.report(.poisoned(position))) }
      hasReportedPoison = true
      return
    }
    role = .claimant
    put(.term, [], at: lastAt, now)
  }

  // MARK: - Appending

  private mutating func append(_ ticket: CommitTicket, _ facts: [UInt8], _ at: Instant, _ now: Int64) {
    guard isOwner else { return actions.append(.disown(.fenced)) }
    if let lastDone, lastDone.ticket == ticket { return actions.append(.durable(ticket, lastDone.revision)) }
    guard work?.ticket != ticket else { return }
    let parts = stride(from: 0, to: max(facts.count, 1), by: timing.valueBytes).map { start in
      Array(facts[start..<min(facts.count, start + timing.valueBytes)])
    }
    work = Work(ticket: ticket, at: at, rest: parts[...])
  }

  private mutating func put(
    _ kind: LogValue.Kind, _ facts: [UInt8], at: Instant, to successor: String? = nil, _ now: Int64
  ) {
    numbers += 1
    let next = role == .claimant ? term &+ 1 : term
    let value = LogValue(
      kind, term: next, by: writer, number: numbers, at: max(at, lastAt), successor: successor, facts: facts)
    lastAt = value.at
    open = Open(kind: kind, bytes: value.bytes, term: next, attempt: 0, sentAt: now, retryAt: now)
    attempt(now)
  }

  private mutating func attempt(_ now: Int64) {
    guard var value = open else { return }
    attempts += 1
    value.attempt = attempts
    value.sentAt = now
    value.retryAt = nil
    open = value
    beatAt = now &+ timing.beat
    actions.append(.attempt(attempts, value: value.bytes, after: position))
  }

  private mutating func attempted(_ number: Int, _ answer: AttemptAnswer, _ now: Int64) {
    guard let value = open, value.attempt == number else { return }
    switch answer {
    case .replaced(let revision): settled(value, at: revision, now)
    case .found(let revision, let bytes) where bytes == value.bytes: settled(value, at: revision, now)
    case .found: overtaken(now)
    case .unknown(let why):
      open?.retryAt = now &+ timing.retry
      guard let told = work, !told.isTold, value.kind == .facts || value.kind == .part else { return }
      work?.isTold = true
      actions.append(.unsettled(told.ticket, why: why))
    }
  }

  /// The value that was on its way is the log's last one.
  private mutating func settled(_ value: Open, at revision: Revision, _ now: Int64) {
    open = nil
    position = revision
    lastNews = now
    if let gone { goOn(after: gone, found: revision) }
    switch value.kind {
    case .term: begun(value, at: revision, now)
    case .part:
      // Should another follow before the end, these are a part of what it finds.
      if let part = work?.rest.popFirst() { parts = (writer, (parts?.facts ?? []) + part) }
    case .facts:
      parts = nil
      if let done = work {
        lastDone = (done.ticket, revision)
        actions.append(.durable(done.ticket, revision))
      }
      work = nil
    case .beat: actions.append(.advance(revision))
    case .restoring: break
    case .offer: leave(.handedOver, now)
    }
    // After what was waited for has become durable: whoever waits for this knows of it.
    if value.kind != .offer { actions.append(.fresh(until: value.sentAt &+ timing.freshness)) }
    if value.kind != .term, value.kind != .restoring { beginnings = 0 }
    takeUnsettled(now)
  }

  private mutating func begun(_ value: Open, at revision: Revision, _ now: Int64) {
    term = value.term
    parts = nil
    beginnings += 1
    isAllowed = false
    role = .owner(isRestored: false)
    ownedSince = now
    handOver = nil
    (work, lastDone) = (nil, nil)
    actions.append(.owner(writer.node, term: term))
    actions.append(.own(term: term, after: revision, at: lastAt))
  }

  /// Something else stands where the value was to go.
  private mutating func overtaken(_ now: Int64) {
    open = nil
    if isOwner { leave(.fenced, now) } else { role = .follower }
    heard(now)
    takeUnsettled(now)
  }

  private mutating func leave(_ departure: Departure, _ now: Int64) {
    role = .follower
    (open, work, lastDone, handOver) = (nil, nil, nil, nil)
    heard(now)
    actions.append(.disown(departure))
    actions.append(.owner(nil, term: term))
  }

  // MARK: - Following

  private mutating func startWatch(after revision: Revision = 0) {
    isWatching = true
    actions.append(.watch(from: max(position, revision) &+ 1))
  }

  private mutating func watchEnded(_ compacted: Revision?, _ now: Int64) {
    guard let compacted, compacted > position else {
      watchAt = now &+ timing.retry
      return
    }
    isWatching = false
    gone = compacted
    // Only what is read from now on tells.
    reading = nil
    readAt = now
  }

  /// After history has gone, the log's last value is found at a revision: one that is known here, so that nothing was
  /// missed, or one to which only a copy leads.
  private mutating func goOn(after compacted: Revision, found revision: Revision) {
    gone = nil
    if revision > position { actions.append(.copy(after: compacted)) } else { startWatch(after: compacted) }
  }

  private mutating func watched(_ revision: Revision, _ bytes: [UInt8], _ now: Int64) {
    guard revision > position else { return }
    if open != nil {
      unsettled.append((revision, bytes))
    } else {
      if isOwner { leave(.fenced, now) }
      follow(revision, bytes, now)
    }
  }

  private mutating func takeUnsettled(_ now: Int64) {
    let waiting = unsettled
    unsettled = []
    for (revision, bytes) in waiting { watched(revision, bytes, now) }
  }

  private mutating func heard(_ now: Int64) {
    lastNews = now
    readsSince = nil
    hasReportedPoison = false
  }

  private mutating func follow(_ revision: Revision, _ bytes: [UInt8], _ now: Int64) {
    guard !isStuck else { return }
    position = revision
    behindSince = nil
    heard(now)
    let value: LogValue
    do throws(LogValue.Fault) {
      value = try LogValue(reading: bytes)
    } catch {
      return unreadable(error, at: revision)
    }
    if value.term != term || value.kind == .term { actions.append(.owner(value.writer.node, term: value.term)) }
    term = value.term
    lastAt = max(lastAt, value.at)
    if value.kind == .term { beginnings += 1 } else if value.kind != .restoring { beginnings = 0 }
    apply(value, at: revision, now)
  }

  private mutating func apply(_ value: LogValue, at revision: Revision, _ now: Int64) {
    if parts?.writer != value.writer { parts = nil }
    switch value.kind {
    case .part:
      parts = (value.writer, (parts?.facts ?? []) + value.facts)
      return
    case .facts: actions.append(.apply(revision, facts: (parts?.facts ?? []) + value.facts, damaged: false))
    case .term, .restoring, .beat: actions.append(.advance(revision))
    case .offer:
      actions.append(.advance(revision))
      actions.append(.owner(nil, term: term))
      // Whoever it is for begins at once; the others wait for it as for any owner.
      if value.successor == writer.node || value.successor == nil, mayOwn, open == nil {
        role = .claimant
        put(.term, [], at: lastAt, now)
      }
    }
    parts = nil
  }

  private mutating func unreadable(_ fault: LogValue.Fault, at revision: Revision) {
    switch fault {
    case .damaged:
      actions.append(.report(.damaged(revision)))
      actions.append(.apply(revision, facts: [], damaged: true))
    case .newer(let version):
      isStuck = true
      actions.append(.report(.newer(revision, version: version)))
    }
  }

  private mutating func read(_ number: Int, _ answer: ReadAnswer, _ now: Int64) {
    guard let (expected, sentAt) = reading, expected == number else { return }
    reading = nil
    readAt = now &+ timing.readPause
    guard role == .follower else { return }
    if let gone, case .found(let revision) = answer { goOn(after: gone, found: revision) }
    switch answer {
    case .failed: readsSince = nil
    case .found(let revision) where revision > position:
      // It is news, though nobody has told it yet.
      if behindSince == nil { behindSince = now }
      heard(now)
    case .found:
      behindSince = nil
      if readsSince == nil { readsSince = sentAt }
      // A log that nobody has begun has nobody to wait for.
      if position == 0 { lastNews = min(lastNews, now &- timing.silence) }
    }
  }
}
