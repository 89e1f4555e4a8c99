internal import ParlorCore
internal import WireProtocol

/// The page of metrics in Prometheus' text format, version 0.0.4.
enum Metrics {
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  static func text(
    core: (figures: Figures, situation: Situation)?, edge: EdgeFigures, answers: [Int: Int], version: String
  ) -> [UInt8] {
    var page = MetricsPage()
    page.gauge("parlor_build_info", "The version that runs.", [.of("version", version, 1)])
    page.gauge("parlor_uptime_seconds", "Seconds since the start.", edge.uptimeSeconds)
    connections(edge, &page)
    traffic(edge, &page)
    if let files = edge.files { data(files, &page) }
    if let cluster = edge.cluster { self.cluster(cluster, &page) }
    if let core { self.core(core.figures, core.situation, edge, &page) }
    page.counter(
      "parlor_http_responses_total", "Answers over HTTP, by status.",
      answers.sorted { $0.key < $1.key }.map { .of("status", String($0.key), Double($0.value)) })
    return page.bytes
  }

  private static func data(_ files: StoredFiles, _ page: inout MetricsPage) {
    page.gauge(
      "parlor_data_bytes", "Bytes of the files that hold the data.",
      [.of("file", "log", Double(files.log)), .of("file", "tables", Double(files.tables))])
    page.gauge("parlor_data_free_bytes", "Bytes that can still be written where the data is.", Double(files.free))
    page.gauge(
      "parlor_last_backup_timestamp_seconds",
      "When the last backup of the folder was begun, in seconds since 1970; 0 if there never was one.",
      Double(files.lastBackup))
  }

  /// What only the process knows that has the core.
  private static func core(
    _ figures: Figures, _ situation: Situation, _ edge: EdgeFigures, _ page: inout MetricsPage
  ) {
    play(figures, situation, &page)
    storage(figures, situation, edge, &page)
    page.counter(
      "parlor_passwords_total", "Passwords that were checked or made.",
      [
        .of("result", "right", Double(figures.passwords.right)),
        .of("result", "wrong", Double(figures.passwords.wrong)),
      ])
    page.counter(
      "parlor_refused_total", "Refused requests and bytes on the line, by error code.",
      figures.refusals.sorted { $0.key < $1.key }.map { .of("code", $0.key, Double($0.value)) })
  }

  private static func cluster(_ cluster: EdgeFigures.Cluster, _ page: inout MetricsPage) {
    page.gauge("parlor_cluster_owner", "Whether this node owns the log.", cluster.isOwner ? 1 : 0)
    page.gauge("parlor_cluster_has_owner", "Whether this node knows an owner that answers.", cluster.hasOwner ? 1 : 0)
    page.gauge("parlor_cluster_links", "Links to other nodes.", Double(cluster.links))
    page.counter(
      "parlor_cluster_links_refused_total", "Links of whoever could not prove to be a node.",
      Double(cluster.refusedLinks))
    page.gauge(
      "parlor_cluster_position", "The log's last revision that this node's tables have taken.", Double(cluster.position)
    )
    page.gauge(
      "parlor_cluster_safe_position", "The revision that is on this node's disk.", Double(cluster.safePosition))
    page.gauge(
      "parlor_cluster_clock_lead_seconds",
      "How far this node's clock is ahead of those of most nodes; below 0: behind.", cluster.clockLeadSeconds)
    page.gauge(
      "parlor_cluster_takes_over", "Whether this node would take over: its disk and its clock are as they should be.",
      cluster.takesOver ? 1 : 0)
  }

  private static func connections(_ edge: EdgeFigures, _ page: inout MetricsPage) {
    func both(_ value: (EdgeFigures.Connections) -> Double) -> [MetricsPage.Sample] {
      [.of("protocol", "line", value(edge.lines)), .of("protocol", "http", value(edge.http))]
    }
    page.gauge("parlor_connections", "Open connections.", both { Double($0.open) })
    page.gauge("parlor_connections_limit", "Connections that may be open.", both { Double($0.limit) })
    page.counter("parlor_connections_opened_total", "Connections opened.", both { Double($0.opened) })
    page.counter("parlor_connections_refused_total", "Connections turned away at a limit.", both { Double($0.refused) })
    page.counter(
      "parlor_connections_displaced_total",
      "HTTP connections without a request that were ended so that somebody else had a place.", Double(edge.displaced))
    page.counter(
      "parlor_slow_consumers_total", "Connections closed because their peers did not read.",
      Double(edge.slowConsumers))
  }

  private static func traffic(_ edge: EdgeFigures, _ page: inout MetricsPage) {
    page.counter("parlor_received_lines_total", "Lines received.", Double(edge.receivedLines))
    page.counter("parlor_received_bytes_total", "Bytes received.", Double(edge.receivedBytes))
    page.counter("parlor_sent_bytes_total", "Bytes sent.", Double(edge.sentBytes))
    page.counter("parlor_sends_total", "Calls that sent bytes.", Double(edge.sends))
    page.histogram(
      "parlor_turn_seconds", "How long turns of the loop took: so long whoever was not served in one has waited.",
      edge.turns)
    page.gauge("parlor_unsent_bytes", "Bytes that wait to be sent.", Double(edge.unsentBytes))
  }

  private static func play(_ figures: Figures, _ situation: Situation, _ page: inout MetricsPage) {
    page.gauge("parlor_sessions", "Open sessions.", Double(situation.sessions))
    page.gauge(
      "parlor_players", "Players that are known.",
      [
        .of("kind", "named", Double(situation.namedPlayers)),
        .of("kind", "guest", Double(situation.players - situation.namedPlayers)),
      ])
    page.gauge(
      "parlor_rooms", "Rooms.",
      situation.rooms.map { .of("mode", $0.mode?.rawValue ?? "talk", Double($0.count)) })
    page.gauge(
      "parlor_players_in_rooms", "Players who are in rooms and not away, by the rooms' game.",
      situation.playersInRooms.map { .of("game", $0.game, Double($0.count)) })
    page.counter("parlor_matches_total", "Matches begun.", Double(figures.stored.matches))
    page.counter("parlor_moves_total", "Moves played.", Double(figures.stored.moves))
    page.counter("parlor_results_total", "Matches finished by a player.", Double(figures.stored.results))
    page.gauge("parlor_reports_open", "Reports by players that nobody has settled.", Double(situation.openReports))
    for gauge in situation.gauges { page.gauge(gauge.name, gauge.help, gauge.value) }
  }

  private static func storage(
    _ figures: Figures, _ situation: Situation, _ edge: EdgeFigures, _ page: inout MetricsPage
  ) {
    page.gauge("parlor_storage_up", "Whether the last commit has worked.", situation.storageWorks ? 1 : 0)
    page.counter("parlor_records_total", "Records stored.", Double(figures.stored.records))
    page.counter("parlor_commits_failed_total", "Commits that failed.", Double(edge.commits.failed))
    page.gauge(
      "parlor_quarantined", "What is stored and cannot be used; the log has names.",
      ["room", "match", "player", "events", "document", "row", "file"].map {
        .of("kind", $0, Double(figures.quarantined[$0] ?? 0))
      })
    page.histogram("parlor_commit_seconds", "How long commits took.", edge.commits.durations)
    page.gauge(
      "parlor_commit_pending_seconds", "For how long the commit that is under way has been.",
      edge.pendingCommitSeconds ?? 0)
    page.gauge(
      "parlor_queue_depth",
      "What waits: records for the next commit, commits under way, questions to storage, passwords.",
      [
        .of("queue", "records", Double(situation.waitingRecords)),
        .of("queue", "commits", edge.pendingCommitSeconds == nil ? 0 : 1),
        .of("queue", "queries", Double(situation.openQueries)),
        .of("queue", "passwords", Double(situation.waitingPasswords)),
      ])
  }
}
