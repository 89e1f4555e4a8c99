import Foundation
import ServerHarness

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An HTTP client that sends raw bytes and reads responses by Content-Length, with a time limit for each.
final class HTTPSocket {
  struct Answer: Equatable {
    let status: Int
    let fields: [String: String]
    let body: String
  }

  private let socket: SocketClient

  init(_ server: ServerProcess) throws { socket = try SocketClient(port: server.httpPort) }

  func send(_ text: String) { socket.send(Array(text.utf8)) }

  func ask(_ line: String, _ fields: [String] = [], body: String? = nil) throws -> Answer {
    var lines = ["\(line) HTTP/1.1", "Host: localhost:\(port)"] + fields
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
    return try answer(hasBody: !line.hasPrefix("HEAD"))
  }

  /// The next response. This server's text bodies end with a newline, so they are read by lines.
  func answer(hasBody: Bool = true) throws -> Answer {
    let status = try line().split(separator: " ")
    var fields: [String: String] = [:]
    while true {
      let line = try line()
      if line.isEmpty { break }
      guard let colon = line.range(of: ": ") else { throw SocketClient.Failure(description: "no header line: \(line)") }
      fields[String(line[..<colon.lowerBound])] = String(line[colon.upperBound...])
    }
    var body = ""
    let length = hasBody ? Int(fields["Content-Length"] ?? "") ?? 0 : 0
    while body.utf8.count < length { body += try socket.line() + "\n" }
    guard body.utf8.count == length else { throw SocketClient.Failure(description: "the body is longer than it says") }
    return Answer(status: Int(status.dropFirst().first ?? "") ?? 0, fields: fields, body: body)
  }

  func isClosed() -> Bool { socket.next() == .end }

  private var port: UInt16 { socket.peerPort }

  private func line() throws -> String {
    let line = try socket.line()
    guard line.hasSuffix("\r") else { throw SocketClient.Failure(description: "no CR LF: \(line)") }
    return String(line.dropLast())
  }
}
