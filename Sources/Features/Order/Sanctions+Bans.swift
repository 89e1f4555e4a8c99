import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// Banning players and address ranges, and ending sessions.
extension Sanctions {
  /// The subject of a ban.
  private enum Subject {
    case player(Player)
    case block(AddressBlock)
  }

  /// A guest is only found by address: every new connection is another guest.
  private func subject(_ whom: String, _ context: SessionContext) throws(WireError) -> Subject {
    if let block = AddressBlock(whom) { return .block(block) }
    guard !AddressBlock.isMeant(by: whom) else {
      throw WireError(.badField, "No address and no range: write 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48")
    }
    let player = try context.player(named: whom)
    guard player.isGuest else { return .player(player) }
    guard let address = player.address, let block = AddressBlock(address) else {
      throw WireError(.notFound, .player, "\(player.name) is a guest, of whom no address is known")
    }
    return .block(block)
  }

  func ban(_ request: Request.Ban, _ context: SessionContext) throws(WireError) {
    guard request.banned else { return try unban(request, context) }
    let why = try context.reason(request.measure.reason)
    let until = request.measure.end(from: context.now)
    switch try subject(request.measure.whom, context) {
    case .player(let player):
      let act = context.act(.ban, player: player, until: until, text: why)
      emit(act, context)
      let other = context.session(of: player.id)
      if let other, let ban = ban(of: player.id, at: context.now) {
        other.sendOff(with: ban.refusal("\(player.name) is kept out of this server", at: context.now))
      }
      context.giveUpPlaces(of: player)
      context.answer(DoneAnswer(act: act.shown, count: other == nil ? 0 : 1, address: player.address))
    case .block(let block):
      guard document.state.blockCount < OrderState.mostBlocks else {
        throw WireError(.badField, "At most \(OrderState.mostBlocks) address ranges may be banned: unban some")
      }
      let act = context.act(.ban, player: nil, target: block.text, until: until, text: why)
      emit(act, context)
      let those = those(from: block, context)
      for other in those {
        guard let ban = ban(of: other.address, at: context.now) else { continue }
        other.sendOff(with: ban.refusal("Your address is kept out of this server", at: context.now))
      }
      context.answer(DoneAnswer(act: act.shown, count: those.count))
    }
  }

  private func unban(_ request: Request.Ban, _ context: SessionContext) throws(WireError) {
    let key: StoredSanction.Key
    var player: Player?
    if let block = AddressBlock(request.whom) {
      key = StoredSanction.Key(.ban, player: nil, target: block.text)
    } else {
      let known = try context.player(named: request.whom)
      player = known
      key = StoredSanction.Key(.ban, player: known.id)
    }
    guard document.state[key, at: context.now] != nil else {
      let covering = player == nil ? document.state.ban(of: key.target, at: context.now)?.key.target : nil
      throw WireError(
        .notFound, .player,
        "\(player?.name ?? key.target) is not banned"
          + (covering.map { " by itself: unban \($0), which it lies in" } ?? "; bans lists who is"))
    }
    let act = context.act(.unban, player: player, target: player == nil ? key.target : nil, text: nil)
    emit(act, context)
    context.answer(act)
  }

  func disconnect(_ request: Request.Disconnect, _ context: SessionContext) throws(WireError) {
    let why = try context.reason(request.measure.reason)
    let (those, act): ([SessionContext], Act)
    if let block = AddressBlock(request.measure.whom) {
      those = self.those(from: block, context)
      act = context.act(.disconnect, player: nil, target: block.text, text: why)
    } else {
      let player = try context.player(named: request.measure.whom)
      those = context.sessions.filter { $0.player === player && !$0.isOperator }
      act = context.act(.disconnect, player: player, text: why)
    }
    guard !those.isEmpty else { throw WireError(.notFound, .player, "Nobody of those is here") }
    emit(act, context)
    let sentence = "Those who run the server have ended your session" + (why.map { ": \($0)" } ?? "")
    for other in those { other.sendOff(with: WireError(.kicked, sentence)) }
    context.answer(DoneAnswer(act: act.shown, count: those.count))
  }

  /// The sessions from a range; a console has no address.
  private func those(from block: AddressBlock, _ context: SessionContext) -> [SessionContext] {
    context.sessions.filter { other in
      !other.isOperator && AddressBlock(other.address).map { block.contains($0) } == true
    }
  }
}

extension Measure {
  /// The end of a sanction that begins at a moment.
  func end(from now: Instant) -> Instant? { term.seconds.map { now.adding(milliseconds: Int64($0) * 1000) } }
}
