import Foundation
import ServerHarness
import Testing

/// Servers behind the release's `haproxy.cfg`, with certificates of a test authority, on free ports of this machine.
///
/// Of the file only the ports, the certificates' folder, the user, the connection limit (CI has fewer descriptors) and
/// the servers' addresses are changed, and, of a single server, the number of failed checks: on a busy machine five
/// answers may come late, and there is no other server to go to.
final class PublicPlace {
  static let isPossible = SystemShell.has("haproxy") && SystemShell.has("openssl")
  static let whyNot: Comment = "haproxy or openssl is not installed"

  struct Unusable: Error, CustomStringConvertible {
    let description: String
  }

  let servers: [ServerProcess]
  /// The proxy's ports: lines over TLS, `https` and `http`.
  let (lines, https, http): (UInt16, UInt16, UInt16)
  /// Variables for clients that trust the proxy's certificate, which is for localhost and 127.0.0.1.
  var trusting: [String: String] { ["SSL_CERT_FILE": folder.path + "/ca.pem"] }
  private let folder: TemporaryFolder
  private let proxy: ChildProcess

  init(servers count: Int = 1, _ flags: [String] = []) throws {
    let folder = try TemporaryFolder()
    let servers = try (0..<count).map { _ in
      try ServerProcess(["--proxy-from", "127.0.0.2", "--http", "0", "--http-allow-host", "localhost"] + flags)
    }
    try Self.makeCertificates(in: folder.path)
    var begun: (ports: [UInt16], proxy: ChildProcess)?
    // Another process may take a free port first: then the proxy ends, or no client gets through.
    for _ in 0..<3 where begun == nil {
      let ports = try FreePorts.take(3)
      let proxy = try Self.startProxy(at: ports, before: servers, in: folder.path)
      if try Self.letsThrough(at: ports[0], in: folder.path) { begun = (ports, proxy) } else { proxy.send(SIGKILL) }
    }
    guard let begun else { throw Unusable(description: "the proxy lets nobody through") }
    (lines, https, http) = (begun.ports[0], begun.ports[1], begun.ports[2])
    proxy = begun.proxy
    self.servers = servers
    self.folder = folder
  }

  deinit { proxy.send(SIGKILL) }

  private static func startProxy(
    at ports: [UInt16], before servers: [ServerProcess], in folder: String
  ) throws -> ChildProcess {
    let (lines, https, http) = (ports[0], ports[1], ports[2])
    let source = Repository.root.appendingPathComponent("Sources/ParlorServer/Release/haproxy.cfg")
    var text = try String(contentsOf: source, encoding: .utf8)
    for (there, here) in [
      (":7779,:::7779 v6only", "127.0.0.1:\(lines),127.0.0.3:\(lines)"), (":443,:::443 v6only", "127.0.0.1:\(https)"),
      (":80,:::80 v6only", "127.0.0.1:\(http)"), ("/etc/haproxy/certs/", folder + "/certs/"),
      ("  user haproxy\n  group haproxy\n", "  stats socket \(folder)/proxy.sock\n"), ("maxconn 20000", "maxconn 1000"),
    ] {
      #expect(text.contains(there), "\(there) is not in the file")
      text = text.replacingOccurrences(of: there, with: here)
    }
    if servers.count == 1 { text = text.replacingOccurrences(of: " fall 5 ", with: " fall 1000 ") }
    let names = ["a", "b", "c"]
    for (name, server) in zip(names, servers) {
      for (inside, outside) in [(7770, server.port), (8080, server.httpPort)] {
        let place = "127.0.0.1:\(outside) source 127.0.0.2 port \(server.httpPort)"
        text.replace(
          try Regex("(?m)^  #?server \(name) [0-9.]+:\(inside)( source [0-9.]+)?$"), with: "  server \(name) \(place)")
      }
    }
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/haproxy.cfg"))
    let path = try #require(try SystemShell.run("PATH=$PATH:/usr/sbin command -v haproxy").output.first)
    return try ChildProcess(path, ["-db", "-f", folder + "/haproxy.cfg"], environment: [:])
  }

  /// Whether clients get to a server that has passed its first check: until then the proxy takes it for healthy, and a
  /// late answer to that check alone would take it out.
  private static func letsThrough(at lines: UInt16, in folder: String) throws -> Bool {
    for _ in 0..<200 {
      if areHealthy(in: folder) {
        let probe = try SystemShell.run(
          "printf '/quit\\n' | timeout 5 openssl s_client -quiet -connect 127.0.0.1:\(lines) 2> /dev/null")
        if probe.output.first?.contains("hello") == true { return true }
      }
      usleep(50_000)
    }
    return false
  }

  /// Whether all servers have passed the proxy's latest check, by its statistics: one line of names, then one a server.
  private static func areHealthy(in folder: String) -> Bool {
    guard let proxy = try? SocketClient(path: folder + "/proxy.sock") else { return false }
    proxy.send(line: "show stat")
    let rows = proxy.rest().lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    guard let names = rows.first, let status = names.firstIndex(of: "check_status") else { return false }
    let servers = rows.filter { $0.count > status && ["a", "b", "c"].contains($0[1]) }
    return !servers.isEmpty && servers.allSatisfy { $0[status] == "L7OK" }
  }

  private static func makeCertificates(in folder: String) throws {
    let made = try SystemShell.run(
      """
      set -e
      cd '\(folder)'
      mkdir certs
      openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=An authority for tests' -keyout ca.key -out ca.pem
      openssl req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout key.pem -out request.pem
      printf 'subjectAltName=DNS:localhost,IP:127.0.0.1\\n' > names
      openssl x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out one.pem
      cat one.pem key.pem > certs/parlor.pem
      """, within: Patience.seconds)
    guard made.status == 0 else { throw Unusable(description: made.text) }
  }
}
