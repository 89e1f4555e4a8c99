import GameKit

/// Limits a player's stored visits per hour and group: a client that reconnects in a loop must not fill the disk. The
/// rest is one gap per group and hour.
struct VisitCounter {
  /// The most visits per group and hour, besides the first one from each of as many addresses: the thief of a token
  /// cannot hide that its owner, or somebody else, came as well.
  static let mostPerHour = 60

  /// The current hour since 1970.
  private(set) var hour: Int64 = 0
  private(set) var kept: [Visit.Group: Int] = [:]
  /// The player's addresses in this hour.
  private var addresses: Set<String> = []
  /// The present gaps of this hour.
  private(set) var gaps: [Visit.Group: Visit] = [:]
  /// The day on which older visits last expired.
  var expiredOn: Day?

  init() {}

  /// The state in a ``PackedPlayer``: all addresses but the last may count once more.
  init(hour: Int64, kept: [Visit.Group: Int], address: String?) {
    (self.hour, self.kept, addresses) = (hour, kept, address.map { [$0] } ?? [])
  }

  /// Counts a visit.
  ///
  /// - Returns: the visits to be stored: the visit, or its gap if that has doubled, so that a gap of any length is a
  ///   few lines; before them the final gaps of the previous hour.
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

  /// The present form of a stored visit: a gap of this hour may have grown since.
  func present(_ visit: Visit) -> Visit {
    guard visit.gap != nil, let gap = gaps[visit.group], gap.at == visit.at else { return visit }
    return gap
  }
}

extension Visit {
  /// Whether it is a gap of 1, 2, 4, 8 and so on.
  fileprivate var isPowerOfTwo: Bool { gap.map { $0.count & ($0.count - 1) == 0 } ?? false }
}
