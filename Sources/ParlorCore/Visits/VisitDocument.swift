internal import GameKit
public import Kernel
public import WireProtocol

/// When a player was here and in which rooms: one document a player, the newest of some days.
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
  }

  /// So many are kept of a player.
  static let mostVisits = 200

  public static let number: UInt8 = 17
  public static let name = "visits"
  public static let belongsToPlayer = true

  public static func initialState(_ key: Int64) -> State { State() }

  public static func apply(_ fact: Fact, to state: inout State) {
    switch fact {
    case .happened(let visit):
      state.visits.append(visit)
      state.visits.removeFirst(max(0, state.visits.count - mostVisits))
    case .expired(let time): state.visits.removeAll { $0.at < time }
    }
  }

  /// What has expired is to be gone from the files as well, however seldom the player comes.
  public static func packs(with fact: Fact) -> Bool { if case .expired = fact { true } else { false } }

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

extension Hub {
  /// For how many days visits are kept: where nothing is durable, for none.
  var visitsDays: Int { isDurable ? limits.visitsDays : 0 }

  /// Of one player no more is kept in an hour: a client that connects in a loop fills no disk.
  private static let mostVisitsPerHour = 60

  /// Keeps that a player came, went, or entered or left a room. Guests whom nobody can come back to are not kept.
  func keep(_ visit: @autoclosure () -> Visit, of player: Player) {
    guard visitsDays > 0, player.isStored, player.canReturn, !isReading, !journal.isStalled(at: now),
      player.session?.isOperator != true
    else { return }
    let hour = now.milliseconds / 3_600_000
    if player.visits.hour != hour { player.visits = (hour, 0) }
    guard player.visits.count < Self.mostVisitsPerHour else { return }
    player.visits.count += 1
    noteVisit(of: player)
    if player.visitsExpiredOn != today {
      player.visitsExpiredOn = today
      expireVisits(of: player)
    }
    append(.happened(visit()), of: player)
  }

  private func append(_ fact: VisitDocument.Fact, of player: Player) {
    journal.append(.line(VisitDocument.line(fact, of: player.id.number)))
  }

  private func expireVisits(of player: Player) {
    append(.expired(before: now.adding(milliseconds: -86_400_000 * Int64(visitsDays))), of: player)
  }

  /// A new day: of those who were last here so many days before it nothing is kept any more.
  func expireVisits(_ players: some Sequence<Player>, after yesterday: Day) {
    // With a clock that was set back the day that begins is not always a later one.
    guard visitsDays > 0, yesterday < today else { return }
    let days = yesterday.number - visitsDays...today.number - visitsDays - 1
    // A day more or less, whatever the zone: the calendar is asked about few.
    let since = now.adding(milliseconds: -86_400_000 * Int64(today.number - days.lowerBound + 2))
    for player in players where player.isStored && player.canReturn && player.kept.seenAt > since {
      if days.contains(configuration.calendar.day(at: player.kept.seenAt).number) { expireVisits(of: player) }
    }
  }
}
