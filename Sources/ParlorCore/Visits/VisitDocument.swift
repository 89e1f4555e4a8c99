internal import GameKit
public import Kernel
public import WireProtocol

/// When a player was here and in which rooms: one document a player, the newest of some days. Rooms and connections are
/// counted apart, so that neither makes the others go; what is left out of either becomes a ``Visit/Gap``.
///
/// The core appends to it and never loads it: storage reads it for ``Query/timeline(_:from:to:limit:)``.
public enum VisitDocument: DocumentKind {
  public enum Fact: Hashable, Sendable {
    case happened(Visit)
    /// What happened before a time is kept no more.
    case expired(before: Instant)
  }

  public struct State: Hashable, Sendable {
    /// The newest last.
    public fileprivate(set) var visits: [Visit] = []

    /// Puts one gap in the place of what is more than ``mostVisits`` of a group, and of gaps before that. The first
    /// coming from each of some addresses stays: somebody who comes over and over does not hide who else came.
    fileprivate mutating func trim(_ group: Visit.Group) {
      guard visits.count > mostVisits else { return }
      var addresses: Set<String> = []
      let own = visits.indices.filter { index in
        guard visits[index].group == group else { return false }
        guard let from = visits[index].from, addresses.count < VisitCounter.mostPerHour else { return true }
        return !addresses.insert(from).inserted
      }
      let kept = own.filter { visits[$0].gap == nil }
      guard kept.count > mostVisits else { return }
      let gone = own.prefix { $0 < kept[kept.count - mostVisits] }
      guard let first = gone.first else { return }
      let gap = Visit(
        omitting: gone.reduce(0) { $0 + (visits[$1].gap?.count ?? 1) }, of: group,
        from: gone.map { visits[$0].at }.min() ?? visits[first].at,
        to: gone.map { visits[$0].end }.max() ?? visits[first].end)
      for index in gone.reversed() { visits.remove(at: index) }
      visits.insert(gap, at: first)
    }
  }

  /// So many of connections, and as many of rooms, are kept of a player, besides the first comings from addresses.
  static let mostVisits = 200

  public static let number: UInt8 = 17
  public static let name = "visits"
  public static let belongsToPlayer = true

  public static func initialState(_ key: Int64) -> State { State() }

  public static func apply(_ fact: Fact, to state: inout State) {
    switch fact {
    case .happened(let visit):
      // A gap grows: what is stored last of it is all of it.
      if visit.gap != nil { state.visits.removeAll { $0.gap != nil && $0.group == visit.group && $0.at == visit.at } }
      state.visits.append(visit)
      state.trim(visit.group)
    case .expired(let time):
      state.visits.removeAll { $0.end < time }
      for index in state.visits.indices where state.visits[index].at < time { state.visits[index].at = time }
    }
  }

  /// What has expired is to be gone from the files as well, however seldom the player comes.
  public static let packingFact: String? = "expired"

  public static func write(_ fact: Fact, to line: inout JSONWriter) {
    switch fact {
    case .happened(let visit):
      line.fact("visit")
      visit.write(to: &line)
    case .expired(let time):
      line.fact("expired")
      line.field("before", time)
    }
  }

  public static func read(_ line: JSONView) -> Fact? {
    switch line["fact"]?.string {
    case "visit": Visit(line).map { .happened($0) }
    case "expired": line.time("before").map { .expired(before: $0) }
    default: nil
    }
  }

  public static func pack(_ state: State) -> [Fact] { state.visits.map { .happened($0) } }
}
