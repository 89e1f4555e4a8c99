internal import ClientKit

/// The server to play at: `--host`, `--port` and `--tls`, in any order.
struct ServerChoice: Hashable {
  var host = "127.0.0.1"
  /// `nil` for the default port, with TLS or without.
  var port: UInt16?
  var isSecure = false

  var address: ServerAddress { ServerAddress(host: host, port: port, isSecure: isSecure) }

  /// - Parameter server: which server it is, in words.
  static func flags(_ server: String = "where the server is") -> [Flag<ServerChoice>] {
    [
      Flag(name: "host", value: "ADDRESS", summary: "\(server) (default 127.0.0.1)") { $0.host = $1 },
      .number("port", 1...65_535, "its port (default \(ServerAddress.defaultPort))") { $0.port = UInt16($1) },
      Flag(
        name: "tls", value: nil,
        summary: "over TLS, by the program openssl (default port \(ServerAddress.defaultSecurePort))"
      ) { choice, _ in choice.isSecure = true },
    ]
  }
}
