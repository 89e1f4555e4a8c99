import Foundation
import ServerHarness

/// An HAProxy in front of three nodes, as in the release's configuration, with an additional port for each node:
/// connections there go to that node while HAProxy considers it healthy.
final class NodeBalancer {
  /// A node's ports for lines and HTTP, and the balancer's port for the node.
  struct Place {
    let name: String
    let (lines, http, entrance): (UInt16, UInt16, UInt16)
  }

  static let isPossible = SystemShell.has("haproxy")

  private let places: [Place]
  private let folder: TemporaryFolder
  private let process: ChildProcess

  init(_ places: [Place]) throws {
    self.places = places
    folder = try TemporaryFolder()
    let entrances = places.map { "  bind 127.0.0.1:\($0.entrance)" }
    let choices = places.map { "  use-server \($0.name) if { dst_port \($0.entrance) }" }
    let servers = places.map { place in
      "  server \(place.name) 127.0.0.1:\(place.lines) check port \(place.http) on-marked-down shutdown-sessions"
    }
    let text = """
      defaults
        timeout connect 5s
        timeout client 60s
        timeout server 60s
        retries 3
        option redispatch 1
      listen lines
        mode tcp
        balance leastconn
        timeout tunnel 24h
        option httpchk
        http-check disable-on-404
        http-check send meth GET uri /ready ver HTTP/1.1 hdr Host localhost hdr Connection close
        http-check expect status 200
        default-server inter 1s fastinter 200ms fall 5 rise 1

      """
    let file = folder.path + "/haproxy.cfg"
    let lines = text + (entrances + choices + servers).joined(separator: "\n") + "\n"
    try Data(lines.utf8).write(to: URL(fileURLWithPath: file))
    let program = try SystemShell.run("PATH=$PATH:/usr/sbin command -v haproxy").output.first ?? ""
    process = try ChildProcess(program, ["-db", "-f", file], environment: [:])
    // It listens a moment later.
    let end = Date(timeIntervalSinceNow: Patience.seconds)
    while Date() < end, (try? SocketClient(port: places[0].entrance)) == nil {}
  }

  deinit { process.send(SIGKILL) }

  func port(_ name: String) -> UInt16 { places.first { $0.name == name }?.entrance ?? 0 }
}
