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
    case .nearest: return nearest(names, book, busy)
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

  /// An entry whose nearest one is busy waits for it, unless another one needs it: otherwise, with several games at a
  /// time, those that have just played would only find each other.
  private func nearest(_ names: [String], _ book: LadderBook, _ busy: Set<String>) -> LadderPair? {
    let needed = names.filter { name in
      !busy.contains(name) && !isEnough(book.standing(of: name).games / gamesPerMeeting)
    }
    let inOrder = needed.enumerated().sorted { one, other in
      (book.standing(of: one.element).games, one.offset) < (book.standing(of: other.element).games, other.offset)
    }
    for (_, name) in inOrder {
      guard let other = nearest(to: name, names, book), !busy.contains(other) else { continue }
      return LadderPair(name, other)
    }
    return nil
  }

  private func nearest(to name: String, _ names: [String], _ book: LadderBook) -> String? {
    let value = book.standing(of: name).rating.value
    func distance(_ other: String) -> Double {
      abs(value - book.standing(of: other).rating.value)
        + Self.meetingDistance * Double(meetings(LadderPair(name, other), book))
    }
    return names.filter { $0 != name }.min { distance($0) < distance($1) }
  }
}
