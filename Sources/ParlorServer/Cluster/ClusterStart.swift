import Catalogue
import Cluster
import ClusterLink
import Dispatch
import GameKit
import HTTPService
import LineServer
import ParlorCore
import Storage
import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The initial state of a node of a cluster.
struct ClusterStart {
  let options: ServerOptions
  let cluster: ClusterOptions
  let engine: EtcdClient
  let storage: SQLiteStorage
  let identity: ClusterIdentity
  /// How the folder has become the cluster's at this start; `nil` if it was before.
  let entry: Entry?

  /// How a folder becomes the cluster's.
  enum Entry: Equatable {
    /// There was no cluster: it was founded with the folder's data.
    case founded
    case joined
  }

  /// Whether the node may own the log: its time zone is the cluster's, and its tables can hold those of any earlier
  /// owner. A node with a newer layout may own, and then raises the cluster's: see ``ClusterNode``.
  var mayOwn: Bool { nonOwnerReason == nil }

  /// Why the node may only follow, as a sentence for the operator.
  var nonOwnerReason: String? {
    if identity.zone != options.zone {
      return "this node's zone is \(options.zone) and the cluster's \(identity.zone), which cannot change: "
        + "without --zone \(identity.zone) the node follows and never takes over"
    }
    if identity.layout > SQLiteStorage.layout {
      return "an owner ran a newer version: this node follows and does not take over until it is upgraded"
    }
    return nil
  }

  /// Whether the log does not suffice: the folder is empty, and the cluster began with data.
  var needsCopy: Bool { identity.hasBase && storage.isEmpty }

  var link: LinkIdentity { LinkIdentity(name: cluster.node, secret: identity.linkSecret) }

  /// Finds the cluster, or founds it with the folder's data.
  init(
    _ options: ServerOptions, _ cluster: ClusterOptions,
    openStorage: (Following) throws(StorageFailure) -> SQLiteStorage
  ) throws {
    self.options = options
    self.cluster = cluster
    let engine = EtcdClient(
      endpoints: cluster.endpoints, credentials: try Self.credentials(cluster),
      readAgain: { try? Self.credentials(cluster) })
    self.engine = engine
    var storage = try openStorage(.sharedLog)
    let found = Self.retryingUntilAvailable { () throws(EngineFailure) in try engine.value(of: ClusterIdentity.key) }
    if let member = try storage.cluster() {
      guard let found, let known = ClusterIdentity(found.value), known.id == member else {
        throw StorageFailure(
          message: "\(options.data) belongs to a cluster that is not in the etcd at \(cluster.endpoints[0])")
      }
      identity = known
      entry = nil
    } else {
      (identity, entry) = try Self.enter(options, storage, engine, found?.value)
      storage.close()
      storage = try openStorage(.sharedLog)
    }
    self.storage = storage
  }

  static func credentials(_ cluster: ClusterOptions) throws -> EtcdCredentials? {
    guard let user = cluster.user, let file = cluster.passwordFile else { return nil }
    guard let bytes = FileContents.read(file) else {
      throw StorageFailure(message: "--cluster-password-file: \(file) cannot be read")
    }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return EtcdCredentials(user: user, password: String(decoding: line, as: UTF8.self))
  }

  /// Retries until etcd is available, and logs that.
  private static func retryingUntilAvailable<Value>(_ body: () throws(EngineFailure) -> Value) -> Value {
    var attempts = 0
    while true {
      do throws(EngineFailure) {
        return try body()
      } catch {
        if attempts.isMultiple(of: 10) {
          ServerLog.message("waiting_for_etcd", "waiting for etcd: \(error.sentence)")
        }
        attempts += 1
        usleep(500_000)
      }
    }
  }

  /// Makes the folder a copy of the cluster's data, or of a new cluster.
  private static func enter(
    _ options: ServerOptions, _ storage: SQLiteStorage, _ engine: EtcdClient, _ found: [UInt8]?
  ) throws -> (ClusterIdentity, Entry) {
    let isEmpty = storage.isEmpty
    let own = try storage.identity(makingWith: ParlorServer.randomBytes)
    let bytes: [UInt8]
    if let found {
      bytes = found
    } else {
      let token = try options.httpToken ?? ScoresToken(keptIn: options.data).text
      let mine = ClusterIdentity(
        id: Hex.text(of: ParlorServer.randomBytes(8)), epoch: own.epoch,
        seasonSecret: options.seasonKey.map { Array($0.utf8) } ?? own.seasonSecret,
        linkSecret: ParlorServer.randomBytes(32), httpToken: token, zone: options.zone, layout: SQLiteStorage.layout,
        hasBase: !isEmpty)
      bytes = retryingUntilAvailable { () throws(EngineFailure) in try engine.putOnce(ClusterIdentity.key, mine.bytes) }
    }
    guard let identity = ClusterIdentity(bytes) else {
      throw StorageFailure(message: "etcd's value of \(ClusterIdentity.key) is not a cluster of Parlor")
    }
    let isFounder =
      identity.epoch == own.epoch && (identity.seasonSecret == own.seasonSecret || options.seasonKey != nil)
    if try storage.leftCluster() == identity.id, !isEmpty {
      throw StorageFailure(
        message: "\(options.data) has left this cluster, and its changes since then would be lost: "
          + "give this node an empty folder, or start it without --cluster")
    }
    guard isFounder || isEmpty else {
      throw StorageFailure(
        message: "\(options.data) has other data than the cluster: give this node an "
          + "empty folder")
    }
    try storage.enter(
      identity.id, as: StoredIdentity(epoch: identity.epoch, seasonSecret: identity.seasonSecret))
    return (identity, found == nil && isFounder ? .founded : .joined)
  }

  /// The log line about it.
  var entryLine: LogEntry? {
    guard let entry else { return nil }
    var fields: JSONObject = ["cluster": .string(identity.id), "zone": .string(identity.zone)]
    switch entry {
    case .founded:
      fields.merge(["brings_data": .bool(identity.hasBase)])
      return LogEntry("cluster_founded", fields)
    case .joined:
      fields.merge(["needs_copy": .bool(needsCopy)])
      return LogEntry("cluster_joined", fields)
    }
  }
}

extension ParlorServer {
  /// Starts a node of a cluster.
  static func startNode(
    _ options: ServerOptions, _ cluster: ClusterOptions, _ games: HostedGames, _ calendar: ZoneCalendar
  ) -> Running {
    signal(SIGXFSZ, SIG_IGN)
    let descriptors = descriptorLimit()
    let clock = ServerClock(startingAt: options.clock)
    let log = ServerLog(format: options.logFormat)
    do {
      let start = try ClusterStart(options, cluster) { following throws(StorageFailure) in
        try openStorage(options, following, now: clock.now, today: calendar.day(at: clock.now))
      }
      if let line = start.entryLine { log.write(line, at: clock.now) }
      let token = ScoresToken(given: start.identity.httpToken)
      let configuration = coreConfiguration(
        options, games, calendar, season: start.identity.seasonSecret, epoch: start.identity.epoch, token: token)
      let cores = CoreStart(
        storage: start.storage, configuration: configuration, deferredGames: games.deferred,
        restoreGuard: RestoreGuard(folder: options.data, resources: options.resources))
      let node = ClusterNode(start, clock: clock, log: log)
      var links = LinkConfiguration.listener(host: cluster.linkHost, port: cluster.linkPort)
      links.listener = options.listeners.links
      let server = try LineServer(
        configuration: lineConfiguration(options, descriptors, links: links)
      ) { output, waker in
        var link = LinkConfiguration(identity: start.link, listener: output.streamAddresses.count - 1)
        link.lineBytes = options.limits.lineBytes
        let http = NodeHTTP(node, clock: clock, log: log)
        let loop = NodeLoop(link, output: output, streams: options.httpPort == nil ? [] : [http.connections]) { event in
          log.write(LogEntry(event), at: clock.now)
        }
        // A node without an HTTP port still answers requests that others relay.
        http.begin(loop, httpConfiguration(options, output.streamAddresses.first, for: configuration, token))
        loop.companion = OwnershipController(loop, cores, node, http, clock: clock, log: log) {
          state, sessions, clock, ticket, isReading in
          let edge = ServerLoop.Edge(
            lines: output, output: sessions, waker: CoreWaker(waker, ownership: loop.ownership), clock: clock, log: log,
            backInSeconds: options.backInSeconds, http: http.service.map { ServerLoop.Edge.HTTP.node($0) } ?? .none)
          return ServerLoop(
            cores, from: state, after: ticket, isReading: isReading, edge: edge,
            cluster: ClusterSessions(sessions, node.log, isReading: isReading))
        }
        node.start(waker, linkPort: output.streamAddresses.last?.port ?? cluster.linkPort)
        return loop
      }
      if cluster.takesOver { node.log.allowBegin() }
      server.start()
      return Running(
        server: server, storage: start.storage, token: token,
        nonOwnerReason: start.nonOwnerReason, leave: { node.leave() },
        status: { node.exitStatus })
    } catch let failure as StorageFailure {
      fail(failure.message, status: 74)
    } catch {
      fail("\(error)", status: 69)
    }
  }

  /// Takes a folder out of its cluster.
  static func leaveCluster(_ options: ServerOptions, now: Instant, today: Day) throws(StorageFailure) {
    let storage = try openStorage(options, .sharedLog, now: now, today: today)
    defer { storage.close() }
    guard try storage.cluster() != nil else {
      throw StorageFailure(message: "--leave-cluster: \(options.data) belongs to no cluster")
    }
    try storage.leaveCluster()
  }
}

extension LogEntry {
  /// The log line of a link's event.
  fileprivate init(_ event: LinkEvent) {
    switch event {
    case .up(let node, let version): self.init("link_up", ["node": .string(node), "version": .int(version)])
    case .down(let node, let why): self.init("link_down", ["node": .string(node), "why": .string(why)])
    case .unreachable(let address, let why):
      self.init("link_fails", ["to": .string(address), "why": .string(why)])
    case .refused(let address, let why):
      self.init("link_refused", ["from": .string(address), "why": .string(why)])
    case .rejectedUser(let user): self.init(turnedAway: user)
    }
  }
}
