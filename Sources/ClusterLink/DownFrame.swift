import LineServer

/// Frames from the owner to an edge. Connections have the ids of the edge's loop.
enum DownFrame {
  /// Sends bytes to some of the edge's connections when a ticket is released; 0 waits for none.
  case send(after: UInt64, to: Recipients, UnsafeRawBufferPointer)
  /// Releases all tickets up to this one; the log's position with them.
  case release(UInt64, position: UInt64)
  /// Drops output that waits for a ticket, and what is queued behind it.
  case dropHeld
  /// Closes a connection when its output is sent.
  case close(ConnectionID)
  /// Grants credit: that many bytes of the connection's input have been handled.
  case credit(ConnectionID, UInt32)
  /// Sets a connection's snapshot, which the edge returns to the next core, when a ticket is released.
  case keep(ConnectionID, after: UInt64, UnsafeRawBufferPointer)
  /// Sets a prepared line for all connections that use a form.
  case preparedLine(PreparedLine, LineForm, UnsafeRawBufferPointer)
  /// A heartbeat.
  case beat
  /// The answer to an HTTP request; empty if there is none.
  case answer(UInt32, UnsafeRawBufferPointer)
  /// The next bytes of a copy of the node's tables.
  case copy(UnsafeRawBufferPointer)
  /// The end of a copy, with its length in bytes.
  case copied(UInt64)

  private enum Kind: UInt8 {
    case send = 1
    case release, dropHeld, close, credit, keep, preparedLine, beat, copy, copied, answer
  }

  /// The recipients of a send, read in place.
  struct Recipients: Sequence, IteratorProtocol {
    fileprivate var reader: ByteReader
    private(set) var count: Int

    fileprivate init(_ bytes: UnsafeRawBufferPointer) {
      reader = ByteReader(bytes)
      count = bytes.count / Self.size
    }

    fileprivate static let size = 8

    mutating func next() -> ConnectionID? {
      guard count > 0 else { return nil }
      count -= 1
      return try? reader.connection()
    }
  }

  /// The most bytes, and the most connections, of one send.
  static let mostSendBytes = 1 << 20
  static let mostRecipients = 8192
  /// The longest frame in bytes.
  static let mostBytes = mostSendBytes + mostRecipients * Recipients.size + 64

  /// Reads a frame; bytes in it are valid as long as the given ones.
  init(_ bytes: UnsafeRawBufferPointer) throws(LinkFault) {
    var reader = ByteReader(bytes)
    guard let kind = Kind(rawValue: try reader.number()) else { throw .unexpected }
    switch kind {
    case .send:
      let ticket: UInt64 = try reader.number()
      let count = Int(try reader.number(UInt32.self))
      guard count <= Self.mostRecipients else { throw .malformed }
      let recipients = Recipients(try reader.take(count * Recipients.size))
      self = .send(after: ticket, to: recipients, reader.rest())
    case .release: self = .release(try reader.number(), position: try reader.number())
    case .dropHeld: self = .dropHeld
    case .close: self = .close(try reader.connection())
    case .credit: self = .credit(try reader.connection(), try reader.number())
    case .keep: self = .keep(try reader.connection(), after: try reader.number(), reader.rest())
    case .preparedLine:
      guard let words = PreparedLine(rawValue: try reader.number()), let form = LineForm(rawValue: try reader.number())
      else {
        throw .malformed
      }
      self = .preparedLine(words, form, reader.rest())
    case .beat: self = .beat
    case .copy: self = .copy(reader.rest())
    case .copied: self = .copied(try reader.number())
    case .answer: self = .answer(try reader.number(), reader.rest())
    }
    try reader.end()
  }

  /// Writes a frame without the bytes that follow its head.
  func writeHead(to head: inout [UInt8]) {
    Self.write(to: &head) { head in
      switch self {
      case .send(let ticket, let recipients, let bytes):
        head.append(Kind.send.rawValue)
        head.add(ticket)
        head.add(UInt32(clamping: recipients.count))
        for recipient in recipients { head.add(recipient) }
        return bytes.count
      case .release(let ticket, let position):
        head.append(Kind.release.rawValue)
        head.add(ticket)
        head.add(position)
      case .dropHeld: head.append(Kind.dropHeld.rawValue)
      case .close(let connection): head.add(Kind.close, connection)
      case .credit(let connection, let amount):
        head.add(Kind.credit, connection)
        head.add(amount)
      case .keep(let connection, let ticket, let bytes):
        head.add(Kind.keep, connection)
        head.add(ticket)
        return bytes.count
      case .preparedLine(let words, let form, let bytes):
        head.append(Kind.preparedLine.rawValue)
        head.append(words.rawValue)
        head.append(form.rawValue)
        return bytes.count
      case .beat: head.append(Kind.beat.rawValue)
      case .copy(let bytes):
        head.append(Kind.copy.rawValue)
        return bytes.count
      case .answer(let number, let bytes):
        head.append(Kind.answer.rawValue)
        head.add(number)
        return bytes.count
      case .copied(let count):
        head.append(Kind.copied.rawValue)
        head.add(count)
      }
      return 0
    }
  }

  /// Writes the head of a send, without creating a frame.
  static func writeSend(
    after ticket: UInt64, to recipients: some Collection<ConnectionID>, bytes: Int, to head: inout [UInt8]
  ) {
    write(to: &head) { head in
      head.append(Kind.send.rawValue)
      head.add(ticket)
      head.add(UInt32(clamping: recipients.count))
      for recipient in recipients { head.add(recipient) }
      return bytes
    }
  }

  private static func write(to head: inout [UInt8], _ body: (inout [UInt8]) -> Int) {
    head.removeAll(keepingCapacity: true)
    head.add(UInt32(0))
    let following = body(&head)
    head.setLength(following: following)
  }

  /// The bytes that follow the head.
  var following: UnsafeRawBufferPointer? {
    switch self {
    case .send(_, _, let bytes), .keep(_, _, let bytes), .preparedLine(_, _, let bytes), .copy(let bytes),
      .answer(_, let bytes):
      bytes
    default: nil
    }
  }
}

/// The lines that an edge sends itself. The owner prepares them, since an edge knows no JSON.
public enum PreparedLine: UInt8, CaseIterable, Sendable {
  /// The owner is gone: unanswered requests may have to be repeated.
  case ownerGone = 0
  /// The edge stops.
  case closing = 1
}

/// The form of a client's lines, as in its last line.
public enum LineForm: UInt8, CaseIterable, Sendable {
  /// JSON objects; also before the first line.
  case object = 0
  /// Typed text.
  case text = 1
}
