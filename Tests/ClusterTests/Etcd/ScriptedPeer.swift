import Foundation
import HTTP2Wire
import ServerHarness

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A request as parsed by a gRPC server.
struct ScriptedRequest: Sendable {
  let fields: [HPACKField]
  /// Without its five bytes of header.
  let message: [UInt8]

  var path: String { self[":path"] ?? "" }

  subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}

/// The server side of an HTTP/2 connection, as far as tests need it.
struct ScriptedPeer {
  private let client: Int32
  private let stop: Int32
  private var frames = HTTP2FrameReader()
  private var block = HTTP2FieldBlock()
  private var prefaceLeft = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)[...]
  private var stream: UInt32 = 0
  private var hasGreeted = false

  init(_ client: Int32, until stop: Int32) {
    self.client = client
    self.stop = stop
  }

  /// The next complete request; `nil` if the connection or the server ends before.
  mutating func read() -> ScriptedRequest? {
    var fields: [HPACKField] = []
    var body: [UInt8] = []
    while true {
      guard let frame = try? frames.next() else {
        guard feed() else { return nil }
        continue
      }
      switch frame.kind {
      case .headers, .continuation:
        guard let found = try? block.take(frame) else { continue }
        (fields, stream, body) = (found.fields, frame.stream, [])
      case .data where frame.stream == stream:
        body += frame.payload
        // Grants as much again as was received, on the stream and on the connection.
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt32(frame.payload.count), bytes: 4)
        guard send(frame: .windowUpdate, [], bytes, isOfStream: true),
          send(frame: .windowUpdate, [], bytes, isOfStream: false)
        else { return nil }
      default: continue
      }
      let length = body.dropFirst().prefix(4).reduce(0) { $0 << 8 | Int($1) }
      if body.count >= 5, body.count - 5 >= length {
        return ScriptedRequest(fields: fields, message: Array(body.dropFirst(5)))
      }
    }
  }

  /// Received bytes; `nil` at the end of the connection or of the server.
  func receive() -> [UInt8]? {
    while true {
      var entries = [stop, client].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&entries, 2, -1) >= 0 || errno == EINTR, entries[0].revents == 0 else { return nil }
      guard entries[1].revents != 0 else { continue }
      var piece = [UInt8](repeating: 0, count: 65_536)
      let read = recv(client, &piece, piece.count, 0)
      return read > 0 ? Array(piece[..<read]) : nil
    }
  }

  func hold() {
    var entry = pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, -1) < 0, errno == EINTR {}
  }

  func send(_ bytes: [UInt8]) -> Bool { Listening.send(bytes[...], to: client) }

  mutating func sendHead() -> Bool {
    send([HPACKField(":status", "200"), HPACKField("content-type", "application/grpc")], isEnd: false)
  }

  mutating func send(message: [UInt8]) -> Bool {
    var bytes: [UInt8] = [0]
    bytes.append(bigEndian: UInt32(message.count), bytes: 4)
    bytes += message
    for start in stride(from: 0, to: bytes.count, by: HTTP2Frame.mostBytes) {
      let piece = Array(bytes[start...].prefix(HTTP2Frame.mostBytes))
      guard send(frame: .data, [], piece, isOfStream: true) else { return false }
    }
    return true
  }

  mutating func sendEnd(code: Int, _ text: String) -> Bool { send(Self.end(code, text), isEnd: true) }

  mutating func sendHead(andEnd code: Int, _ text: String) -> Bool {
    send([HPACKField(":status", "200")] + Self.end(code, text), isEnd: true)
  }

  mutating func send(_ fields: [HPACKField], isEnd: Bool) -> Bool {
    let flags: HTTP2Frame.Flags = isEnd ? [.endHeaders, .endStream] : .endHeaders
    return send(frame: .headers, flags, HPACKEncoding.block(of: fields), isOfStream: true)
  }

  mutating func send(
    frame kind: HTTP2FrameKind, _ flags: HTTP2Frame.Flags, _ payload: [UInt8], isOfStream: Bool
  ) -> Bool {
    var bytes: [UInt8] = []
    if !hasGreeted { bytes.append(frame: .settings, payload: []) }
    hasGreeted = true
    bytes.append(frame: kind, flags, stream: isOfStream ? stream : 0, payload: payload)
    return send(bytes)
  }

  private static func end(_ code: Int, _ text: String) -> [HPACKField] {
    [HPACKField("grpc-status", "\(code)"), HPACKField("grpc-message", text)]
  }

  private mutating func feed() -> Bool {
    guard var bytes = receive()?[...] else { return false }
    while let expected = prefaceLeft.first, let byte = bytes.first {
      guard byte == expected else { return false }
      prefaceLeft.removeFirst()
      bytes.removeFirst()
    }
    frames.append(bytes)
    return true
  }
}
