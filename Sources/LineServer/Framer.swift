/// Cuts a connection's bytes into lines: a value that holds only bytes that have not become a line yet.
///
/// The loop owns one large buffer for all connections. A pass over new input: `restore` copies the kept bytes to the
/// buffer's start, new bytes are read behind them, `admit` begins the pass, `next` is called until it returns `.end`,
/// and `keep` saves the rest. So every line is contiguous in the loop's buffer, and an idle connection owns no bytes.
protocol Framer {
  /// This framer as the enumeration that a connection stores.
  var framing: Framing { get }
  /// Copies the kept bytes to the start of `buffer` and returns their number.
  func restore(into buffer: UnsafeMutableRawBufferPointer) -> Int
  /// Begins a pass over the kept bytes at the start of `buffer` and `count` new ones behind them.
  mutating func admit(_ count: Int, in buffer: UnsafeMutableRawBufferPointer) -> FramerPass
  /// The next line of the pass, of at most `limit` bytes. `atEnd`: no more bytes will arrive.
  mutating func next(
    in buffer: UnsafeMutableRawBufferPointer, _ pass: inout FramerPass, limit: Int, atEnd: Bool
  ) -> FramerStep
  /// Saves the bytes that the pass has not consumed.
  mutating func keep(_ pass: FramerPass, in buffer: UnsafeRawBufferPointer)
  /// Drops the kept bytes: the connection is not read again.
  mutating func clear()
}

/// How a connection's bytes become lines.
enum Framing {
  /// Cut at newlines.
  case lines(LineFramer)
  /// One message a line (RFC 6455).
  case webSocket(WebSocketFramer)

  /// The most bytes kept besides a line: a line's ending, or a frame's header and a control frame before its rest.
  static let overhead = WebSocketHeader.longest + WebSocketHeader.longestControl

  /// Drops the kept bytes.
  mutating func clear() {
    switch self {
    case .lines(var framer):
      framer.clear()
      self = .lines(framer)
    case .webSocket(var framer):
      framer.clear()
      self = .webSocket(framer)
    }
  }
}

/// One result of a framer.
enum FramerStep: Equatable {
  /// A line that is not empty, as a range of the buffer, without its ending.
  case line(Range<Int>)
  /// A line over the limit; reported once, its rest is skipped.
  case tooLong
  /// An empty line, or a frame that is no line; not reported.
  case empty
  /// The first line is an HTTP request.
  case httpRequest
  /// The peer sent a ping: these bytes are sent back.
  case ping(Range<Int>)
  /// The peer closed the WebSocket; the code to answer with.
  case closed(WebSocketCloseCode)
  /// The peer broke a rule of its protocol: nothing more of its input can be understood.
  case violation(WebSocketCloseCode)
  /// No further whole line.
  case end
}

/// The state of a pass over the buffer.
struct FramerPass {
  /// The first byte that belongs to no line yet.
  var start = 0
  /// No line ends before this.
  var searched = 0
  /// The end of the valid bytes.
  var end = 0
}
