import GameKit
import Kernel
import WireProtocol

@testable import Channel
@testable import ParlorCore

/// The channel on the simulated disk: shares and reactions.
struct SimulatedChannel: SimulatedTables {
  static let namingForm: DocumentForm? = DocumentForm(ShareDocument.self)

  private var shares: [Int64: StoredShare] = [:]
  private var reactions: [Int64: [(player: PlayerID, emoji: String)]] = [:]
  private var last: Int64 = 0
  private let plant: Plant?

  init(plant: Plant?) { self.plant = plant }

  var lastKeys: [UInt8: Int64] { [ShareDocument.number: last] }

  /// - Returns: the inconsistency, if any.
  mutating func follow(_ line: DocumentLine) -> String? {
    guard line.document.kind == ShareDocument.number else { return nil }
    let id = line.document.key
    switch ShareDocument.fact(of: line.bytes, with: JSONDocument()) {
    case .shared(let share):
      defer { last = max(last, share.id) }
      if share.id <= last { return "share \(share.id) after \(last)" }
      let isTwice = shares.values.contains { other in
        other.player == share.player && other.game == share.game && other.match == share.match
          && other.claim == share.claim
      }
      if isTwice, plant != .keepsShares {
        return "\(share.player) shares \(share.game) \(share.match ?? 0)/\(share.claim ?? 0) twice"
      }
      if plant != .losesShares || share.id % 3 > 0 { shares[share.id] = share }
    case .withdrawn:
      if plant != .keepsShares { remove(id) }
    case .reacted(let player, let reaction):
      if plant != .addsReactions { reactions[id]?.removeAll { $0.player == player } }
      if let reaction, shares[id] != nil { reactions[id, default: []].append((player, reaction.rawValue)) }
    case nil: return "line of share \(id) that cannot be read"
    }
    return nil
  }

  /// Whether a planted bug loses a line.
  func loses(_ line: DocumentLine) -> Bool {
    guard let plant, line.document.kind == ShareDocument.number else { return false }
    return switch ShareDocument.fact(of: line.bytes, with: JSONDocument()) {
    case .shared: plant == .losesShares && line.document.key % 3 == 0
    case .withdrawn: plant == .keepsShares
    default: false
    }
  }

  private mutating func remove(_ id: Int64) {
    shares[id] = nil
    reactions[id] = nil
  }

  mutating func forget(_ player: PlayerID) {
    for id in shares.values.filter({ $0.player == player }).map(\.id) { remove(id) }
    for id in reactions.keys { reactions[id]?.removeAll { $0.player == player } }
  }

  func answer(to query: any StoredQuery, _ company: Company) -> (any Sendable)? {
    switch query {
    case let query as ShareableMatchQuery:
      guard let match = company.finishedMatch(query.finished) else { return ShareableMatchQuery.Answer() }
      let share = shares.values.first {
        $0.player == query.finished.player && $0.match == match.history.match.id
      }
      return ShareableMatchQuery.Answer(match: match, share: plant == .overlooksShares ? nil : share?.id)
    case is ClaimBoardQuery: return [LeaderboardEntry]()
    // An answer, also if there is no such share.
    case let query as ShareQuery: return share(query, company) as any Sendable
    case let query as SharesQuery:
      let filter = query.filter
      let fitting = shares.values.filter { share in
        share.id < query.before ?? .max && filter.game.map { $0 == share.game } ?? true
          && filter.day.map { $0 == share.day } ?? true && filter.player.map { $0 == share.player } ?? true
      }
      let found = fitting.sorted { $0.id > $1.id }.compactMap { seen($0, query.viewer, company) }
      return Page(found, limit: query.limit)
    case let query as ClaimQuery:
      let claims = shares.values.filter { $0.player == query.player && $0.game == query.game && $0.claim != nil }
      let earlier = plant == .overlooksClaims ? nil : claims.first { $0.claim == query.puzzle }
      return ClaimQuery.Answer(earlier: earlier?.id, today: claims.count { $0.day == query.today })
    default: return nil
    }
  }

  private func share(_ query: ShareQuery, _ company: Company) -> SharedMatch? {
    guard let share = shares[query.share], let seen = seen(share, query.viewer, company) else { return nil }
    let history = share.match.flatMap(company.history)
    let hasFinished =
      history.flatMap { history in
        history.match.round.map { company.hasFinished(query.viewer, history.match.room, $0) }
      } ?? false
    return SharedMatch(
      seen: seen, match: history.map { query.replayer.replay($0) },
      viewerHasFinished: hasFinished || plant == .revealsToAll)
  }

  private func seen(_ share: StoredShare, _ viewer: PlayerID, _ company: Company) -> SeenShare? {
    guard let player = company.player(share.player) else { return nil }
    let answers = reactions[share.id] ?? []
    var counts: [String: Int] = [:]
    for answer in answers { counts[answer.emoji, default: 0] += 1 }
    return SeenShare(
      share: share, name: player.name, isBot: player.isBot, reactions: counts,
      own: answers.last { $0.player == viewer }?.emoji)
  }
}
