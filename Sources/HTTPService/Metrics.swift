internal import ParlorCore
internal import WireProtocol

/// The metrics page in Prometheus' text format, version 0.0.4.
enum Metrics {
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  static func text(
    core: (figures: Figures, situation: Situation)?, edge: EdgeFigures, answers: [Int: Int], version: String
  ) -> [UInt8] {
    var page = MetricsPage()
    page.add(.buildInfo, [(version, 1)])
    page.add(.uptimeSeconds, edge.uptimeSeconds)
    connections(edge, &page)
    traffic(edge, &page)
    if let files = edge.files { data(files, &page) }
    if let cluster = edge.cluster { self.cluster(cluster, &page) }
    if let core { self.core(core.figures, core.situation, edge, &page) }
    page.add(.httpResponsesTotal, answers.sorted { $0.key < $1.key }.map { (String($0.key), Double($0.value)) })
    return page.bytes
  }

  private static func data(_ files: StoredFiles, _ page: inout MetricsPage) {
    page.add(.dataBytes, [("log", Double(files.log)), ("tables", Double(files.tables))])
    page.add(.dataFreeBytes, Double(files.free))
    page.add(.lastBackupTimestampSeconds, Double(files.lastBackup))
  }

  /// The metrics of the process that owns the core.
  private static func core(
    _ figures: Figures, _ situation: Situation, _ edge: EdgeFigures, _ page: inout MetricsPage
  ) {
    play(figures, situation, &page)
    storage(figures, situation, edge, &page)
    page.add(
      .passwordsTotal,
      [
        ("right", Double(figures.passwords.right)),
        ("wrong", Double(figures.passwords.wrong)),
      ])
    page.add(.refusedTotal, figures.refusals.sorted { $0.key < $1.key }.map { ($0.key, Double($0.value)) })
  }

  private static func cluster(_ cluster: EdgeFigures.Cluster, _ page: inout MetricsPage) {
    page.add(.clusterOwner, cluster.isOwner ? 1 : 0)
    page.add(.clusterHasOwner, cluster.hasOwner ? 1 : 0)
    page.add(.clusterLinks, Double(cluster.links))
    page.add(.clusterLinksRefusedTotal, Double(cluster.refusedLinks))
    page.add(.clusterPosition, Double(cluster.position))
    page.add(.clusterSafePosition, Double(cluster.safePosition))
    page.add(.clusterClockLeadSeconds, cluster.clockLeadSeconds)
    page.add(.clusterTakesOver, cluster.takesOver ? 1 : 0)
  }

  private static func connections(_ edge: EdgeFigures, _ page: inout MetricsPage) {
    func both(_ value: (EdgeFigures.Connections) -> Double) -> [(String, Double)] {
      [("line", value(edge.lines)), ("http", value(edge.http))]
    }
    page.add(.connections, both { Double($0.open) })
    page.add(.connectionsLimit, both { Double($0.limit) })
    page.add(.connectionsOpenedTotal, both { Double($0.opened) })
    page.add(.connectionsRefusedTotal, both { Double($0.refused) })
    page.add(.connectionsDisplacedTotal, Double(edge.displaced))
    page.add(.slowConsumersTotal, Double(edge.slowConsumers))
  }

  private static func traffic(_ edge: EdgeFigures, _ page: inout MetricsPage) {
    page.add(.receivedLinesTotal, Double(edge.receivedLines))
    page.add(.receivedBytesTotal, Double(edge.receivedBytes))
    page.add(.sentBytesTotal, Double(edge.sentBytes))
    page.add(.sendsTotal, Double(edge.sends))
    page.add(.turnSeconds, edge.turns)
    page.add(.unsentBytes, Double(edge.unsentBytes))
  }

  private static func play(_ figures: Figures, _ situation: Situation, _ page: inout MetricsPage) {
    page.add(.sessions, Double(situation.sessions))
    page.add(
      .players,
      [
        ("named", Double(situation.namedPlayers)),
        ("guest", Double(situation.players - situation.namedPlayers)),
      ])
    page.add(.rooms, situation.rooms.map { ($0.mode?.rawValue ?? "talk", Double($0.count)) })
    page.add(.playersInRooms, situation.playersInRooms.map { ($0.game, Double($0.count)) })
    page.add(.matchesTotal, Double(figures.stored.matches))
    page.add(.movesTotal, Double(figures.stored.moves))
    page.add(.resultsTotal, Double(figures.stored.results))
    for gauge in situation.gauges { page.add(gauge.metric, gauge.value) }
  }

  private static func storage(
    _ figures: Figures, _ situation: Situation, _ edge: EdgeFigures, _ page: inout MetricsPage
  ) {
    page.add(.storageUp, situation.storageWorks ? 1 : 0)
    page.add(.recordsTotal, Double(figures.stored.records))
    page.add(.commitsFailedTotal, Double(edge.commits.failed))
    page.add(
      .quarantined,
      ["room", "match", "player", "events", "document", "row", "file"].map {
        ($0, Double(figures.quarantined[$0] ?? 0))
      })
    page.add(.commitSeconds, edge.commits.durations)
    page.add(.commitPendingSeconds, edge.pendingCommitSeconds ?? 0)
    page.add(
      .queueDepth,
      [
        ("records", Double(situation.waitingLines)),
        ("commits", edge.pendingCommitSeconds == nil ? 0 : 1),
        ("queries", Double(situation.openQueries)),
        ("passwords", Double(situation.waitingPasswords)),
      ])
  }
}
