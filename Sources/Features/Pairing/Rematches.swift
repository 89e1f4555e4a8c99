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
    // Who wanted it and has lost the connection since would lose the match.
    func isMissing(_ player: Player) -> Bool {
      !wish.players.contains(player.id) || context.session(of: player.id) == nil
    }
    let missing = room.seated.filter(isMissing)
    guard !missing.isEmpty else {
      try context.beginNextRound(in: room)
      return forget(room.number)
    }
    wishes[room.number] = wish
    let message = RematchAnswer(
      room: room.name, wanted: room.seated.filter { !isMissing($0) }.map(\.name), missing: missing.map(\.name))
    context.answer(message)
    if isNew { context.tellOthers(in: room, message, by: context.player.id) }
  }

  func forget(_ room: Int64) { wishes[room] = nil }
}
