import GameKit
import Kernel
import WireProtocol

@testable import ParlorCore

/// The part of a core that must equal that of one restored from storage, which is a fold of the log.
enum Snapshot {
  /// Rooms with their numbers, rounds, boards and history windows; names and tokens of players who can return.
  static func of(_ parlor: Parlor, players: [PlayerID], without visited: Set<String>) -> [String] {
    var lines = parlor.kernel.packed().map { String(decoding: $0.bytes, as: UTF8.self) }
    for room in parlor.rooms.all.sorted(by: { $0.name < $1.name }) where !visited.contains(room.name) {
      lines.append("room \(room.name) seq \(room.seq) owner \(name(room.owner))")
      lines += room.history.all.map { "  told \(String(decoding: $0, as: UTF8.self))" }
        .filter { !$0.contains(#""fact":"removed""#) }
      if room.plan.game != nil, !room.mode.isPermanent {
        lines.append("  round \(room.rounds.number) playing \(room.isPlaying)")
      }
      let members = room.members.all.filter { $0.player.canReturn && !room.mode.isPermanent }
      for member in members.sorted(by: { $0.player.id < $1.player.id }) {
        let isMuted = room.state.muted.contains(member.player.id)
        lines.append("  member \(member.player.name) watching \(member.isWatching) muted \(isMuted)")
      }
      for seat in room.seats.values.sorted(by: { $0.player.id < $1.player.id })
      where seat.player.canReturn && (seat.played.moveCount > 0 || !room.mode.isPermanent) {
        let words = room.view.board(at: seat).rows.map(\.letters).joined(separator: " ")
        lines.append("  seat \(seat.player.name) done \(seat.isDone) match \(seat.played.id) \(words)")
        if let scope = room.scope { lines.append("    knows \(parlor.hub.mayKnow(seat.player, scope))") }
      }
    }
    for id in players {
      guard let player = parlor.players.withID(id), player.canReturn else { continue }
      lines.append("player \(player.id.number) \(player.name) guest \(player.isGuest) bot \(player.isBot)")
      lines.append("  theme \(player.theme)")
      lines.append("  tokens \(player.tokens.map(\.hex)) \(player.verifier ?? "")")
    }
    return lines
  }

  /// A restart ends a guest's visit, which may end the round or the room.
  static func visitedRooms(_ parlor: Parlor) -> Set<String> {
    let rooms = parlor.rooms.all.filter { room in
      !room.mode.isPermanent && !room.members.all.allSatisfy { $0.player.canReturn }
    }
    return Set(rooms.map(\.name))
  }

  private static func name(_ player: Player?) -> String { player.flatMap { $0.canReturn ? $0.name : nil } ?? "nobody" }
}
