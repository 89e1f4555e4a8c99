internal import ParlorCore

/// Appending the owner's values: at most one is in flight.
extension ClusterMember {
  mutating func append(_ ticket: CommitTicket, _ facts: [UInt8], _ at: Instant, _ now: Int64) {
    guard isOwner else { return actions.append(.disown(.fenced)) }
    if let lastDone, lastDone.ticket == ticket { return actions.append(.durable(ticket, lastDone.revision)) }
    guard batch?.ticket != ticket else { return }
    let parts = stride(from: 0, to: max(facts.count, 1), by: timing.valueBytes).map { start in
      Array(facts[start..<min(facts.count, start + timing.valueBytes)])
    }
    batch = PendingBatch(ticket: ticket, at: at, rest: parts[...])
  }

  mutating func put(
    _ kind: LogValue.Kind, _ facts: [UInt8], at: Instant, to successor: String? = nil, _ now: Int64
  ) {
    lastNumber += 1
    let next = role == .claimant ? max(term, lastTerm) &+ 1 : term
    let value = LogValue(
      kind, term: next, by: writer, number: lastNumber, at: max(at, lastAt), successor: successor, facts: facts)
    lastAt = value.at
    inFlight = InFlight(
      kind: kind, bytes: value.bytes, term: next, firstSentAt: now, attempt: 0, sentAt: now, retryAt: now)
    attempt(now)
  }

  mutating func attempt(_ now: Int64) {
    guard var value = inFlight else { return }
    attempts += 1
    value.attempt = attempts
    value.sentAt = now
    value.retryAt = nil
    inFlight = value
    beatAt = now &+ timing.beat
    actions.append(.attempt(attempts, value: value.bytes, after: position))
  }

  mutating func attempted(_ number: Int, _ answer: AttemptAnswer, _ now: Int64) {
    guard let value = inFlight, value.attempt == number else { return }
    switch answer {
    case .replaced(let revision): settled(value, at: revision, now)
    case .found(let revision, let bytes) where bytes == value.bytes: settled(value, at: revision, now)
    case .found: lostRace(now)
    case .unknown(let why):
      inFlight?.retryAt = now &+ timing.retry
      guard let told = batch, !told.isReported, value.kind == .facts || value.kind == .part else { return }
      batch?.isReported = true
      actions.append(.unsettled(told.ticket, why: why))
    }
  }

  /// The value in flight is now the log's last one.
  mutating func settled(_ value: InFlight, at revision: Revision, _ now: Int64) {
    inFlight = nil
    position = revision
    lastNews = now
    if let compactedUpTo { resumeWatch(after: compactedUpTo, found: revision) }
    switch value.kind {
    case .term: claimed(value, at: revision, now)
    case .part:
      // If another node takes over before the last part, this one belongs to what it finds.
      if let part = batch?.rest.popFirst() { parts = (writer, (parts?.facts ?? []) + part) }
    case .facts:
      parts = nil
      if let done = batch {
        lastDone = (done.ticket, revision)
        actions.append(.durable(done.ticket, revision))
      }
      batch = nil
    case .beat: actions.append(.advance(revision))
    case .restoring: break
    case .offer: stopOwning(.handedOver, now)
    }
    // Added after `.durable`: output that waited for this commit may rely on it.
    if value.kind != .offer { actions.append(.fresh(until: value.sentAt &+ timing.freshness)) }
    if value.kind != .term, value.kind != .restoring { fruitlessClaims = 0 }
    takeUnsettled(now)
  }

  mutating func claimed(_ value: InFlight, at revision: Revision, _ now: Int64) {
    term = value.term
    parts = nil
    fruitlessClaims += 1
    isAllowed = false
    role = .owner(isRestored: false)
    ownedSince = now
    offer = nil
    (batch, lastDone) = (nil, nil)
    // A watch would return each of this node's own values.
    isWatching = false
    actions.append(.unwatch)
    actions.append(.owner(writer.node, term: term))
    actions.append(.own(term: term, after: revision, at: lastAt))
  }

  /// Another value is at the revision where this one was to go.
  mutating func lostRace(_ now: Int64) {
    inFlight = nil
    if isOwner { stopOwning(.fenced, now) } else { role = .follower }
    noteNews(now)
    takeUnsettled(now)
  }

  mutating func stopOwning(_ departure: Departure, _ now: Int64) {
    role = .follower
    (inFlight, batch, lastDone, offer) = (nil, nil, nil, nil)
    noteNews(now)
    actions.append(.disown(departure))
    actions.append(.owner(nil, term: term))
    startWatch()
    if departure == .timedOut { takeUnsettled(now) }
  }
}
