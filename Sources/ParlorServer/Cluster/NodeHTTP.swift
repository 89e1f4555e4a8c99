import ClusterLink
import HTTPService
import LineServer
import ParlorCore

/// The HTTP service of a node: it serves pages and WebSockets itself, and relays other requests to the owner.
///
/// The core's host calls the service while it is here, otherwise the node's controller does.
final class NodeHTTP {
  private(set) var service: HTTPService?
  private let clock: ServerClock
  private let cluster: ClusterNode
  private let log: ServerLog
  private weak var node: NodeLoop?
  private let startedAt = MonotonicClock.nanoseconds

  init(_ cluster: ClusterNode, clock: ServerClock, log: ServerLog) {
    self.log = log
    self.cluster = cluster
    self.clock = clock
  }

  /// Passes events of connections to the service.
  private(set) lazy var connections = HTTPConnections(
    { [unowned self] in service }, now: { [unowned self] in host?.now ?? clock.now })

  private var controller: OwnershipController? { node?.companion as? OwnershipController }
  private var host: ServerLoop? { node?.host as? ServerLoop }

  func begin(_ node: NodeLoop, _ configuration: HTTPServiceConfiguration?) {
    self.node = node
    guard let configuration else { return }
    service = HTTPService(
      core: nil, configuration: configuration, transport: HTTPOutput(node.output, node: node), now: clock.now,
      surroundings: HTTPSurroundings(
        figures: { [unowned self] in figures(node) },
        relay: { [weak node] request, answer in
          if let node { node.ask(request, answer: answer) } else { answer(nil) }
        },
        log: { [log, clock] in log.write($0, at: clock.now) }))
  }

  private func figures(_ node: NodeLoop) -> EdgeFigures {
    var figures = host?.edgeFigures ?? EdgeFigures(node.output, since: startedAt)
    figures.files = cluster.files
    let positions = cluster.positions
    figures.cluster = EdgeFigures.Cluster(
      isOwner: node.host != nil && !node.isReading, hasOwner: node.hasOwner, links: node.linkCount,
      refusedLinks: node.refusedLinks, position: positions.applied, safePosition: positions.safe,
      clockLeadSeconds: Double(cluster.clockLead) / 1000, takesOver: cluster.takesOver,
      trouble: controller?.whyNotReady.map { ($0.reason.rawValue, $0.why) },
      keepsConnections: controller?.keepsConnections ?? false)
    return figures
  }

  // MARK: - Without a core

  func turnEnds() {
    if host == nil { service?.turn(at: clock.now) }
  }

  var nextDue: UInt64 {
    guard host == nil, let due = service?.nextDeadline else { return .max }
    return clock.monotonicNanoseconds(at: due)
  }

  func ownerChanged() {
    if host == nil { service?.replaceCore(nil) }
  }

  func stopping() { service?.stop() }
}
