import GameKit

/// How many visits of a player are kept in an hour, by group: a client that connects in a loop fills no disk. Of what
/// is more there is one gap a group and hour.
struct VisitCounter {
  /// Of each group no more is kept in an hour, besides the first coming from each of as many addresses: the thief of a
  /// token does not hide that its owner, or somebody else, came as well.
  static let mostPerHour = 60

  /// The hour since 1970 whose visits are counted.
  private(set) var hour: Int64 = 0
  private(set) var kept: [Visit.Group: Int] = [:]
  /// Where the player came from in this hour.
  private var addresses: Set<String> = []
  /// The gaps of this hour, as far as they have grown.
  private(set) var gaps: [Visit.Group: Visit] = [:]
  /// The day on which older visits last expired.
  var expiredOn: Day?

  /// Nothing was counted.
  init() {}

  /// What a ``PackedPlayer`` has kept: the addresses but for the last one may come again once.
  init(hour: Int64, kept: [Visit.Group: Int], address: String?) {
    (self.hour, self.kept, addresses) = (hour, kept, address.map { [$0] } ?? [])
  }

  /// Counts a visit.
  ///
  /// - Returns: what is to be stored: the visit, or the gap that it belongs to where that has doubled, so that a gap
  ///   of any length is a few lines; before them what is left to be said of the hour before.
  mutating func count(_ visit: Visit, at now: Instant) -> [Visit] {
    var stored: [Visit] = []
    let hour = now.milliseconds / 3_600_000
    if hour != self.hour {
      stored = Visit.Group.allCases.compactMap { gaps[$0] }.filter { !$0.isPowerOfTwo }
      (self.hour, kept, addresses, gaps) = (hour, [:], [], [:])
    }
    let isNew = isNewAddress(visit.from)
    guard !isNew, kept[visit.group, default: 0] >= Self.mostPerHour else {
      kept[visit.group, default: 0] += 1
      return stored + [visit]
    }
    let known = gaps[visit.group]
    let gap = Visit(
      omitting: 1 + (known?.gap?.count ?? 0), of: visit.group, from: known?.at ?? visit.at, to: visit.at)
    gaps[visit.group] = gap
    return gap.isPowerOfTwo ? stored + [gap] : stored
  }

  private mutating func isNewAddress(_ address: String?) -> Bool {
    guard let address, addresses.count < Self.mostPerHour else { return false }
    return addresses.insert(address).inserted
  }

  /// A stored visit as it is now: a gap of this hour may have grown since.
  func present(_ visit: Visit) -> Visit {
    guard visit.gap != nil, let gap = gaps[visit.group], gap.at == visit.at else { return visit }
    return gap
  }
}

extension Visit {
  /// Whether it is a gap of 1, 2, 4, 8 and so on.
  fileprivate var isPowerOfTwo: Bool { gap.map { $0.count & ($0.count - 1) == 0 } ?? false }
}
