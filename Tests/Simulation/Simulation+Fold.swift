import GameKit
import WireProtocol

@testable import ParlorCore

/// What the core holds is a fold of what is stored: whoever starts from that finds the same rooms, boards and events.
extension Simulation {
  static let foldInvariant = "what is stored is what the core holds"

  /// Compares them while nothing waits to be stored.
  ///
  /// - Returns: whether there was something to compare.
  func compareWithFold(_ core: Parlor, _ configuration: ServerConfiguration) throws -> Bool {
    guard fault == nil, disk is MemoryDisk, core.hub.journal.ticket == 0 else { return false }
    let fold = Parlor(configuration, restoring: try disk.load(at: wall, today: today), now: core.hub.now)
    guard fold.hub.today == core.hub.today else { return false }
    let rooms = core.rooms.all.filter(\.isStoredWhole).sorted { $0.number < $1.number }
    for room in rooms {
      let (here, there) = (room.storedParts, fold.rooms[room.number]?.storedParts ?? [])
      guard let index = here.indices.first(where: { !there.indices.contains($0) || here[$0] != there[$0] }) else {
        continue
      }
      let other = there.indices.contains(index) ? there[index] : "missing"
      report(Self.foldInvariant, "\(room.name): \(here[index]) is \(other) in what is stored")
    }
    for room in fold.rooms.all where !room.plan.isPermanent && core.rooms[room.number] == nil {
      report(Self.foldInvariant, "\(room.name) is gone, and not in what is stored")
    }
    return !rooms.isEmpty
  }
}

extension Room {
  /// Whether nobody is there whose visit ends with the server, and midnight has nothing left to do. One of the server's own
  /// is stored with the first thing that happens there.
  fileprivate var isStoredWhole: Bool {
    dayTurn == nil && (plan.isPermanent ? !isRowStale : members.all.allSatisfy(\.player.canReturn))
  }

  /// What there is of it, as text: its row, what those who resume are told, and its boards.
  fileprivate var storedParts: [String] {
    let boards = seats.values.filter { $0.player.canReturn && $0.played.moveCount > 0 }
      .sorted { $0.player.id < $1.player.id }
    let told = log.all.filter { !$0.isRemoved }.map { String(decoding: RoomEvent.encode([$0]), as: UTF8.self) }
    return ["seq \(seq)", String(decoding: row().body, as: UTF8.self)]
      + boards.map { seat in
        "board of \(seat.player.id.number): match \(seat.played.id), \(seat.played.moveCount) moves, "
          + "\(seat.played.match.stateHash), done \(seat.isDone)"
      } + told
  }
}
