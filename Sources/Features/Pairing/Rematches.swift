import GameKit
import ParlorCore
import WireProtocol

/// Rematch requests, by room.
final class Rematches {
  private struct Wish {
    let round: Int
    var players: Set<PlayerID> = []
  }

  private var wishes: [Int64: Wish] = [:]

  func ask(_ name: String?, _ context: SessionContext) throws(WireError) {
    let room = try context.room(name)
    try context.checkNextRound(in: room)
    var wish = wishes[room.number] ?? Wish(round: room.round)
    if wish.round != room.round { wish = Wish(round: room.round) }
    let isNew = wish.players.insert(context.player.id).inserted
    let seated = room.seated
    let missing = seated.filter { !wish.players.contains($0.id) }
    guard !missing.isEmpty else {
      try context.beginNextRound(in: room)
      return forget(room.number)
    }
    wishes[room.number] = wish
    let message = RematchAnswer(
      room: room.name, wanted: seated.filter { wish.players.contains($0.id) }.map(\.name),
      missing: missing.map(\.name))
    context.answer(message)
    if isNew { context.tellOthers(in: room, message, by: context.player.id) }
  }

  func forget(_ room: Int64) { wishes[room] = nil }
}
