import GameKit
import Kernel
import WireProtocol

/// The document that holds what those who keep order have done, and what of it is in force: one on a server.
enum OrderDocument: ResidentKind {
  static let number: UInt8 = 10
  static let name = "acts and measures"

  static func initialState(_ key: Int64) -> OrderState { OrderState() }
  static func apply(_ fact: OrderFact, to state: inout OrderState) { state.apply(fact) }
  static func write(_ fact: OrderFact, to line: inout JSONWriter) { fact.write(to: &line) }
  static func read(_ line: JSONView) -> OrderFact? { OrderFact(line) }

  static func pack(_ state: OrderState) -> [OrderFact] {
    state.acts.map { .kept($0) } + state.sanctionsInOrder.map { .began($0) }
  }
}

extension Hub {
  /// Lets a change happen.
  func change(_ fact: OrderFact) { order.emit(fact, through: self) }

  /// Nothing that was done names a player any more, nor is anything in force against one, but for newcomers from where
  /// the player was.
  ///
  /// - Returns: whether there was anything.
  func forgetMeasures(against player: PlayerID, leaving origin: StoredSanction.Origin? = nil) -> Bool {
    guard order.state.mentions(player) else { return false }
    change(.forgot(player, leaving: order.state.coversNewcomers(for: player) ? origin : nil))
    return true
  }
}

extension Parlor {
  /// A guest who did nothing for so long is gone for good.
  private static let guestMilliseconds: Int64 = 30 * 86_400_000

  /// A start: whom storage knows no more no act names either. Storage knows no guest who cannot come back, so that
  /// those are forgotten by time, once nothing is in force against them.
  ///
  /// - Parameter damaged: whose rows cannot be read, so that they are not gone.
  func forgetMeasures(besides damaged: Set<PlayerID>) {
    guard !hub.order.isDamaged else { return }
    var last: [PlayerID: StoredAct] = [:]
    for act in hub.order.state.acts {
      for player in act.named where !players.contains(player) && !damaged.contains(player) { last[player] = act }
    }
    let latest = hub.now.adding(milliseconds: -Self.guestMilliseconds)
    let inForce = Set(hub.order.state.all(at: hub.now).map(\.key.player))
    for (player, act) in last.sorted(by: { $0.key < $1.key }) {
      let isGuest = act.player == player && act.name?.hasPrefix(KnownNames.guestPrefix) == true
      if !isGuest || act.at < latest && !inForce.contains(player) { _ = hub.forgetMeasures(against: player) }
    }
  }
}
