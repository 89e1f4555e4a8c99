import GameKit
import Kernel
import WireProtocol

@testable import ParlorCore

/// The core's state is a fold of the stored data: another core that starts from that has the same rooms, boards and
/// events.
extension Simulation {
  static let foldInvariant = "what is stored is what the core holds"

  /// Compares them while nothing is pending.
  ///
  /// - Returns: whether there was something to compare.
  func compareWithFold(_ core: Parlor, _ configuration: ServerConfiguration) throws -> Bool {
    guard fault == nil, disk is MemoryDisk, core.hub.journal.ticket == 0 else { return false }
    let fold = Parlor(configuration, restoring: try disk.load(at: wall, today: today), now: core.hub.now)
    guard fold.hub.today == core.hub.today else { return false }
    let rooms = core.rooms.all.filter(\.isStoredWhole).sorted { $0.number < $1.number }
    for room in rooms { compare(room, of: core, disk, with: fold, disk, "in what is stored") }
    for room in fold.rooms.all where !room.mode.isPermanent && core.rooms[room.number] == nil {
      report(Self.foldInvariant, "\(room.name) is gone, and not in what is stored")
    }
    return !rooms.isEmpty
  }

  /// Compares a core that starts from the stored data with cores that start from tables rebuilt from every entry of the
  /// log: from all entries, and from all without the snapshots that only shorten starts.
  func compareFromZero(with configuration: ServerConfiguration) throws {
    guard fault == nil, scenario.plant == nil, let disk = disk as? MemoryDisk else { return }
    let stored = Parlor(configuration, restoring: try disk.load(at: wall, today: today), now: wall)
    for skips in [false, true] {
      let tables = MemoryDisk(window: scenario.limits.resumeEvents)
      var snapshots = Snapshots(facts: skips ? scenario.snapshotFacts : .max)
      for entry in log { try tables.apply(snapshots.without(entry.lines.compactMap { DocumentLine(logged: $0) })) }
      let fold = Parlor(configuration, restoring: try tables.load(at: wall, today: today), now: wall)
      for room in stored.rooms.inOrder {
        compare(room, of: stored, disk, with: fold, tables, "from zero, \(skips ? "without" : "with") snapshots")
      }
      if fold.rooms.count != stored.rooms.count {
        report(Self.foldInvariant, "\(fold.rooms.count) rooms from zero, \(stored.rooms.count) stored")
      }
      counts.fromZero += 1
    }
  }

  private func compare(
    _ room: Room, of core: Parlor, _ disk: any Disk, with fold: Parlor, _ tables: any Disk, _ place: String
  ) {
    let here = room.storedParts(core, disk)
    let there = fold.rooms[room.number]?.storedParts(fold, tables) ?? []
    guard let index = here.indices.first(where: { !there.indices.contains($0) || here[$0] != there[$0] }) else {
      return
    }
    let found = there.indices.contains(index) ? there[index] : "missing"
    report(Self.foldInvariant, "\(room.name): \(here[index]) is \(found) \(place)")
  }
}

/// Omits snapshots that only repeat the facts before them.
private struct Snapshots {
  /// The number of facts after which such a snapshot is made.
  let facts: Int
  private var last: [Int64: Int] = [:]

  init(facts: Int) { self.facts = facts }

  mutating func without(_ records: [DocumentLine]) -> [DocumentLine] {
    // The rest after forgetting a player is in a snapshot only.
    let isForgotten = records.contains { PlayerDocument.isForgotten($0) || SnapshotLine($0)?.isRewritten == true }
    return records.filter { line in
      guard let snapshot = SnapshotLine(line) else { return true }
      defer { last[line.document.key] = snapshot.seq }
      guard !isForgotten, let before = last[line.document.key] else { return true }
      return snapshot.seq - before < facts
    }
  }
}

/// The snapshot line of a room.
private struct SnapshotLine {
  let seq: Int
  let isRewritten: Bool

  init?(_ line: DocumentLine) {
    guard line.document.kind == RoomDocument.number, let fact = try? JSON(parsing: line.bytes), fact["folded"] != nil,
      let seq = fact["seq"]?.intValue
    else { return nil }
    self.seq = seq
    isRewritten = fact["fact"] == "rewritten"
  }
}

extension Room {
  /// Whether no visit ends with the server, and midnight has no pending work. The server's own rooms are stored with
  /// their first event.
  fileprivate var isStoredWhole: Bool {
    dayBoards?.turn == nil && (mode.isPermanent ? !snapshotNeed.isUrgent : members.all.allSatisfy(\.player.canReturn))
  }

  /// The core's state as text: its snapshots, history windows and boards, those of the day also if they are not in
  /// memory. Players who cannot return are not stored.
  fileprivate func storedParts(_ core: Parlor, _ disk: any Disk) -> [String] {
    let loaded = seats.values.filter { $0.player.canReturn && $0.played.moveCount > 0 }
    let boards = loaded.map { part($0.player, $0.played, isDone: $0.isDone) } + unloadedParts(core, disk)
    let told = history.all.map { String(decoding: $0, as: UTF8.self) }.filter { !$0.contains(#""fact":"removed""#) }
    var snapshot = RoomSnapshot(self)
    let former = formerSeats.values.filter { $0.player.canReturn }.map(\.player.id)
    snapshot.former = snapshot.former.filter { $0.player.map(former.contains) ?? false }
    var json = JSONWriter()
    snapshot.write(to: &json)
    return ["seq \(seq)", String(decoding: json.bytes, as: UTF8.self)]
      + boards.sorted() + told
  }

  private func unloadedParts(_ core: Parlor, _ disk: any Disk) -> [String] {
    guard let daily else { return [] }
    return core.players.ids.compactMap(core.players.withID).filter(\.canReturn).flatMap { player in
      let queries = daily.queries(for: player).filter { $0.board.day == hub.today.number }
      return disk.answers(to: queries).compactMap { answer in
        switch (try? answer.get()) as? ReplayedBoard {
        case .played(let loaded):
          part(player, loaded.played, isDone: loaded.played.match.outcome(for: player.id) != nil)
        case .quarantined(let reason): "board of \(player.id.number): \(reason)"
        case nil: nil
        }
      }
    }
  }

  private func part(_ player: Player, _ played: PlayedMatch, isDone: Bool) -> String {
    "board of \(player.id.number): match \(played.id), \(played.moveCount) moves, \(played.match.stateHash), "
      + "done \(isDone)"
  }
}
