import LineServer

/// What an edge tells the owner. Connections are named as the edge's own loop names them.
enum UpFrame {
  /// A connection was made.
  case opened(ConnectionID, from: ConnectionOrigin)
  /// A connection that another core knew, or this one over another link: what that core gave the edge to keep, and the
  /// last position of the log that it stated.
  case attached(ConnectionID, from: ConnectionOrigin, position: UInt64, snapshot: UnsafeRawBufferPointer)
  case line(ConnectionID, UnsafeRawBufferPointer)
  case refused(ConnectionID, InputFault)
  /// The peer sends nothing more.
  case finished(ConnectionID)
  case closed(ConnectionID, wasSlow: Bool)
  case slow(ConnectionID)
  case ready(ConnectionID)
  /// The edge is there.
  case beat
  /// What somebody asks over HTTP, under a number by which the answer is known.
  case request(UInt32, UnsafeRawBufferPointer)

  private enum Kind: UInt8 {
    case opened = 1
    case attached, line, refused, finished, closed, slow, ready, beat, request
  }

  /// The most bytes of a snapshot.
  static let mostSnapshotBytes = 4096

  /// The most bytes of a frame where lines have at most so many.
  static func mostBytes(line: Int) -> Int { max(line, mostSnapshotBytes, mostRequestBytes) + 512 }

  /// The most bytes of a request over HTTP, its header lines and its body together.
  static let mostRequestBytes = 1 << 16

  /// Reads a frame; bytes in it are valid for as long as those given.
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

  /// Writes the frame; the bytes of a line or a snapshot follow as they are, so that they are not copied twice.
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

  /// What follows the head.
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
  /// Which listener has accepted a connection, and whose it is.
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

  /// Puts into the first four bytes how many come after them.
  mutating func setLength(following: Int) {
    let length = UInt32(clamping: count - 4 + following).littleEndian
    Swift.withUnsafeBytes(of: length) { replaceSubrange(0..<4, with: $0) }
  }
}
