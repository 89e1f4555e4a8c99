import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// Who is kept out, silent, sent away or a moderator, and what was done: rooms and sessions ask.
final class Sanctions: Moderation {
  let document: Document<OrderDocument>

  init(_ document: Document<OrderDocument>) { self.document = document }

  func register(in kernel: Kernel) {
    kernel.provide(self as any Moderation)
    handle(Sanctions.ban, in: kernel)
    handle(Sanctions.disconnect, in: kernel)
    handle(Sanctions.silence, in: kernel)
    handle(Sanctions.sendAway, in: kernel)
    handle(Sanctions.hide, in: kernel)
    handle(Sanctions.removeShare, in: kernel)
    handle(Sanctions.appoint, in: kernel)
    kernel.react { [self] (asked: StatusCounts) in
      asked.add("bans", document.state.all(at: asked.context.now).count { $0.key.kind == .ban })
    }
    kernel.react { [self] (asked: PersonalRecords) in asked.add(document.state) }
    kernel.react { [self] (started: ServerStarted) in forgetThoseGone(started) }
    kernel.react { [self] (gone: PlayerGone) in
      if let player = gone.forgotten { forget(player.id, leaving: origin(of: player, gone), gone) }
    }
  }

  /// Takes in a request that is an act.
  private func handle<Read: WireRequest>(
    _ method: @escaping (Sanctions) -> (Read, SessionContext) throws(WireError) -> Void, in kernel: Kernel
  ) {
    kernel.handleInSession { [self] (request: Read, context) throws(WireError) in
      try document.checkSound()
      try method(self)(request, context)
    }
  }

  // MARK: - What the core asks

  func ban(of address: String, at now: Instant) -> Sanction? { document.state.ban(of: address, at: now)?.sanction }

  func ban(of player: PlayerID, at now: Instant) -> Sanction? { document.state.ban(of: player, at: now)?.sanction }

  func mute(of player: Player, inOwnRoom: Bool, at now: Instant) -> Sanction? {
    document.state.mute(of: player, inOwnRoom: inOwnRoom, at: now)?.sanction
  }

  func absence(of player: Player, from room: String, at now: Instant) -> Sanction? {
    document.state.absence(of: player, from: room, at: now)?.sanction
  }

  func isModerator(_ player: PlayerID) -> Bool { document.state.isModerator(player) }

  func kindsInForce(against player: PlayerID, at now: Instant) -> [String] {
    let own = document.state.all(at: now).filter { $0.key.player == player && $0.key.kind != .moderator }
    return Set(own.map(\.key.kind.rawValue)).sorted()
  }

  /// Whoever is silent, or was sent away, is so as well under the name of an account that the same connection logs in
  /// to: else anybody who has one would talk on.
  func carry(from player: Player, to account: Player, _ server: ServerContext) {
    guard document.state.follows(player.id, at: server.now), !isModerator(account.id), !document.isDamaged else {
      return
    }
    server.emit(.followed(player.id, to: account.id), on: document)
    server.log("measures_followed", ["player": .string(player.name), "to": .string(account.name)])
  }

  // MARK: - Acts

  var nextAct: Int64 { document.state.lastAct &+ 1 }

  func record(_ act: Act, _ server: ServerContext) { record(act, covering: nil, server) }

  private func record(_ act: Act, covering origin: StoredSanction.Origin?, _ server: ServerContext) {
    server.emit(.acted(act, covering: origin), on: document)
    let surplus = document.state.acts.count - server.limits.acts
    if surplus > 0 { server.emit(.dropped(before: document.state.acts[surplus].number), on: document) }
  }

  func checkSound() throws(WireError) { try document.checkSound() }

  /// Does an act.
  ///
  /// - Parameter origin: newcomers from an address who are meant, too.
  func emit(_ act: Act, covering origin: StoredSanction.Origin? = nil, _ context: SessionContext) {
    record(act, covering: origin, context.server)
    context.log(act)
  }

  /// Where newcomers come from who are meant with a player.
  func origin(of player: Player, _ context: some ParlorContext) -> StoredSanction.Origin? {
    StoredSanction.origin(of: player, seconds: context.limits.excludedAddressSeconds, at: context.now)
  }

  /// A player whom a moderator may do something about; the operator may do so about anybody.
  func subordinate(_ name: String, _ context: SessionContext) throws(WireError) -> Player {
    let player = try context.player(named: name)
    guard context.isOperator || !isModerator(player.id) else {
      throw WireError(.forbidden, "\(player.name) is a moderator, too: ask those who run the server")
    }
    return player
  }

  // MARK: - Forgetting

  /// Nothing that was done names a player any more, nor is anything in force against one, but for newcomers from where
  /// the player was.
  private func forget(
    _ player: PlayerID, leaving origin: StoredSanction.Origin? = nil, _ context: some ParlorContext
  ) {
    guard document.state.mentions(player) else { return }
    let isCovering = document.state.coversNewcomers(for: player)
    context.emit(.forgot(player, leaving: isCovering ? origin : nil), on: document)
  }

  /// A guest who did nothing for so long is gone for good.
  private static let guestMilliseconds: Int64 = 30 * 86_400_000

  /// A start: whom storage knows no more no act names either. Storage knows no guest who cannot come back, so that
  /// those are forgotten by time, once nothing is in force against them.
  private func forgetThoseGone(_ started: ServerStarted) {
    guard !document.isDamaged else { return }
    var last: [PlayerID: Act] = [:]
    for act in document.state.acts {
      for player in act.named where !started.knows(player) { last[player] = act }
    }
    let latest = started.now.adding(milliseconds: -Self.guestMilliseconds)
    let inForce = Set(document.state.all(at: started.now).map(\.key.player))
    for (player, act) in last.sorted(by: { $0.key < $1.key }) {
      let isGuest = act.player == player && act.isAboutGuest
      if !isGuest || act.at < latest && !inForce.contains(player) { forget(player, started) }
    }
  }
}

extension PersonalRecords {
  /// The newest acts about a player that an export has.
  private static let mostActs = 100

  /// What is in force against the player and what was done, without who has done it. What others have reported is left
  /// out, and so is what became of it.
  fileprivate func add(_ state: OrderState) {
    for sanction in state.all(at: now) where sanction.key.player == player.id {
      add("measure") { json in
        json.field("kind", sanction.key.kind.rawValue)
        json.field("target", ifPresent: sanction.key.target.isEmpty ? nil : sanction.key.target)
        json.field("since_ms", Int(sanction.since.milliseconds))
        json.field("until_ms", ifPresent: sanction.until.map { Int($0.milliseconds) })
        json.field("reason", ifPresent: sanction.reason)
      }
    }
    for act in state.page(of: player.id, before: nil, limit: Self.mostActs).acts where act.kind != .settleReport {
      add("act") { json in
        json.field("act", act.kind.rawValue)
        json.field("at_ms", Int(act.at.milliseconds))
        json.field("target", ifPresent: act.target)
        json.field("until_ms", ifPresent: act.until.map { Int($0.milliseconds) })
        json.field("text", ifPresent: act.text)
      }
    }
  }
}
