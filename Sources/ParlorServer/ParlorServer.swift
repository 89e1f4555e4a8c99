import Catalogue
import Dispatch
import GameKit
import LineServer
import ParlorCore
import Storage
import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `parlor-server`: flags, wiring and signals.
@main
enum ParlorServer {
  static let version = "0.1.0"

  /// Signals that stop the server. Kept for the whole run: a source that is dropped is cancelled. Unchecked and sound:
  /// filled by the main thread alone, before it waits for ever, and never read.
  private nonisolated(unsafe) static var signalSources: [any DispatchSourceSignal] = []

  static func main() {
    let options: ServerOptions
    do {
      switch try ServerOptions.parse(CommandLine.arguments.dropFirst(), environment: environment()) {
      case .help:
        return ServerLog.print(ServerOptions.help)
      case .version:
        return ServerLog.print("parlor \(version)")
      case .replay(let file, let resources):
        finish(OfflineChecks.replay(file, games: games(ResourceFolder(option: resources))))
      case .verify(let files):
        finish(OfflineChecks.verify(files))
      case .run(let chosen): options = chosen
      }
    } catch {
      fail(error.message, status: 64)
    }
    run(options)
  }

  private static func run(_ options: ServerOptions) {
    guard let calendar = ZoneCalendar(zone: options.zone) else {
      fail("--zone: the system knows no zone \"\(options.zone)\"", status: 64)
    }
    let server = start(options, games(ResourceFolder(option: options.resources)), calendar)
    ServerLog.print("parlor \(version) listens on \(server.address.host):\(server.address.port)")
    stopOnSignals(server)
    dispatchMain()
  }

  private static func games(_ resources: ResourceFolder) -> [GameModule] {
    do {
      return try Catalogue.games(resources.read)
    } catch {
      fail("\(error)", status: 78)
    }
  }

  private static func finish(_ report: OfflineChecks.Report) -> Never {
    for line in report.lines { ServerLog.print(line, to: report.status == 0 ? 1 : 2) }
    exit(report.status)
  }

  private static func start(
    _ options: ServerOptions, _ games: [GameModule], _ calendar: ZoneCalendar
  ) -> LineServer {
    DescriptorLimit.raise()
    let clock = ServerClock(startingAt: options.clock)
    let log = ServerLog(format: options.logFormat)
    do {
      let (storage, identity, state) = try openStorage(
        options, games, now: clock.now, today: calendar.day(at: clock.now))
      var configuration = ServerConfiguration(
        games: games, season: SeasonKey(hashing: options.seasonKey.map { Array($0.utf8) } ?? identity.seasonSecret),
        epoch: identity.epoch, server: "parlor \(version)")
      configuration.limits = options.limits
      configuration.calendar = calendar
      configuration.autoShare = options.autoShare
      configuration.isDurable = !storage.isVolatile
      let server = try LineServer(configuration: lineConfiguration(options)) { [configuration] output, waker in
        ServerLoop(
          core: Parlor(configuration, restoring: state, now: clock.now), output: output, waker: waker,
          storage: storage, clock: clock, log: log)
      }
      server.start()
      return server
    } catch let failure as StorageFailure {
      fail(failure.message, status: 74)
    } catch {
      fail("\(error)", status: 69)
    }
  }

  private static func openStorage(
    _ options: ServerOptions, _ games: [GameModule], now: Instant, today: Day
  ) throws(StorageFailure) -> (SQLiteStorage, StoredIdentity, StoredState) {
    var storageOptions = StorageOptions(now: now, today: today.number)
    storageOptions.durability = options.durability
    storageOptions.resumeEvents = options.limits.resumeEvents
    for game in games { storageOptions.lossTries[game.info.id] = game.info.lossTries }
    let storage = try SQLiteStorage(folder: options.data, options: storageOptions)
    let identity = try storage.identity { count in
      var entropy = SystemRandomNumberGenerator()
      return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &entropy) }
    }
    return (storage, identity, try storage.load())
  }

  private static func lineConfiguration(_ options: ServerOptions) -> LineServerConfiguration {
    let limits = options.limits
    var configuration = LineServerConfiguration()
    configuration.host = options.host
    configuration.port = options.port
    configuration.maximumLineBytes = limits.lineBytes
    configuration.softOutputBytes = limits.outputSoftBytes
    configuration.hardOutputBytes = limits.outputHardBytes
    configuration.maximumConnections = limits.connections
    configuration.maximumConnectionsPerAddress = limits.connectionsPerAddress
    configuration.idleTimeoutMilliseconds = UInt64(limits.idleSeconds) * 1000
    configuration.fullMessage = line(
      ErrorMessage(WireError(.serverFull, "The server is full: try again later", retryAfterMilliseconds: 10_000)))
    configuration.perAddressMessage = line(
      ErrorMessage(
        WireError(
          .serverFull, "There are \(limits.connectionsPerAddress) connections from your address already",
          retryAfterMilliseconds: 10_000)))
    return configuration
  }

  private static func line(_ message: some ServerMessage) -> [UInt8] {
    var writer = JSONWriter()
    message.write(to: &writer)
    return writer.bytes
  }

  private static func stopOnSignals(_ server: LineServer) {
    // A data file at the size limit of its owner is a full disk, not the end of the server.
    signal(SIGXFSZ, SIG_IGN)
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      onEvent(source) {
        Task {
          await server.stop()
          exit(0)
        }
      }
      source.activate()
      signalSources.append(source)
    }
  }

  /// A handler written in `main` would inherit the main actor and trap on another queue.
  private static func onEvent(_ source: any DispatchSourceSignal, _ body: @escaping @Sendable () -> Void) {
    source.setEventHandler(handler: body)
  }

  private static func environment() -> [(name: String, value: String)] {
    ServerOptions.flags.compactMap { flag in
      getenv(flag.variable).map { (flag.variable, String(cString: $0)) }
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    ServerLog.print("parlor-server: \(message)", to: 2)
    exit(status)
  }
}
