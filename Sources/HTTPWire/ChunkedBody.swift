/// The parser of a chunked body (RFC 9112, section 7.1), with a limit for every part of it.
struct ChunkedBody: Sendable {
  private enum State: Sendable {
    case size
    case data(Int)
    case ending
    case trailers
  }

  private(set) var bytes: [UInt8] = []
  private var state = State.size
  private var extensionBytes = 0
  private var trailerBytes = 0

  /// Reads further input.
  ///
  /// - Returns: whether the body is complete.
  mutating func read(from queue: inout ByteQueue, limits: HTTPLimits) throws(HTTPRefusal) -> Bool {
    while true {
      switch state {
      case .size:
        guard let line = try queue.takeLine(limit: 8 + limits.extensionBytes, overflow: .bad("bad chunk size"))
        else { return false }
        let size = try size(line, limits)
        state = size == 0 ? .trailers : .data(size)
      case .data(let left):
        let taken = queue.take(upTo: left)
        bytes += taken
        guard taken.count == left else {
          state = .data(left - taken.count)
          return false
        }
        state = .ending
      case .ending:
        guard let line = try queue.takeLine(limit: 0, overflow: .bad("a chunk is longer than its size")) else {
          return false
        }
        guard line.isEmpty else { throw .bad("a chunk is longer than its size") }
        state = .size
      case .trailers:
        let room = limits.trailerBytes - trailerBytes
        let overflow = HTTPRefusal(.headerFieldsTooLarge, "trailers are too long")
        guard let line = try queue.takeLine(limit: room, overflow: overflow) else { return false }
        guard !line.isEmpty else { return true }
        // Trailers are parsed, so that they are valid, and discarded, so that none can replace a header line.
        _ = try HTTPFields.field(line)
        trailerBytes += line.count + 2
      }
    }
  }

  /// One to eight hexadecimal digits, optionally followed by extensions, which are ignored.
  private mutating func size(_ line: ArraySlice<UInt8>, _ limits: HTTPLimits) throws(HTTPRefusal) -> Int {
    let end = line.firstIndex(of: Byte.semicolon) ?? line.endIndex
    let digits = line[..<end]
    extensionBytes += line.count - digits.count
    guard (1...8).contains(digits.count), extensionBytes <= limits.extensionBytes else {
      throw .bad(digits.isEmpty || digits.count > 8 ? "bad chunk size" : "chunk extensions are too long")
    }
    var size = 0
    for digit in digits {
      guard let value = Byte.hexValue(digit) else { throw .bad("bad chunk size") }
      size = size << 4 | Int(value)
    }
    guard size <= limits.bodyBytes - bytes.count else {
      throw HTTPRefusal(.contentTooLarge, "the body may have at most \(limits.bodyBytes) bytes")
    }
    return size
  }
}
