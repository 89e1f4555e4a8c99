import Catalogue
import FeatureList
import GameKit
import HTTPService
import Kernel
import LineServer
import ParlorCore
import WireProtocol

/// Maps the options to the configuration of each part of the server.
extension ParlorServer {
  /// The core's configuration, without stored data.
  static func coreConfiguration(
    _ options: ServerOptions, _ hosted: HostedGames, _ calendar: ZoneCalendar, season: [UInt8], epoch: String,
    token: ScoresToken
  ) -> ServerConfiguration {
    var configuration = ServerConfiguration(
      games: hosted.games, season: SeasonKey(hashing: season), epoch: epoch, server: "parlor \(version)")
    configuration.missingGames = hosted.missing.map(\.file)
    configuration.limits = options.limits
    configuration.calendar = calendar
    configuration.stopwatch = { Int64(clamping: MonotonicClock.threadNanoseconds / 1000) }
    configuration.autoShare = options.autoShare
    for name in options.houseBots {
      if let fault = Parlor.fault(ofHouseBot: name, options.limits) { fail("--house-bots: \(fault)", status: 64) }
    }
    configuration.houseBots = options.houseBots
    configuration.houseToken = AccessToken(token.text)
    configuration.allowsPlainPasswords = options.allowsPlainPasswords
    configuration.linksShares = options.httpPort != nil
    do throws(ServerOptions.UsageError) {
      configuration.dailySettings = try dailySettings(options, hosted)
    } catch {
      fail(error.message, status: 64)
    }
    configuration.features = FeatureList.features(
      FeatureList.Settings(operatorToken: AccessToken(token.text), limits: options.limits))
    return configuration
  }

  /// Ends the server if two features register the same request, kind or metric. Nothing is stored by the check.
  static func checkFeatures(_ limits: Limits) {
    let features = FeatureList.features(FeatureList.Settings(operatorToken: AccessToken(""), limits: limits))
    if let fault = Parlor.fault(of: features) { fail("features: \(fault)", status: 78) }
  }

  /// The operator's settings of the dailies.
  ///
  /// - Throws: if no game accepts a setting. While a game is missing, settings of unknown games are kept for it.
  static func dailySettings(
    _ options: ServerOptions, _ hosted: HostedGames
  ) throws(ServerOptions.UsageError) -> [String: JSONObject] {
    var settings: [String: JSONObject] = [:]
    for entry in options.dailySettings { settings[entry.game, default: [:]][entry.setting] = entry.value }
    for (id, fields) in settings {
      guard let game = hosted.games.first(where: { $0.info.id == id }) else {
        if !hosted.missing.isEmpty { continue }
        throw ServerOptions.UsageError(message: "--daily: there is no game \"\(id)\"")
      }
      do throws(Rejection) {
        let chosen = try game.settings(from: fields)
        // Settings of a game in another process are checked by their schema.
        if game.remote == nil {
          _ = try game.match(on: Day(number: 1), season: SeasonKey(hashing: []), settings: chosen)
        }
      } catch {
        throw ServerOptions.UsageError(message: "--daily \(id): \(error.message)")
      }
    }
    return settings
  }

  static func httpConfiguration(
    _ options: ServerOptions, _ address: (host: String, port: UInt16)?, for core: ServerConfiguration,
    _ token: ScoresToken
  ) -> HTTPServiceConfiguration? {
    guard let address else { return nil }
    let isEverywhere = address.host == "0.0.0.0" || address.host == "::"
    var configuration = HTTPServiceConfiguration(
      hosts: AllowedHosts(
        port: address.port, address: isEverywhere ? nil : address.host, further: options.httpAllowedHosts),
      version: version, limits: options.limits)
    configuration.isDurable = core.isDurable
    configuration.token = AccessToken(token.text)
    configuration.pages = WebPages(files: ResourceFolder(option: options.resources).webFiles())
    return configuration
  }

  /// Descriptors other than connections: files, listeners, the pollers of the loop and of Dispatch.
  private static let ownDescriptors = 48
  static let fewestDescriptors = ownDescriptors + 16

  /// The limit on descriptors of this process. Dispatch and the runtime trap if none is left.
  static func descriptorLimit() -> Int {
    let limit = DescriptorLimit.raise()
    guard limit >= fewestDescriptors else {
      fail(
        "only \(limit) files may be open at once, and the server needs \(fewestDescriptors): see ulimit -n",
        status: 71)
    }
    return limit
  }

  static func lineConfiguration(
    _ options: ServerOptions, _ descriptors: Int, links: StreamListenerConfiguration? = nil
  ) -> LineServerConfiguration {
    let limits = options.limits
    var configuration = LineServerConfiguration()
    configuration.host = options.host
    configuration.port = options.port
    configuration.listener = options.listeners.lines
    configuration.stopDescriptor = StopSignals.descriptor()
    configuration.onStopping = ServiceManager.stopping
    configuration.maximumLineBytes = limits.lineBytes
    configuration.softOutputBytes = limits.outputSoftBytes
    configuration.hardOutputBytes = limits.outputHardBytes
    // Rejecting a connection with a message needs a descriptor.
    let room = descriptors - ownDescriptors
    let roomForHTTP = options.httpPort == nil ? 0 : min(limits.httpConnections, room / 4)
    configuration.maximumConnections = min(limits.connections, room - roomForHTTP)
    configuration.maximumConnectionsPerAddress = limits.connectionsPerAddress
    configuration.idleTimeoutMilliseconds = UInt64(limits.idleSeconds) * 1000
    configuration.fullMessage = line(
      ErrorMessage(WireError(.serverFull, "The server is full: try again later", retryAfterMilliseconds: 10_000)))
    configuration.perAddressMessage = line(
      ErrorMessage(
        WireError(
          .serverFull, "There are \(limits.connectionsPerAddress) connections from your address already",
          retryAfterMilliseconds: 10_000)))
    configuration.balancers = options.balancers
    if let port = options.httpPort {
      var http = StreamListenerConfiguration()
      http.host = options.httpHost
      http.port = port
      http.listener = options.listeners.http
      http.maximumConnections = roomForHTTP
      http.maximumConnectionsPerAddress = limits.httpConnectionsPerAddress
      http.fullMessage = HTTPService.refusalWhenFull
      http.takesBalancers = true
      configuration.streams = [http]
    }
    if let links { configuration.streams.append(links) }
    configuration.local = localConfiguration(options)
    return configuration
  }

  /// The console's socket; `nil` if the default path is too long.
  private static func localConfiguration(_ options: ServerOptions) -> LocalSocketConfiguration? {
    guard let path = options.adminSocketPath else { return nil }
    if options.adminSocket == nil, path.utf8.count > LocalSocketConfiguration.mostPathBytes {
      ServerLog.message(
        "no_console",
        "no console: the path of its socket may have at most \(LocalSocketConfiguration.mostPathBytes) bytes, and "
          + "\(path) is longer; --admin-socket chooses another")
      return nil
    }
    return LocalSocketConfiguration(path: path)
  }

  private static func line(_ message: some ServerMessage) -> [UInt8] {
    var writer = JSONWriter()
    message.write(to: &writer)
    return writer.bytes
  }
}
