import CSystem
import Catalogue
import Dispatch
import FeatureList
public import GameKit
import HTTPService
import Kernel
import LineServer
import ParlorCore
import Storage
import WireProtocol
import WordSearch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs a server until a signal stops it, configured by the command line and the environment. A `main.swift` needs
/// nothing else:
///
///     runServer { _ in [ticTacToe] }
///
/// - Parameter games: makes additional games; the lobby lists them after those of the catalogue. Its argument reads a
///   resource by the names of its game's folder and its file: `Chess` and `openings.txt`. If it throws, the error is
///   printed and the program ends.
public func runServer(adding games: MoreGames = { _ in [] }) -> Never {
  ParlorServer.main(adding: games)
}

/// Makes games; the argument reads a resource by the names of its game's folder and its file.
public typealias MoreGames = (_ resources: (_ game: String, _ file: String) throws -> [UInt8]) throws -> [GameModule]

/// The entry point: flags, wiring and signals.
enum ParlorServer {
  static let version = ParlorRelease.version

  /// The version, and a release's commit.
  private static var fullVersion: String {
    "parlor \(version)" + (ResourceFolder(option: nil).commit.map { " (\($0))" } ?? "")
  }

  static func main(
    _ arguments: [String] = Array(CommandLine.arguments.dropFirst()), adding more: MoreGames, as role: LinkedRole? = nil
  ) -> Never {
    // One arena for the loop and one for storage: more arenas would retain freed memory.
    csystem_limit_memory_arenas(2)
    // libdispatch logs at each start of a non-root server that its thread cannot have a higher priority. Another value
    // of the variable enables its messages.
    setenv("LIBDISPATCH_LOG", "NO", 0)
    ServerLog.setMessageFormat(as: .selected(by: arguments, environment: environment()))
    let options: ServerOptions
    do {
      switch try ServerOptions.parse(arguments, environment: environment()) {
      case .help:
        finish(OfflineChecks.Report(lines: [ServerOptions.help], status: 0))
      case .adminHelp:
        finish(OfflineChecks.Report(lines: [AdminCommand.help], status: 0))
      case .version:
        finish(OfflineChecks.Report(lines: [fullVersion], status: 0))
      case .replay(let file, let resources):
        finish(OfflineChecks.replay(file, games: games(ResourceFolder(option: resources), challenges: [], more)))
      case .serveGame(let name, let resources):
        HostedGames.serve(name, games(ResourceFolder(option: resources), challenges: [], more))
      case .tryMatches(let resources):
        ReplayTrial.run(games: games(ResourceFolder(option: resources), challenges: [], more))
      case .verify(let files):
        finish(OfflineChecks.verify(files))
      case .log(let data, let withSecrets):
        finish(OfflineChecks.log(data, withSecrets: withSecrets))
      case .resetPassword(let name, let isGiven, let options):
        finish(ResetPasswordCommand.run(name, isGiven: isGiven, options))
      case .backup(let file, let keeping, let options):
        finish(BackupCommand.backup(to: file, keeping: keeping, options))
      case .verifyBackup(let file):
        finish(BackupCommand.verify(file))
      case .restore(let file, let options):
        finish(BackupCommand.restore(file, options))
      case .admin(let admin): exit(admin.run())
      case .cluster(let cluster):
        finish(ClusterCommand.run(cluster))
      case .challenges(let settings, let resources):
        finish(ChallengeCommand.run(settings, reading: ResourceFolder(option: resources).read))
      case .game(let command): exit(command.run())
      case .check(let chosen, let faults):
        let unknownVariables = ServerOptions.unknownVariables(environment().map(\.name))
        exit(ServerCheck(chosen, parsed: faults, unknownVariables: unknownVariables, adding: more).report())
      case .run(let chosen): options = chosen
      }
    } catch {
      fail(error.message, status: 64)
    }
    if let file = options.logFile {
      if let why = ServerLog.logFileFault(file) { fail("--log-file: \(why)", status: 73) }
      let code = csystem_log_to(file, options.logFormat == .json ? LogFileSentence.json : LogFileSentence.text)
      if code < 0 { fail("--log-file: \(file) cannot be opened: \(String(cString: strerror(-code)))", status: 73) }
    }
    if let role, role.owner != nil { runEdge(options, as: role) }
    for warning in ServerOptions.unknownVariables(environment().map(\.name)) {
      ServerLog.message("unknown_setting", warning, to: 2)
    }
    run(options, more, as: role)
  }

  /// The parts of a running server.
  struct Running {
    let server: LineServer
    let storage: SQLiteStorage
    let token: ScoresToken
    /// Why a node of a cluster may only follow, as a sentence for the operator.
    var nonOwnerReason: String?
    /// Runs when the loop has ended, before the storage is closed.
    var leave: @Sendable () -> Void = {}
    /// The exit status of the process.
    var status: @Sendable () -> Int32 = { 0 }
  }

  private static func run(_ options: ServerOptions, _ more: MoreGames, as role: LinkedRole?) -> Never {
    guard let calendar = ZoneCalendar(zone: options.zone) else {
      fail("--zone: the system has no time zone \"\(options.zone)\"", status: 64)
    }
    checkFeatures(options.limits)
    let challenges = ChallengeCommand.load(options.challengeFiles) { fail($0, status: 66) }
    let hosted = hosting(
      options, in: games(ResourceFolder(option: options.resources), challenges: challenges, more))
    let manager = ServiceManager(environment: { getenv($0).map { String(cString: $0) } })
    var options = options
    do throws(ServiceManager.Failure) {
      try manager.handOver(to: &options)
    } catch {
      fail(error.description, status: 69)
    }
    let running =
      options.cluster.map { startNode(options, $0, hosted, calendar) } ?? start(options, hosted, calendar, role)
    let server = running.server
    printListenAddress(server)
    if options.httpPort != nil, let address = server.streamAddresses.first {
      let host = address.host.contains(":") ? "[\(address.host)]" : address.host
      ServerLog.message("answers_http", "parlor \(version) answers HTTP on http://\(host):\(address.port)")
      ServerLog.message("scores_token", running.token.notice)
    }
    if role != nil || options.cluster != nil { printLinkAddresses(server) }
    for warning in plainTextWarnings(options) { ServerLog.message("in_the_clear", warning) }
    if let why = running.nonOwnerReason { ServerLog.message("never_owns", "never_owns: \(why)") }
    manager.ready(server)
    // The default priority of the main thread's tasks is too high for a user without rights.
    Task(priority: .medium) {
      await server.stopped()
      running.leave()
      running.storage.close()
      exit(running.status())
    }
    dispatchMain()
  }

  /// The games, including those in other processes.
  private static func hosting(_ options: ServerOptions, in games: [GameModule]) -> HostedGames {
    do throws(HostedGames.Failure) {
      let hosted = try HostedGames(games, options) { ServerLog.message("game_says", $0, isTimed: true) }
      for missing in hosted.missing {
        ServerLog.message(
          "game_missing",
          "game_missing: the server runs without this game and adds it once its program starts: \(missing.why)")
      }
      hosted.watchFiles()
      return hosted
    } catch {
      fail(error.message, status: error.status)
    }
  }

  private static func games(
    _ resources: ResourceFolder, challenges: [WordSearch.Challenge], _ more: MoreGames
  ) -> [GameModule] {
    do {
      let games = try Catalogue.games(challenges: challenges, resources.read) + more(resources.read)
      if let complaint = HostedGames.nameConflict(in: games) { fail(complaint, status: 78) }
      return games
    } catch {
      fail("\(error)", status: 78)
    }
  }

  private static func finish(_ report: OfflineChecks.Report) -> Never {
    for line in report.lines { ServerLog.print(line, to: report.status == 0 ? 1 : 2) }
    exit(report.status)
  }

  private static func start(
    _ options: ServerOptions, _ games: HostedGames, _ calendar: ZoneCalendar, _ role: LinkedRole?
  ) -> Running {
    // A data file at its size limit is treated as a full disk and must not end the server.
    signal(SIGXFSZ, SIG_IGN)
    let descriptors = descriptorLimit()
    let clock = ServerClock(startingAt: options.clock)
    let log = ServerLog(format: options.logFormat)
    do {
      if options.leavesCluster { try leaveCluster(options, now: clock.now, today: calendar.day(at: clock.now)) }
      let storage = try openStorage(options, .ownLog, now: clock.now, today: calendar.day(at: clock.now))
      let identity = try storage.identity(makingWith: randomBytes)
      let token = try options.httpToken.map(ScoresToken.init(given:)) ?? ScoresToken(keptIn: options.data)
      var configuration = coreConfiguration(
        options, games, calendar, season: options.seasonKey.map { Array($0.utf8) } ?? identity.seasonSecret,
        epoch: identity.epoch, token: token)
      configuration.isDurable = !storage.isVolatile
      let cores = CoreStart(
        storage: storage, configuration: configuration, deferredGames: games.deferred,
        restoreGuard: RestoreGuard(folder: options.data, resources: options.resources))
      let state = try cores.load(at: clock.now)
      @Sendable func edge(_ lines: LineOutput, _ output: any SessionOutput, _ waker: CoreWaker) -> ServerLoop.Edge {
        ServerLoop.Edge(
          lines: lines, output: output, waker: waker, clock: clock, log: log, backInSeconds: options.backInSeconds,
          http: options.httpPort
            .flatMap { _ in httpConfiguration(options, lines.streamAddresses.first, for: cores.configuration, token) }
            .map { ServerLoop.Edge.HTTP.own($0) } ?? .none)
      }
      let server = try LineServer(
        configuration: lineConfiguration(options, descriptors, links: role?.listener)
      ) { output, waker in
        if let role {
          return role.owner(output, limits: cores.configuration.limits) { sessions, ownership in
            let waker = CoreWaker(waker, ownership: ownership)
            return ServerLoop(cores, from: state, edge: edge(output, sessions, waker))
          }
        }
        return ServerLoop(cores, from: state, edge: edge(output, LineSessions(output), CoreWaker(waker)))
      }
      server.start()
      return Running(server: server, storage: storage, token: token)
    } catch let failure as StorageFailure {
      fail(failure.message, status: 74)
    } catch {
      fail("\(error)", status: 69)
    }
  }

  /// All kinds of documents.
  static func documents(_ limits: Limits) -> [DocumentForm] {
    Parlor.documents(limits) + FeatureList.documents
  }

  static func randomBytes(_ count: Int) -> [UInt8] {
    var entropy = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &entropy) }
  }

  /// Warnings about listening without TLS where other machines can connect.
  private static func plainTextWarnings(_ options: ServerOptions) -> [String] {
    func isLoopback(_ host: String) -> Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
    var warnings: [String] = []
    if !isLoopback(options.host) {
      warnings.append(
        "--host \(options.host): other machines can connect, and connections are not encrypted: anybody on the network "
          + "path can read messages and login tokens. Use a tunnel (ssh, stunnel, a VPN) on networks that you do not "
          + "trust")
    }
    if options.httpPort != nil, !isLoopback(options.httpHost) {
      warnings.append(
        "--http-host \(options.httpHost): other machines can connect to HTTP, which is not encrypted; this includes the "
          + "token for scores")
    }
    return warnings
  }

  static func openStorage(
    _ options: ServerOptions, _ following: Following, now: Instant, today: Day
  ) throws(StorageFailure) -> SQLiteStorage {
    var storageOptions = StorageOptions(documents: documents(options.limits), now: now, today: today.number)
    storageOptions.durability = options.durability
    storageOptions.scrubSeconds = options.limits.scrubSeconds
    storageOptions.following = following
    return try SQLiteStorage(folder: options.data, options: storageOptions)
  }

  private static func environment() -> [(name: String, value: String)] {
    var entries: [(name: String, value: String)] = []
    while let entry = csystem_environment(entries.count) {
      let parts = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      entries.append((String(parts[0]), parts.count == 2 ? String(parts[1]) : ""))
    }
    return entries
  }

  static func fail(_ message: String, status: Int32) -> Never {
    ServerLog.message("fatal", "parlor-server: \(message)", to: 2)
    exit(status)
  }

  static func printListenAddress(_ server: LineServer) {
    ServerLog.message("listens", "parlor \(version) listens on \(server.address.host):\(server.address.port)")
  }

  /// What a signal's handler prints if it cannot reopen the log's file.
  private enum LogFileSentence {
    static let text = "parlor-server: the log file cannot be reopened; the old one stays in use"
    static let json = JSON.object(["event": "log_file_fails", "message": .string(text)]).text
  }
}
