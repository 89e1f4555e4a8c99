/// Cuts a connection's bytes into lines: a value that holds only what has not become a line yet.
///
/// The loop owns one large buffer for all connections. A pass over new input goes so: `restore` puts the kept bytes at
/// the buffer's start, new bytes are read behind them, `admit` begins the pass, `next` is called until it answers
/// `.end`, and `keep` saves the rest. Every line therefore lies in one piece in the loop's buffer, and an idle
/// connection owns no bytes at all.
protocol Framer {
  /// This framer, as a connection keeps it.
  var framing: Framing { get }
  /// Copies the kept bytes to the start of `buffer` and answers how many there are.
  func restore(into buffer: UnsafeMutableRawBufferPointer) -> Int
  /// Begins a pass over the kept bytes at the start of `buffer` and `count` new ones behind them.
  mutating func admit(_ count: Int, in buffer: UnsafeMutableRawBufferPointer) -> FramerPass
  /// The next line of the pass, where lines may have `limit` bytes. `atEnd`: no more bytes will ever come.
  mutating func next(
    in buffer: UnsafeMutableRawBufferPointer, _ pass: inout FramerPass, limit: Int, atEnd: Bool
  ) -> FramerStep
  /// Saves what the pass has left over.
  mutating func keep(_ pass: FramerPass, in buffer: UnsafeRawBufferPointer)
  /// Drops everything that was kept: the connection is not read again.
  mutating func clear()
}

/// How a connection's bytes become lines.
enum Framing {
  /// Cut at newlines.
  case lines(LineFramer)
  /// One message a line (RFC 6455).
  case webSocket(WebSocketFramer)

  /// What a framer may keep besides a line: the ending of one; a frame's header and a control frame before its rest.
  static let overhead = WebSocketHeader.longest + WebSocketHeader.longestControl

  /// Drops everything that was kept.
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

/// What a framer has found.
enum FramerStep: Equatable {
  /// A line that is not empty, as a range of the buffer, without its ending.
  case line(Range<Int>)
  /// A line over the limit; told once, the rest of it is skipped.
  case tooLong
  /// A line of no bytes, or a frame that is no line: nobody is told of it.
  case empty
  /// The first line is an HTTP request.
  case httpRequest
  /// The peer asks whether we are there: these bytes are to be sent back.
  case ping(Range<Int>)
  /// The peer has said that it sends nothing more; how to answer that.
  case closed(WebSocketCloseCode)
  /// The peer breaks a rule of its protocol: nothing it sends can be understood any more.
  case violation(WebSocketCloseCode)
  /// No further whole line.
  case end
}

/// How far a pass over the buffer has come.
struct FramerPass {
  /// The first byte that belongs to no line yet.
  var start = 0
  /// No line ends before this.
  var searched = 0
  /// The end of the valid bytes.
  var end = 0
}
