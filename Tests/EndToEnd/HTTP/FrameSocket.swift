import Foundation
import ServerHarness

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A WebSocket client over TCP that sends raw bytes and reads frames with a time limit.
final class FrameSocket {
  private let socket: SocketClient

  init(_ server: ServerProcess) throws {
    socket = try SocketClient(port: server.httpPort)
    let lines = [
      "GET /line HTTP/1.1", "Host: localhost:\(server.httpPort)", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
    ]
    socket.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    guard try socket.line() == "HTTP/1.1 101 Switching Protocols\r" else {
      throw SocketClient.Failure(description: "no WebSocket")
    }
    while try socket.line() != "\r" {}
  }

  func send(bytes: [UInt8]) { socket.send(bytes) }

  /// Sends a message of at most 125 bytes, masked with zeros.
  func send(_ text: String) { send(bytes: [0x81, 0x80 | UInt8(text.utf8.count), 0, 0, 0, 0] + Array(text.utf8)) }

  /// The next frame's first byte and its payload.
  private func frame() throws -> (UInt8, [UInt8]) {
    let header = try socket.bytes(2)
    var count = Int(header[1])
    let lengthBytes = count == 126 ? 2 : count == 127 ? 8 : 0
    if lengthBytes > 0 { count = try socket.bytes(lengthBytes).reduce(0) { $0 << 8 | Int($1) } }
    return (header[0], try socket.bytes(count))
  }

  func message() throws -> String {
    let (first, payload) = try frame()
    guard first == 0x81 else { throw SocketClient.Failure(description: "a frame that begins with \(first)") }
    return String(decoding: payload, as: UTF8.self)
  }

  /// The code of the close frame; frames before it are skipped.
  func closeCode() throws -> UInt16 {
    while true {
      let (first, payload) = try frame()
      guard first == 0x88 else { continue }
      return payload.reduce(0) { $0 << 8 | UInt16($1) }
    }
  }

  func close() { socket.close() }
}
