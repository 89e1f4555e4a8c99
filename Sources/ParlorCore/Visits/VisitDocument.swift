internal import GameKit
public import Kernel
public import WireProtocol

/// A player's visits and rooms: one document per player, the newest of some days. Rooms and connections are limited
/// separately, so that neither displaces the other; omitted ones become a ``Visit/Gap``.
///
/// The core appends to it and never loads it: storage reads it for ``Query/timeline(_:from:to:limit:)``.
public enum VisitDocument: DocumentKind {
  public enum Fact: Hashable, Sendable {
    case happened(Visit)
    /// Visits before a time are deleted.
    case expired(before: Instant)
  }

  public struct State: Hashable, Sendable {
    /// The newest last.
    public fileprivate(set) var visits: [Visit] = []

    /// Replaces the visits of a group beyond ``mostVisits``, and earlier gaps, by one gap. The first one from each of
    /// some addresses stays: repeated visits do not hide others.
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

  /// The most visits of connections, and as many of rooms, besides the first ones from addresses.
  static let mostVisits = 200

  public static let number: UInt8 = 17
  public static let name = "visits"
  public static let belongsToPlayer = true

  public static func initialState(_ key: Int64) -> State { State() }

  public static func apply(_ fact: Fact, to state: inout State) {
    switch fact {
    case .happened(let visit):
      // A gap grows: its last stored form is complete.
      if visit.gap != nil { state.visits.removeAll { $0.gap != nil && $0.group == visit.group && $0.at == visit.at } }
      state.visits.append(visit)
      state.trim(visit.group)
    case .expired(let time):
      state.visits.removeAll { $0.end < time }
      for index in state.visits.indices where state.visits[index].at < time { state.visits[index].at = time }
    }
  }

  /// Expired visits must be removed from the files as well, however rarely the player comes.
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
