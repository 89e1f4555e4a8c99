internal import ParlorCore

/// Which two play next.
struct LadderSchedule {
  enum Pairing: String, CaseIterable {
    /// Each pair meets equally often.
    case roundRobin = "round-robin"
    /// The entry with the fewest games meets the one with the nearest rating.
    case nearest
  }

  var pairing = Pairing.roundRobin
  /// How often each pair meets, or with `nearest` each entry meets another; `nil` for no end.
  var rounds: Int?
  var gamesPerMeeting = 2

  /// Rating points that each earlier meeting of two adds to their distance, so that neighbours are not the only ones to
  /// meet.
  static let meetingDistance = 50.0

  /// The next two; `nil` if all has been played, or everybody who should play is busy.
  func next(_ names: [String], in book: LadderBook, busy: Set<String> = []) -> LadderPair? {
    let pairs = names.indices.flatMap { one in names[(one + 1)...].map { LadderPair(names[one], $0) } }
    let free = pairs.filter { !busy.contains($0.first) && !busy.contains($0.second) }
    if let unfinished = free.first(where: { book.record(of: $0).games % gamesPerMeeting != 0 }) { return unfinished }
    switch pairing {
    case .roundRobin: return leastMet(pairs, free, book)
    case .nearest: return nearest(names.filter { !busy.contains($0) }, book)
    }
  }

  private func meetings(_ pair: LadderPair, _ book: LadderBook) -> Int {
    book.record(of: pair).games / gamesPerMeeting
  }

  private func isEnough(_ meetings: Int) -> Bool { rounds.map { meetings >= $0 } ?? false }

  private func leastMet(_ pairs: [LadderPair], _ free: [LadderPair], _ book: LadderBook) -> LadderPair? {
    // While the pair with the fewest meetings is busy, others are at most one meeting ahead.
    let most = (pairs.map { meetings($0, book) }.min() ?? 0) + 1
    let candidates = free.filter { pair in
      let count = meetings(pair, book)
      return count <= most && !isEnough(count)
    }
    func games(_ pair: LadderPair) -> Int { pair.names.reduce(0) { $0 + book.standing(of: $1).games } }
    return candidates.min { (meetings($0, book), games($0)) < (meetings($1, book), games($1)) }
  }

  private func nearest(_ names: [String], _ book: LadderBook) -> LadderPair? {
    let games = { book.standing(of: $0).games }
    let needed = names.filter { !isEnough(games($0) / gamesPerMeeting) }
    guard let name = needed.min(by: { games($0) < games($1) }) else { return nil }
    func distance(_ other: String) -> Double {
      abs(book.standing(of: name).rating.value - book.standing(of: other).rating.value)
        + Self.meetingDistance * Double(meetings(LadderPair(name, other), book))
    }
    return names.filter { $0 != name }.min { distance($0) < distance($1) }.map { LadderPair(name, $0) }
  }
}
