import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// The operator's look-ups: sessions, sanctions, acts.
///
/// No answer waits for storage: they are needed most when the disk is full.
final class OrderRecords {
  private let document: Document<OrderDocument>

  init(_ document: Document<OrderDocument>) { self.document = document }

  private var state: OrderState { document.state }

  func register(in kernel: Kernel) {
    kernel.handleInSession(sendOnline)
    kernel.handleInSession(inspect)
    kernel.handleInSession(sendMeasures)
    kernel.handleInSession(sendAudit)
  }

  private func sendOnline(_ request: Request.Online, _ context: SessionContext) throws(WireError) {
    var shown = context.sessions
    if let whom = request.whom {
      if let block = AddressBlock(whom) {
        shown.removeAll { other in AddressBlock(other.address).map { !block.contains($0) } ?? true }
      } else {
        let player = try context.player(named: whom)
        shown.removeAll { $0.player !== player }
      }
    }
    let entries = shown.map { other in
      OnlineAnswer.Entry(
        player: other.player.name, address: other.address, rooms: other.rooms.map(\.name),
        marks: marks(of: other.player, context))
    }
    let sorted = entries.sorted { ($0.player, $0.address) < ($1.player, $1.address) }
    context.answer(
      OnlineAnswer(sessions: Array(sorted.prefix(OnlineAnswer.mostSessions)), count: sorted.count), after: 0)
  }

  private func inspect(_ request: Request.Inspect, _ context: SessionContext) throws(WireError) {
    let player = try context.player(named: request.player)
    let own = state.all(at: context.now).filter { $0.key.player == player.id && $0.key.kind != .moderator }
    let ofAddress = player.address.flatMap { state.ban(of: $0, at: context.now) }
    let answer = InspectAnswer(
      player: player.name, marks: marks(of: player, context), isHere: context.session(of: player.id) != nil,
      address: player.address, rooms: context.rooms(of: player).map(\.name),
      sinceMilliseconds: player.isStored ? Int(player.kept.createdAt.milliseconds) : nil,
      tokens: player.kept.tokens.count, hasPassword: player.kept.verifier != nil,
      measures: (own + [ofAddress].compactMap { $0 }).map { shown($0, context) },
      acts: state.page(of: player.id, before: nil, limit: 10).acts.map(\.shown))
    context.answer(answer, after: 0)
  }

  /// The marks of a player.
  private func marks(of player: Player, _ context: SessionContext) -> [String] {
    var marks: [String] = []
    if context.session(of: player.id)?.isOperator == true {
      marks.append("operator")
    } else if player.isGuest {
      marks.append("guest")
    }
    if player.isBot { marks.append("bot") }
    if state.isModerator(player.id) { marks.append("moderator") }
    if state.mute(of: player, inOwnRoom: true, at: context.now) != nil { marks.append("muted") }
    if state.ban(of: player.id, at: context.now) != nil { marks.append("banned") }
    return marks
  }

  private func sendMeasures(_ request: Request.Measures, _ context: SessionContext) {
    var measures = state.all(at: context.now).filter { ($0.key.kind == .moderator) == request.moderators }
      .map { shown($0, context) }
    if request.moderators { measures.sort { $0.player ?? "" < $1.player ?? "" } }
    context.answer(
      ShownMeasures(message: MeasuresAnswer(measures: measures), areModerators: request.moderators), after: 0)
  }

  private func shown(_ sanction: StoredSanction, _ context: SessionContext) -> ShownMeasure {
    ShownMeasure(
      kind: sanction.key.kind.rawValue,
      player: sanction.key.player.map {
        context.name(of: $0) ?? sanction.origin?.guest ?? KnownNames.forgotten
      },
      target: sanction.key.target.isEmpty ? nil : sanction.key.target,
      sinceMilliseconds: Int(sanction.since.milliseconds),
      untilMilliseconds: sanction.until.map { Int($0.milliseconds) }, reason: sanction.reason)
  }

  private func sendAudit(_ audit: Request.Audit, _ context: SessionContext) throws(WireError) {
    let player = try audit.player.map { name throws(WireError) in try context.player(named: name).id }
    let page = state.page(of: player, before: audit.after.map { Int64($0) }, limit: audit.limit)
    let acts = page.acts.map(\.shown)
    context.answer(AuditAnswer(acts: acts, next: page.more ? acts.last?.number : nil), after: 0)
  }
}
