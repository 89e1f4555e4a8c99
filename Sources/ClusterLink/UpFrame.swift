import LineServer

/// Frames from an edge to the owner. Connections have the ids of the edge's loop.
enum UpFrame {
  /// A connection was accepted.
  case opened(ConnectionID, from: ConnectionOrigin)
  /// A connection that another core knew, or this one over another link: its snapshot from that core, and the log
  /// position of the last release.
  case attached(ConnectionID, from: ConnectionOrigin, position: UInt64, snapshot: UnsafeRawBufferPointer)
  case line(ConnectionID, UnsafeRawBufferPointer)
  case refused(ConnectionID, InputFault)
  /// The peer has finished sending.
  case finished(ConnectionID)
  case closed(ConnectionID, wasSlow: Bool)
  case slow(ConnectionID)
  case ready(ConnectionID)
  /// A heartbeat.
  case beat
  /// An HTTP request, with a number for its answer.
  case request(UInt32, UnsafeRawBufferPointer)

  private enum Kind: UInt8 {
    case opened = 1
    case attached, line, refused, finished, closed, slow, ready, beat, request
  }

  /// The longest snapshot in bytes.
  static let mostSnapshotBytes = 4096

  /// The longest frame in bytes, given the longest line.
  static func mostBytes(line: Int) -> Int { max(line, mostSnapshotBytes, mostRequestBytes) + 512 }

  /// The longest HTTP request in bytes, header lines and body together.
  static let mostRequestBytes = 1 << 16

  /// Reads a frame; bytes in it are valid as long as the given ones.
  init(_ bytes: UnsafeRawBufferPointer) throws(LinkFault) {
    var reader = ByteReader(bytes)
    guard let kind = Kind(rawValue: try reader.number()) else { throw .unexpected }
    if kind == .beat {
      self = .beat
      try reader.end()
      return
    }
    if kind == .request {
      self = .request(try reader.number(), reader.rest())
      return
    }
    let connection = try reader.connection()
    switch kind {
    case .opened: self = .opened(connection, from: try reader.origin())
    case .attached:
      let origin = try reader.origin()
      let position: UInt64 = try reader.number()
      self = .attached(connection, from: origin, position: position, snapshot: reader.rest())
    case .line: self = .line(connection, reader.rest())
    case .refused: self = .refused(connection, try InputFault(number: try reader.number()))
    case .finished: self = .finished(connection)
    case .closed: self = .closed(connection, wasSlow: try reader.number(UInt8.self) != 0)
    case .slow: self = .slow(connection)
    case .ready: self = .ready(connection)
    case .beat, .request: throw .unexpected
    }
    try reader.end()
  }

  /// Writes the frame's head; the bytes of a line or a snapshot follow separately, which avoids a copy.
  func writeHead(to head: inout [UInt8]) {
    head.removeAll(keepingCapacity: true)
    head.add(UInt32(0))
    var following = 0
    switch self {
    case .opened(let connection, let origin):
      head.add(Kind.opened, connection)
      head.add(origin)
    case .attached(let connection, let origin, let position, let snapshot):
      head.add(Kind.attached, connection)
      head.add(origin)
      head.add(position)
      following = snapshot.count
    case .line(let connection, let line):
      head.add(Kind.line, connection)
      following = line.count
    case .refused(let connection, let fault):
      head.add(Kind.refused, connection)
      head.append(fault.number)
    case .finished(let connection): head.add(Kind.finished, connection)
    case .closed(let connection, let wasSlow):
      head.add(Kind.closed, connection)
      head.append(wasSlow ? 1 : 0)
    case .slow(let connection): head.add(Kind.slow, connection)
    case .ready(let connection): head.add(Kind.ready, connection)
    case .beat: head.append(Kind.beat.rawValue)
    case .request(let number, let bytes):
      head.append(Kind.request.rawValue)
      head.add(number)
      following = bytes.count
    }
    head.setLength(following: following)
  }

  /// The bytes that follow the head.
  var following: UnsafeRawBufferPointer? {
    switch self {
    case .attached(_, _, _, let snapshot): snapshot
    case .line(_, let line): line
    case .request(_, let bytes): bytes
    default: nil
    }
  }
}

extension InputFault {
  fileprivate var number: UInt8 {
    switch self {
    case .lineTooLong: 0
    case .httpRequest: 1
    case .messageTooLong: 2
    }
  }

  fileprivate init(number: UInt8) throws(LinkFault) {
    switch number {
    case 0: self = .lineTooLong
    case 1: self = .httpRequest
    case 2: self = .messageTooLong
    default: throw .malformed
    }
  }
}

extension ByteReader {
  /// A connection's listener and address.
  fileprivate mutating func origin() throws(LinkFault) -> ConnectionOrigin {
    switch try number(UInt8.self) {
    case 0: .network(try text())
    case 1: .console(user: try text())
    case 2: .encrypted(try text())
    default: throw .malformed
    }
  }

  mutating func connection() throws(LinkFault) -> ConnectionID {
    ConnectionID(slot: try number(), generation: try number())
  }
}

extension [UInt8] {
  fileprivate mutating func add(_ origin: ConnectionOrigin) {
    switch origin {
    case .network(let address):
      append(0)
      add(text: address)
    case .console(let user):
      append(1)
      add(text: user)
    case .encrypted(let address):
      append(2)
      add(text: address)
    }
  }

  mutating func add(_ connection: ConnectionID) {
    add(connection.slot)
    add(connection.generation)
  }

  mutating func add(_ kind: some RawRepresentable<UInt8>, _ connection: ConnectionID) {
    append(kind.rawValue)
    add(connection)
  }

  /// Writes the length of the rest into the first four bytes.
  mutating func setLength(following: Int) {
    let length = UInt32(clamping: count - 4 + following).littleEndian
    Swift.withUnsafeBytes(of: length) { replaceSubrange(0..<4, with: $0) }
  }
}
