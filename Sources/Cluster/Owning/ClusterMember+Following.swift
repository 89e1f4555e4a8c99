internal import ParlorCore

/// Following the values of others, as the watch delivers them and reads find them.
extension ClusterMember {
  mutating func startWatch(after revision: Revision = 0) {
    guard !isPaused else { return }
    isWatching = true
    actions.append(.watch(from: max(position, revision) &+ 1))
  }

  /// Pauses following, or resumes where it was paused. An owner does not follow; and without room in its tables it does
  /// not append either.
  mutating func setPaused(_ isPaused: Bool) {
    guard isPaused != self.isPaused else { return }
    self.isPaused = isPaused
    guard !isOwner, !isStuck else { return }
    if isPaused {
      isWatching = false
      actions.append(.unwatch)
    } else {
      startWatch()
    }
  }

  mutating func watchEnded(_ compacted: Revision?, _ now: Int64) {
    guard let compacted, compacted > position else {
      watchAt = now &+ timing.retry
      return
    }
    isWatching = false
    compactedUpTo = compacted
    // Only reads from now on count.
    reading = nil
    readAt = now
  }

  /// Continues after a compaction, when the log's last value is found: if its revision is known here, nothing was
  /// missed; if not, a copy of a peer's tables is needed.
  mutating func resumeWatch(after compacted: Revision, found revision: Revision) {
    compactedUpTo = nil
    if revision > position { actions.append(.copy(after: compacted)) } else { startWatch(after: compacted) }
  }

  mutating func watched(_ revision: Revision, _ bytes: [UInt8], _ now: Int64) {
    guard revision > position else { return }
    if inFlight != nil {
      unsettled.append((revision, bytes))
    } else {
      if isOwner { stopOwning(.fenced, now) }
      follow(revision, bytes, now)
    }
  }

  mutating func tell(_ report: Report?) { if let report { actions.append(.report(report)) } }

  mutating func takeUnsettled(_ now: Int64) {
    let waiting = unsettled
    unsettled = []
    for (revision, bytes) in waiting { watched(revision, bytes, now) }
  }

  mutating func noteNews(_ now: Int64) {
    lastNews = now
    readsSince = nil
    hasReportedPoison = false
  }

  mutating func follow(_ revision: Revision, _ bytes: [UInt8], _ now: Int64) {
    guard !isStuck else { return }
    position = revision
    behindSince = nil
    noteNews(now)
    tell(catchUp.advanced(to: revision, now))
    let value: LogValue
    do throws(LogValue.Fault) {
      value = try LogValue(reading: bytes)
    } catch {
      return unreadable(error, at: revision)
    }
    if value.term != term || value.kind == .term { actions.append(.owner(value.writer.node, term: value.term)) }
    term = value.term
    lastAt = max(lastAt, value.at)
    if value.kind == .term { fruitlessClaims += 1 } else if value.kind != .restoring { fruitlessClaims = 0 }
    apply(value, at: revision, now)
  }

  mutating func apply(_ value: LogValue, at revision: Revision, _ now: Int64) {
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
      // The named successor begins at once; the others wait as for any owner.
      if value.successor == writer.node || value.successor == nil, eligibility == .mayOwn, inFlight == nil {
        role = .claimant
        put(.term, [], at: lastAt, now)
      }
    }
    parts = nil
  }

  /// Handles a log that ends before what this node has applied: the store was restored to an older state. Its next
  /// revisions will repeat numbers with another meaning, so this node must not follow any further.
  mutating func stopFollowing(_ found: Revision) {
    guard !isStuck else { return }
    isStuck = true
    isWatching = false
    actions.append(.unwatch)
    actions.append(.report(.logIsBehind(found, applied: position)))
  }

  mutating func unreadable(_ fault: LogValue.Fault, at revision: Revision) {
    switch fault {
    case .damaged:
      actions.append(.report(.damaged(revision)))
      actions.append(.apply(revision, facts: [], damaged: true))
    case .newer(let version):
      isStuck = true
      actions.append(.report(.newer(revision, version: version)))
    }
  }

  mutating func read(_ number: Int, _ answer: ReadAnswer, _ now: Int64) {
    guard let (expected, sentAt, positionThen) = reading, expected == number else { return }
    reading = nil
    readAt = now &+ timing.readPause
    guard role == .follower else { return }
    if case .found(let revision, _) = answer, revision < positionThen { return stopFollowing(revision) }
    if let compactedUpTo, case .found(let revision, _) = answer {
      resumeWatch(after: compactedUpTo, found: revision)
    }
    if case .found(let revision, _) = answer { tell(catchUp.found(revision, at: position, now)) }
    switch answer {
    case .failed: readsSince = nil
    case .found(let revision, _) where revision > position:
      // This counts as news, although the watch has not delivered it yet.
      if behindSince == nil { behindSince = now }
      noteNews(now)
    case .found(let revision, let bytes):
      behindSince = nil
      if readsSince == nil { readsSince = sentAt }
      if revision == position { adoptTerm(bytes) }
      // In an empty log there is no owner to wait for.
      if position == 0 { lastNews = min(lastNews, now &- timing.silence) }
    }
  }

  /// Takes the term and time of the log's last value, which a node that starts at the log's end has not followed, so
  /// that a new term continues from them.
  mutating func adoptTerm(_ bytes: [UInt8]?) {
    guard term == 0, lastTerm == 0, let bytes, let last = try? LogValue(reading: bytes) else { return }
    lastTerm = last.term
    lastAt = max(lastAt, last.at)
  }
}
