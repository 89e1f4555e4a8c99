import EtcdHarness

/// A row of the table of faults.
enum TableFault: String, CaseIterable {
  case ownerKilled = "owner killed"
  case edgeKilled = "another node killed"
  case leaderKilled = "etcd's leader killed"
  case ownersEtcdKilled = "owner's own etcd killed"
  case ownersEtcdDiskFull = "owner's own etcd: disk full"
  case edgesEtcdFrozen = "another node's own etcd frozen"
  case diskFull = "owner's data disk full"
  case ownerFrozen = "owner frozen"
  case edgeFrozen = "another node frozen"
  case linksCut = "links to the owner cut"
  case linksSilent = "links to the owner silent"
  case ownerCutOff = "links to the owner silent, its own etcd frozen"
  case oneLinkCut = "another node's link to the owner cut"
  case etcdSlow = "etcd slow: still for 150 ms of 180"
  case wrongClock = "owner killed, back with a wrong clock"
  case clockJumps = "owner's clock set 26 h ahead while it runs"
  case noMajority = "two etcds killed, from when one is back"
  case upgrade = "another version, node by node"

  /// Those that come again and again, as far as this machine can do them.
  static let again = allCases.filter { $0 != .upgrade && $0.isPossible }

  private var isPossible: Bool {
    switch self {
    case .ownersEtcdDiskFull: SmallDisk.isPossible
    case .clockJumps: SettableClock.isPossible
    default: true
    }
  }
}

/// How long players could not play, in seconds; more than is waited for where they never did.
struct TableTimes {
  let fault: TableFault
  /// Each player whose node was not hit, and each at a node that was.
  var others: [Double] = []
  var hit: [Double] = []

  static func table(_ times: [TableTimes]) -> [String] {
    ["| fault | rounds | other nodes' players | players on the node hit |", "|---|---|---|---|"]
      + TableFault.allCases.compactMap { fault in
        let rows = times.filter { $0.fault == fault }
        guard !rows.isEmpty else { return nil }
        return "| \(fault.rawValue) | \(rows.count) | \(spread(rows.map(\.others))) | \(spread(rows.map(\.hit))) |"
      }
  }

  /// Median and greatest of how long it took until all of a round's played.
  private static func spread(_ rounds: [[Double]]) -> String {
    let sorted = rounds.compactMap { $0.max() }.sorted()
    guard let most = sorted.last else { return "–" }
    return "\(text(sorted[sorted.count / 2])), most \(text(most))"
  }

  private static func text(_ seconds: Double) -> String { "\((seconds * 10).rounded() / 10) s" }
}
