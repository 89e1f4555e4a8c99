import ClusterLink
import Dispatch
import HTTPService
import LineServer
import ParlorCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs the owner or an edge of a link between two processes, without a cluster; for tests of the link.
///
///     --link-owner PORT --link-secret TEXT              the core is here; edges reach it on this port
///     --link-edge HOST:PORT --link-secret TEXT          the core is there
///
/// All other arguments are those of `parlor-server`.
package func runLinkedServer() -> Never {
  var arguments = Array(CommandLine.arguments.dropFirst())
  func take(_ flag: String) -> String? {
    guard let place = arguments.firstIndex(of: flag), place + 1 < arguments.count else { return nil }
    defer { arguments.removeSubrange(place...place + 1) }
    return arguments[place + 1]
  }
  let secret = take("--link-secret") ?? ""
  let name = take("--link-name")
  let parts = take("--link-edge")?.split(separator: ":") ?? []
  let owner = parts.count == 2 ? UInt16(parts[1]).map { (String(parts[0]), $0) } : nil
  let role = LinkedRole(
    name: name ?? (owner == nil ? "owner" : "edge-\(getpid())"), secret: Array(secret.utf8),
    port: take("--link-owner").flatMap { UInt16($0) } ?? 0, owner: owner)
  ParlorServer.main(arguments, adding: { _ in [] }, as: role)
}

/// The role of a process of ``runLinkedServer()``.
struct LinkedRole: Sendable {
  let name: String
  let secret: [UInt8]
  /// The port for links.
  let port: UInt16
  /// The owner's address; `nil` for the owner itself.
  let owner: (host: String, port: UInt16)?

  var listener: StreamListenerConfiguration { LinkConfiguration.listener(host: "127.0.0.1", port: port) }

  private func configuration(_ output: LineOutput, lineBytes: Int) -> LinkConfiguration {
    var configuration = LinkConfiguration(
      identity: LinkIdentity(name: name, secret: secret), listener: output.streamAddresses.count - 1)
    configuration.lineBytes = lineBytes
    return configuration
  }

  /// A node that owns.
  func owner(
    _ output: LineOutput, limits: Limits, _ makeHost: (EdgeSessions, Int) -> ServerLoop
  ) -> NodeLoop {
    var service: HTTPService?
    let http = HTTPConnections({ service }, now: { ServerClock.systemTime })
    let node = node(output, lineBytes: limits.lineBytes, streams: output.streamAddresses.count > 1 ? [http] : [])
    node.own { sessions in
      let host = makeHost(sessions, node.ownership)
      service = host.http
      return host
    }
    return node
  }

  /// A node that holds connections.
  func edge(_ output: LineOutput, lineBytes: Int) -> NodeLoop {
    let node = node(output, lineBytes: lineBytes)
    if let owner { node.connect(to: LinkAddress(host: owner.host, port: owner.port)) }
    return node
  }

  private func node(
    _ output: LineOutput, lineBytes: Int, streams: [any StreamHandler] = []
  ) -> NodeLoop {
    NodeLoop(configuration(output, lineBytes: lineBytes), output: output, streams: streams) { event in
      ServerLog.print("link \(event)")
    }
  }
}

extension ParlorServer {
  static func runEdge(_ options: ServerOptions, as role: LinkedRole) -> Never {
    // HTTP is served by the owner.
    let options = {
      var options = options
      options.httpPort = nil
      // An edge has no data folder.
      options.adminSocket = options.adminSocket ?? "none"
      return options
    }()
    let descriptors = descriptorLimit()
    let server: LineServer
    do {
      server = try LineServer(configuration: lineConfiguration(options, descriptors, links: role.listener)) {
        output, _ in
        role.edge(output, lineBytes: options.limits.lineBytes)
      }
    } catch {
      fail("\(error)", status: 69)
    }
    printListenAddress(server)
    server.start()
    // The default priority of the main thread's tasks is too high for a user without rights.
    Task(priority: .medium) {
      await server.stopped()
      exit(0)
    }
    dispatchMain()
  }

  static func printLinkAddresses(_ server: LineServer) {
    if let address = server.streamAddresses.last {
      ServerLog.message("takes_links", "parlor \(version) takes links on \(address.host):\(address.port)")
    }
  }
}
