/// Flow-control windows in bytes (RFC 9113, section 5.2).
enum HTTP2Window {
  /// The initial window of every peer.
  static let initial = 65_535
  /// The largest window.
  static let maximum = Int(Int32.max)
  /// The receive window of the connection and of a stream: large enough that a typical response need not wait for a
  /// WINDOW_UPDATE.
  static let size = 4 << 20

  /// The client's preface: no server push, and a large window for streams and the connection.
  static let preface: [UInt8] = {
    var bytes = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    let settings: [(identifier: UInt32, value: UInt32)] = [(2, 0), (4, UInt32(size))]
    var payload: [UInt8] = []
    for setting in settings {
      payload.append(bigEndian: setting.identifier, bytes: 2)
      payload.append(bigEndian: setting.value, bytes: 4)
    }
    bytes.append(frame: .settings, payload: payload)
    bytes.append(frame: .windowUpdate, payload: HTTP2Window.bytes(UInt32(size - initial)))
    return bytes
  }()

  static func adding(_ window: Int, _ more: Int) throws(HTTP2Fault) -> Int {
    guard window + more <= maximum else { throw HTTP2Fault("a window of more than \(maximum) bytes") }
    return window + more
  }

  static func bytes(_ number: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: number, bytes: 4)
    return bytes
  }
}
