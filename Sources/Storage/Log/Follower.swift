internal import Confinement
internal import Kernel
internal import ParlorCore
internal import Synchronization

/// Makes the tables follow the log: everything that has become durable since the last time is one transaction.
struct Follower: Sendable {
  let feed = Feed()
  let writer: Confined<Writer>
  private let checkpointer: Confined<Database>?
  /// The folder's own log: `nil` in memory, and in a cluster, whose log is not read by the follower.
  private let log: SQLiteLog?
  private let scrubber: Scrubber?
  private let path: String
  /// Whether the log is a cluster's.
  private let isShared: Bool
  /// Recent events that restored sessions may have missed; `nil` if sessions do not outlive a core.
  private let recent: Recent?
  /// Milliseconds.
  private let delay: Int

  init(_ connections: Connections, _ folder: DataFolder?, path: String, _ options: StorageOptions) {
    writer = connections.writer
    checkpointer = connections.checkpointer
    log = connections.log
    self.path = path
    delay = options.followMilliseconds
    let isShared = options.following == .sharedLog && connections.log == nil && folder != nil
    self.isShared = isShared
    recent = isShared ? Recent(after: connections.lastPosition) : nil
    scrubber =
      folder.map { folder in
        Scrubber(
          writer: connections.writer, log: connections.log, path: folder.tables.path, seconds: options.scrubSeconds)
      }
  }

  /// Adds lines that have become durable, and schedules the tables to follow.
  func add(_ lines: [DocumentLine], losing lost: [LostLine] = [], at position: LogPosition) {
    recent?.value.withLock { $0.add(lines, at: position) }
    if feed.add(lines, losing: lost, at: position) { writer.later(afterMilliseconds: delay) { follow($0) } }
  }

  /// Makes the tables follow, on the writer's queue.
  func follow(_ writer: Writer) {
    let part = feed.take()
    guard part != nil || !isDone(writer) else { return }
    do throws(StorageFailure) {
      try takeTail(writer)
      if let part { feed.stored(leavingOut: try store(part, writer)) } else { feed.stored(leavingOut: []) }
    } catch {
      // The next commit, query or stop retries.
      feed.putBack(part ?? Feed.Part(), because: error)
    }
  }

  /// Makes the tables follow if the answers to queries may depend on it, on the writer's queue.
  func follow(_ writer: Writer, for queries: [any StoredQuery]) {
    if writer.position < writer.tailEnd || queries.contains(where: feed.mayChangeAnswer) { follow(writer) }
  }

  /// Whether the tables have everything that is durable.
  func isDone(_ writer: Writer) -> Bool { feed.isEmpty && writer.position >= writer.tailEnd }

  /// - Returns: the refused lines.
  private func store(_ part: Feed.Part, _ writer: Writer) throws(StorageFailure) -> [RefusedLine] {
    let refused: [RefusedLine]
    do throws(DatabaseError) {
      refused = try writer.commit(part)
    } catch {
      throw StorageFailure(storing: path, error)
    }
    if part.lines.contains(where: PlayerDocument.isForgotten) { scrubber?.plan(writer) }
    if writer.wantsCheckpoint(inBackground: checkpointer != nil) { checkpoint() }
    return refused
  }

  /// Applies the entries that the log has beyond the tables at a start: while some are stored, the next are read.
  private func takeTail(_ writer: Writer) throws(StorageFailure) {
    guard let log else { return }
    var ahead: ReadAhead?
    while writer.position < writer.tailEnd {
      let read = try (ahead ?? ReadAhead(of: log, from: writer.position + 1, to: writer.tailEnd)).wait()
      let next = read.position + 1
      ahead = next > writer.tailEnd ? nil : ReadAhead(of: log, from: next, to: writer.tailEnd)
      let refused = try store(read, writer)
      // Refused facts count as damaged, since they contradict earlier ones.
      writer.damagedFacts += refused.map { DamagedRow(table: "entry", key: $0.subject.name) }
    }
  }

  private func checkpoint() {
    checkpointer?.later { [writer, log] database in
      // Entries that cannot be trimmed stay where they are just as safe, and are trimmed later.
      let position = try? database.integer("SELECT value FROM meta WHERE name = 'position'")
      if (try? database.checkpoint()) == true, let position { log?.trim(to: position) }
      writer.later { $0.checkpointFinished() }
    }
  }

  /// The tables were replaced by others that have followed the log up to a position.
  func goOn(after position: LogPosition) {
    recent?.value.withLock { $0 = RecentEvents(after: position) }
    feed.goOn(after: position)
  }

  // MARK: - Starting

  /// Makes the tables follow all of the log beyond them, whoever has appended it, on the writer's queue.
  ///
  /// - Returns: the position of the last entry, of a shared log the last that was applied; `nil` in memory.
  func rejoin(_ writer: Writer) throws(StorageFailure) -> LogPosition? {
    guard let log else { return isShared ? max(feed.position, writer.position) : nil }
    let end = try log.lastPosition()
    feed.removeAll()
    writer.tailEnd = end
    return end
  }

  /// Reads all open state, on the writer's queue. A full disk must not prevent a start: entries that the tables cannot
  /// store are applied and read nevertheless.
  func load(_ writer: Writer, now: Instant, today: Int) throws(StorageFailure) -> StoredState {
    follow(writer)
    let rest = try isDone(writer) ? nil : tail(writer)
    do throws(DatabaseError) {
      if let rest { return try writer.state(after: rest, today: today) }
      // The server before may not have done it.
      scrubber?.scrub(writer)
      if let recent {
        var state = try writer.loadUnchanged(now: now, today: today)
        state.recentEvents = recent.value.withLock { $0 }
        return state
      }
      return try writer.load(now: now, today: today)
    } catch {
      throw StorageFailure(opening: path, error)
    }
  }

  /// The entries of the log at the start that the tables have not followed.
  private func tail(_ writer: Writer) throws(StorageFailure) -> Feed.Part {
    var tail = Feed.Part(position: writer.position)
    while let log, tail.position < writer.tailEnd {
      let part = try ReadAhead(of: log, from: tail.position + 1, to: writer.tailEnd).wait()
      tail = Feed.Part(lines: tail.lines + part.lines, lost: tail.lost + part.lost, position: part.position)
    }
    return tail
  }
}

/// The room events of the log's last entries.
private final class Recent: Sendable {
  let value: Mutex<RecentEvents>

  init(after position: LogPosition) { value = Mutex(RecentEvents(after: position)) }
}

extension RefusedLine.Subject {
  /// The room's name for the server log.
  fileprivate var name: String {
    switch self {
    case .match(let number): "match \(number)"
    case .line: "fact"
    }
  }
}
