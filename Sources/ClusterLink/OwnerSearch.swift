/// The search for the owner among nodes that may be it, one after the other, of a node that cannot read who is. A pure
/// value.
struct OwnerSearch {
  private enum Outcome {
    case unknown
    /// It has turned the link away, as who does not own does.
    case turnedAway
    /// It has done so, and was not reached when it was tried again: a busy machine may have been late once.
    case missed
    case unreachable
  }

  let nodes: [LinkAddress]
  private var outcomes: [Outcome]
  private var next = 0

  init(_ nodes: [LinkAddress]) {
    self.nodes = nodes
    outcomes = nodes.map { _ in .unknown }
  }

  /// The node that is tried now.
  var present: LinkAddress? { nodes.isEmpty ? nil : nodes[next] }

  /// Whether each of the nodes was tried, and none that owns was reached; not where there are none.
  var isInVain: Bool { !nodes.isEmpty && outcomes.allSatisfy { $0 != .unknown } }

  /// Whether each of the nodes was reached at one of the last two tries, and does not own; not where there are none.
  var nobodyOwns: Bool { !nodes.isEmpty && outcomes.allSatisfy { $0 == .turnedAway || $0 == .missed } }

  /// The node that is tried now does not own, or was not reached: the next one's turn.
  mutating func failed(wasReached: Bool) {
    guard !nodes.isEmpty else { return }
    outcomes[next] = wasReached ? .turnedAway : outcomes[next] == .turnedAway ? .missed : .unreachable
    next = (next + 1) % nodes.count
  }
}

/// Where a node takes links.
public struct LinkAddress: Hashable, Sendable {
  /// The node's IP address.
  public let host: String
  public let port: UInt16

  /// An address.
  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }
}
