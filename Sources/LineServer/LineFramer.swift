/// Cuts input at newlines, and removes telnet commands in `admit`: see ``Framer``.
struct LineFramer: Framer {
  private var kept: [UInt8] = []
  private var telnet = TelnetFilter()
  private var isSkipping = false
  private var hasSeenLine = false
  /// Whether the kept bytes may hold whole lines: the pass was left before its end.
  private var keptUnsearched = false

  /// The kept bytes, which wait for the rest of their line or for the next read.
  var keptCount: Int { kept.count }

  var framing: Framing { .lines(self) }

  func restore(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard !kept.isEmpty else { return 0 }
    kept.withUnsafeBytes { buffer.copyMemory(from: $0) }
    return kept.count
  }

  mutating func admit(_ count: Int, in buffer: UnsafeMutableRawBufferPointer) -> FramerPass {
    let fresh = UnsafeMutableRawBufferPointer(rebasing: buffer[kept.count..<(kept.count + count)])
    let remaining = telnet.filter(fresh, lineStart: kept[((kept.lastIndex(of: 0x0A) ?? -1) + 1)...].first)
    return FramerPass(start: 0, searched: keptUnsearched ? 0 : kept.count, end: kept.count + remaining)
  }

  mutating func next(
    in buffer: UnsafeMutableRawBufferPointer, _ pass: inout FramerPass, limit: Int, atEnd: Bool = false
  ) -> FramerStep {
    while pass.start < pass.end || pass.searched < pass.end {
      let valid = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<pass.end])
      guard let newline = valid.firstIndex(ofByte: 0x0A, from: pass.searched) ?? (atEnd ? pass.end : nil)
      else {
        pass.searched = pass.end
        return overflow(valid, &pass, limit: limit)
      }
      let start = pass.start
      pass.start = min(newline + 1, pass.end)
      pass.searched = pass.start
      if isSkipping {
        isSkipping = false
        continue
      }
      let end = newline > start && valid[newline - 1] == 0x0D ? newline - 1 : newline
      guard end > start else { return .empty }
      let line = UnsafeRawBufferPointer(rebasing: valid[start..<end])
      if isRequest(line, isWhole: line.count <= limit) { return .httpRequest }
      return line.count > limit ? .tooLong : .line(start..<end)
    }
    return .end
  }

  mutating func keep(_ pass: FramerPass, in buffer: UnsafeRawBufferPointer) {
    keptUnsearched = pass.searched < pass.end
    if pass.start == pass.end {
      if !kept.isEmpty { kept = [] }
    } else {
      kept = [UInt8](buffer[pass.start..<pass.end])
    }
  }

  mutating func clear() {
    kept = []
    keptUnsearched = false
  }

  /// Handles a line without an end: either it may still grow, or it is too long.
  private mutating func overflow(
    _ valid: UnsafeRawBufferPointer, _ pass: inout FramerPass, limit: Int
  ) -> FramerStep {
    let pending = pass.end - pass.start
    if isSkipping {
      pass.start = pass.end
      return .end
    }
    // One byte more can be the carriage return of a line of exactly the limit.
    if pending <= limit || (pending == limit + 1 && valid[pass.end - 1] == 0x0D) { return .end }
    isSkipping = true
    let line = UnsafeRawBufferPointer(rebasing: valid[pass.start..<pass.end])
    pass.start = pass.end
    return isRequest(line, isWhole: false) ? .httpRequest : .tooLong
  }

  /// Whether this is the connection's first line and an HTTP request. `isWhole`: its end is known.
  private mutating func isRequest(_ line: UnsafeRawBufferPointer, isWhole: Bool) -> Bool {
    guard !hasSeenLine else { return false }
    hasSeenLine = true
    return HTTPRequestLine.matches(line, isWhole: isWhole)
  }
}

/// Recognises HTTP request lines, so that a web page cannot make a browser speak to this server.
enum HTTPRequestLine {
  private static let methods: [StaticString] = [
    "GET ", "POST ", "HEAD ", "OPTIONS ", "CONNECT ", "PUT ", "DELETE ", "PATCH ", "TRACE ", "PRI ",
  ]

  /// A method in capitals, then a path, `*`, or anything that ends in a version: `CONNECT a:1 HTTP/1.1`.
  static func matches(_ line: UnsafeRawBufferPointer, isWhole: Bool) -> Bool {
    for method in methods where line.starts(withASCII: method) {
      let target = line.dropFirst(method.utf8CodeUnitCount)
      if target.first == UInt8(ascii: "/") || target.first == UInt8(ascii: "*") { return true }
      let version = target.suffix(9)
      return isWhole && UnsafeRawBufferPointer(rebasing: version).starts(withASCII: " HTTP/")
    }
    return false
  }
}
