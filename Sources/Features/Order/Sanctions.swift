import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// The sanctions and moderators in force, and the acts: rooms and sessions ask it.
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

  /// Registers a request that is an act.
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

  /// A muted or excluded player stays so under an account that the same connection logs in to: otherwise anybody with
  /// an account would go on.
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

  /// Performs an act.
  ///
  /// - Parameter origin: newcomers from an address who are covered.
  func emit(_ act: Act, covering origin: StoredSanction.Origin? = nil, _ context: SessionContext) {
    record(act, covering: origin, context.server)
    context.log(act)
  }

  /// The newcomers who are covered with a player.
  func origin(of player: Player, _ context: some ParlorContext) -> StoredSanction.Origin? {
    StoredSanction.origin(of: player, seconds: context.limits.excludedAddressSeconds, at: context.now)
  }

  /// A player whom the moderator may act on; the operator may act on anybody.
  func subordinate(_ name: String, _ context: SessionContext) throws(WireError) -> Player {
    let player = try context.player(named: name)
    guard context.isOperator || !isModerator(player.id) else {
      throw WireError(.forbidden, "\(player.name) is a moderator, too: ask those who run the server")
    }
    return player
  }

  // MARK: - Forgetting

  /// Removes a player from acts and sanctions, except the part for newcomers from the player's address.
  private func forget(
    _ player: PlayerID, leaving origin: StoredSanction.Origin? = nil, _ context: some ParlorContext
  ) {
    guard document.state.mentions(player) else { return }
    let isCovering = document.state.coversNewcomers(for: player)
    context.emit(.forgot(player, leaving: isCovering ? origin : nil), on: document)
  }

  /// An inactive guest is deleted after this time.
  private static let guestMilliseconds: Int64 = 30 * 86_400_000

  /// A start: players who were deleted from storage are removed from acts. Storage does not have guests who cannot
  /// return, so those are removed by time, once no sanction on them is in force.
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
  /// The most acts about a player in an export.
  private static let mostActs = 100

  /// A player's sanctions and acts, without the moderators. Other players' reports are omitted, with their settlement.
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
