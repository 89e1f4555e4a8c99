import LineServer

/// What the owner tells an edge. Connections are named as the edge's own loop names them.
enum DownFrame {
  /// Bytes for some of the edge's connections, once a ticket is released; 0 waits for none.
  case send(after: UInt64, to: Recipients, UnsafeRawBufferPointer)
  /// Everything up to this ticket may leave; where the log ends with it.
  case release(UInt64, position: UInt64)
  /// What waits for a ticket, and what stands behind it, is never going to leave.
  case dropHeld
  /// Close a connection once all has left that it was sent.
  case close(ConnectionID)
  /// So much of what the connection has sent has been handled: it may send as much again.
  case credit(ConnectionID, UInt32)
  /// What the edge is to give back when this connection comes to another core, once a ticket is released.
  case keep(ConnectionID, after: UInt64, UnsafeRawBufferPointer)
  /// A line for all connections of a form, should something happen.
  case words(LinkWords, LinkForm, UnsafeRawBufferPointer)
  /// The owner is there.
  case beat
  /// The answer to a request over HTTP; no bytes where there is none.
  case answer(UInt32, UnsafeRawBufferPointer)
  /// The next bytes of a copy of the node's tables.
  case copy(UnsafeRawBufferPointer)
  /// That was the whole copy, and how many bytes it has.
  case copied(UInt64)

  private enum Kind: UInt8 {
    case send = 1
    case release, dropHeld, close, credit, keep, words, beat, copy, copied, answer
  }

  /// The connections that a send is for, as they stand in the frame.
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

  /// The most bytes of what is sent at once, and the most connections that one frame is for.
  static let mostSendBytes = 1 << 20
  static let mostRecipients = 8192
  /// The most bytes of a frame.
  static let mostBytes = mostSendBytes + mostRecipients * Recipients.size + 64

  /// Reads a frame; bytes in it are valid for as long as those given.
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
    case .words:
      guard let words = LinkWords(rawValue: try reader.number()), let form = LinkForm(rawValue: try reader.number())
      else {
        throw .malformed
      }
      self = .words(words, form, reader.rest())
    case .beat: self = .beat
    case .copy: self = .copy(reader.rest())
    case .copied: self = .copied(try reader.number())
    case .answer: self = .answer(try reader.number(), reader.rest())
    }
    try reader.end()
  }

  /// Writes a frame but for the bytes that follow it.
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
      case .words(let words, let form, let bytes):
        head.append(Kind.words.rawValue)
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

  /// The head of a send, without a frame around its parts.
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

  /// What follows the head.
  var following: UnsafeRawBufferPointer? {
    switch self {
    case .send(_, _, let bytes), .keep(_, _, let bytes), .words(_, _, let bytes), .copy(let bytes),
      .answer(_, let bytes):
      bytes
    default: nil
    }
  }
}

/// What an edge says by itself, in lines that the owner has given it beforehand, since it knows no JSON.
public enum LinkWords: UInt8, CaseIterable, Sendable {
  /// The owner is gone: what was asked and not answered yet may have to be asked again.
  case ownerGone = 0
  /// The edge itself stops.
  case closing = 1
}

/// In which form a client is told something: that of its last line.
public enum LinkForm: UInt8, CaseIterable, Sendable {
  /// Its lines begin with a brace, or it has not sent any.
  case object = 0
  /// It types.
  case text = 1
}
