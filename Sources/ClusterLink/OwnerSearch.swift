/// Searches for the owner: tries nodes one after the other, for a node that cannot read in the log which one owns. A
/// pure value.
struct OwnerSearch {
  private enum Outcome {
    case unknown
    /// It has rejected the link, as a node does that is not the owner.
    case rejected
    /// It has rejected the link, and was not reached at a second attempt: a busy machine may be late once.
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

  /// The node being tried.
  var present: LinkAddress? { nodes.isEmpty ? nil : nodes[next] }

  /// Whether all nodes were tried, and no owner was reached; false without nodes.
  var isExhausted: Bool { !nodes.isEmpty && outcomes.allSatisfy { $0 != .unknown } }

  /// Whether all nodes were reached at one of the last two attempts, and none owns; false without nodes.
  var hasNoOwner: Bool { !nodes.isEmpty && outcomes.allSatisfy { $0 == .rejected || $0 == .missed } }

  /// The attempt has failed, or the node does not own: continues with the next one.
  mutating func failed(wasReached: Bool) {
    guard !nodes.isEmpty else { return }
    outcomes[next] = wasReached ? .rejected : outcomes[next] == .rejected ? .missed : .unreachable
    next = (next + 1) % nodes.count
  }
}

/// The address of a node's link listener.
public struct LinkAddress: Hashable, Sendable {
  /// The node's IP address.
  public let host: String
  public let port: UInt16

  /// Creates an address.
  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }
}
