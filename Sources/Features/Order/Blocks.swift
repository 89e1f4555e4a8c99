import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// The players that each player has blocked. Nobody else is told, least of all the blocked player.
final class Blocks: Blocking {
  private let document: Document<SafetyDocument>

  init(_ document: Document<SafetyDocument>) { self.document = document }

  func register(in kernel: Kernel) {
    kernel.provide(self as any Blocking)
    kernel.handleInSession { [self] (request: Request.Block, context) throws(WireError) in try block(request, context) }
    kernel.react { [self] (started: ServerStarted) in
      let blocks = document.state.blocks
      for player in Set(blocks.flatMap { [$0.key] + $0.value }).sorted() where !started.knows(player) {
        started.emit(.forgotBlocks(of: player), on: document)
      }
    }
    // A player who cannot return, or is forgotten, blocks nobody and need not be blocked.
    kernel.react { [self] (gone: PlayerGone) in
      if document.state.hasBlocks(of: gone.player) { gone.emit(.forgotBlocks(of: gone.player), on: document) }
    }
    kernel.react { [self] (asked: PersonalRecords) in
      for name in (document.state.blocks[asked.player.id] ?? []).compactMap({ asked.name(of: $0) }) {
        asked.add("block") { $0.field("player", name) }
      }
    }
  }

  func blockers(of author: PlayerID) -> Set<PlayerID>? { document.state.blockers(of: author) }

  private func block(_ request: Request.Block, _ context: SessionContext) throws(WireError) {
    let player = context.player
    guard let name = request.player else {
      return context.answer(BlockAnswer(players: blocked(by: player, context)))
    }
    let other = try context.player(named: name)
    guard other !== player else { throw WireError(.badField, "You cannot block yourself") }
    let isKnown = document.state.blocks(player.id, other.id)
    let most = context.limits.blocksPerPlayer
    if request.blocked, !isKnown, blocked(by: player, context).count >= most {
      throw WireError(
        .tooMany, .block, "You have blocked \(most) players, as many as one may: /unblock one first")
    }
    if request.blocked != isKnown {
      try document.checkSound()
      context.keep(player)
      context.keep(other)
      context.emit(
        request.blocked ? .blocked(player.id, other: other.id) : .unblocked(player.id, other: other.id), on: document)
      if request.blocked { context.announceBlock(of: other.id) }
    }
    context.answer(
      ShownBlocking(
        message: BlockAnswer(players: blocked(by: player, context)), player: other.name, isBlocked: request.blocked,
        wasBlocked: isKnown))
  }

  private func blocked(by player: Player, _ context: SessionContext) -> [String] {
    (document.state.blocks[player.id] ?? []).compactMap { context.player($0)?.name }
  }
}
