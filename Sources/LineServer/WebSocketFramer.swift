/// Takes messages out of a client's frames (RFC 6455, section 5): a value that holds only bytes that have not become a
/// message yet.
///
/// A message is assembled in place: `pass.start` is where its bytes begin in the buffer, `gathered` is their number,
/// and `pass.searched` is where the next frame begins. Between messages `pass.start` means nothing. A frame is read
/// when all of it has arrived.
struct WebSocketFramer: Framer {
  /// The gathered bytes, followed by those of an incomplete frame.
  private var kept: [UInt8]
  private var gathered = 0
  /// Whether a message has begun and its last frame has not arrived.
  private var isInside = false

  /// A framer with initial input: the bytes that arrived behind the opening handshake.
  init(unread: [UInt8] = []) { kept = unread }

  var framing: Framing { .webSocket(self) }

  func restore(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard !kept.isEmpty else { return 0 }
    kept.withUnsafeBytes { buffer.copyMemory(from: $0) }
    return kept.count
  }

  mutating func admit(_ count: Int, in buffer: UnsafeMutableRawBufferPointer) -> FramerPass {
    FramerPass(start: 0, searched: gathered, end: kept.count + count)
  }

  /// The next message or control frame. An unfinished message at the end of the input is dropped.
  mutating func next(
    in buffer: UnsafeMutableRawBufferPointer, _ pass: inout FramerPass, limit: Int, atEnd: Bool
  ) -> FramerStep {
    let header: WebSocketHeader
    switch WebSocketHeader.read(UnsafeRawBufferPointer(rebasing: buffer[pass.searched..<pass.end])) {
    case .incomplete: return .end
    case .violation: return .violation(.protocolError)
    case .header(let read): header = read
    }
    if let code = refusal(of: header, limit: limit) { return .violation(code) }
    let place = pass.searched + header.size
    guard pass.end - place >= header.count else { return .end }
    pass.searched = place + header.count
    let payload = place..<pass.searched
    guard !header.opcode.isControl else {
      unmask(buffer, payload, to: place, header.mask)
      return control(header.opcode, payload, UnsafeRawBufferPointer(buffer))
    }
    if !isInside { pass.start = place }
    unmask(buffer, payload, to: pass.start + gathered, header.mask)
    gathered += header.count
    isInside = !header.isFinal
    guard header.isFinal else { return .empty }
    let message = pass.start..<(pass.start + gathered)
    gathered = 0
    guard !message.isEmpty else { return .empty }
    return isUTF8(UnsafeRawBufferPointer(rebasing: buffer[message])) ? .line(message) : .violation(.invalidText)
  }

  mutating func keep(_ pass: FramerPass, in buffer: UnsafeRawBufferPointer) {
    if gathered == 0 && pass.searched == pass.end {
      if !kept.isEmpty { kept = [] }
    } else {
      kept = [UInt8](buffer[pass.start..<(pass.start + gathered)]) + buffer[pass.searched..<pass.end]
    }
  }

  mutating func clear() {
    kept = []
    gathered = 0
  }

  /// Why a frame cannot be accepted, judged by its header: no more is read of a message that is too long.
  private func refusal(of header: WebSocketHeader, limit: Int) -> WebSocketCloseCode? {
    if header.opcode.isControl { return nil }
    if (header.opcode == .continuation) != isInside { return .protocolError }
    if header.opcode == .binary { return .unsupportedData }
    return header.count > limit - gathered ? .messageTooBig : nil
  }

  private func control(
    _ opcode: WebSocketHeader.Opcode, _ payload: Range<Int>, _ buffer: UnsafeRawBufferPointer
  ) -> FramerStep {
    guard opcode == .close else { return opcode == .ping ? .ping(payload) : .empty }
    guard !payload.isEmpty else { return .closed(.none) }
    guard payload.count >= 2 else { return .violation(.protocolError) }
    let code = WebSocketCloseCode(
      rawValue: UInt16(buffer[payload.lowerBound]) << 8 | UInt16(buffer[payload.lowerBound + 1]))
    guard code.isSendable else { return .violation(.protocolError) }
    let reason = UnsafeRawBufferPointer(rebasing: buffer[payload.dropFirst(2)])
    return isUTF8(reason) ? .closed(code) : .violation(.invalidText)
  }

  /// Moves a payload to an index at or before its own, and unmasks it, eight bytes at a time.
  private func unmask(
    _ buffer: UnsafeMutableRawBufferPointer, _ payload: Range<Int>, to place: Int, _ mask: UInt64
  ) {
    var (from, to) = (payload.lowerBound, place)
    while payload.upperBound - from >= 8 {
      let word = buffer.loadUnaligned(fromByteOffset: from, as: UInt64.self) ^ mask
      buffer.storeBytes(of: word, toByteOffset: to, as: UInt64.self)
      from += 8
      to += 8
    }
    withUnsafeBytes(of: mask) { mask in
      for (index, byte) in buffer[from..<payload.upperBound].enumerated() { buffer[to + index] = byte ^ mask[index] }
    }
  }
}

/// Whether bytes are UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF (RFC 3629).
func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
  var index = 0
  while index < bytes.count {
    if bytes.count - index >= 8,
      bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      index += 8
      continue
    }
    let lead = bytes[index]
    index += 1
    if lead < 0x80 { continue }
    // The range of the second byte excludes the forbidden forms.
    let (more, second): (Int, ClosedRange<UInt8>)
    switch lead {
    case 0xC2...0xDF: (more, second) = (1, 0x80...0xBF)
    case 0xE0: (more, second) = (2, 0xA0...0xBF)
    case 0xED: (more, second) = (2, 0x80...0x9F)
    case 0xE1...0xEF: (more, second) = (2, 0x80...0xBF)
    case 0xF0: (more, second) = (3, 0x90...0xBF)
    case 0xF1...0xF3: (more, second) = (3, 0x80...0xBF)
    case 0xF4: (more, second) = (3, 0x80...0x8F)
    default: return false
    }
    guard bytes.count - index >= more, second.contains(bytes[index]) else { return false }
    for later in 1..<max(more, 1) where bytes[index + later] & 0xC0 != 0x80 { return false }
    index += more
  }
  return true
}
