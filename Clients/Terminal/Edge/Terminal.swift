internal import CTerminal

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The terminal: raw mode, output, and restoring.
///
/// Output waits here until the terminal accepts it, and nothing new is drawn meanwhile: a slow link gets the latest
/// picture late, never a queue of old ones.
struct Terminal {
  private static let enter = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[?25l"
  private static let leave =
    "\u{1B}\\\u{1B}[0m\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  let depth: ColourDepth
  private let isASCII: Bool
  private let output: Int32
  private let isOwnOutput: Bool
  private var waiting: [UInt8] = []
  private var shown: Frame?
  private var isKnown = false

  init?(_ options: Options, wake: Int32) {
    guard cterminal_open(0, 1, wake) == 0 else { return nil }
    (depth, isASCII) = (options.depth, options.preferences.isASCII)
    let own = cterminal_open_output()
    isOwnOutput = own >= 0
    output = own >= 0 ? own : 1
    var bytes = Array(Self.leave.utf8).map { CChar(bitPattern: $0) }
    cterminal_set_restoring(&bytes, bytes.count)
  }

  var descriptor: Int32 { output }
  var isBusy: Bool { !waiting.isEmpty }

  static var size: (width: Int, height: Int) {
    var (columns, rows): (Int32, Int32) = (80, 24)
    guard cterminal_size(&columns, &rows) == 0 else { return (80, 24) }
    return (min(Int(columns), 1000), min(Int(rows), 500))
  }

  mutating func take() {
    _ = cterminal_take()
    waiting = Array(Self.enter.utf8)
    // Terminals that do not answer are assumed to be dark.
    if depth != .none { waiting += Array("\u{1B}]11;?\u{1B}\\".utf8) }
    isKnown = false
    flush()
  }

  mutating func giveBack() {
    cterminal_give_back()
    waiting = []
  }

  mutating func forget() { isKnown = false }

  mutating func draw(_ frame: Frame) {
    guard waiting.isEmpty else { return }
    let frame = isASCII ? frame.inASCII() : frame
    waiting = ScreenDrawing.bytes(from: isKnown ? shown : nil, to: frame, depth)
    (shown, isKnown) = (frame, true)
    flush()
  }

  /// Sends a sequence that draws nothing.
  mutating func send(_ sequence: String) {
    waiting += Array(sequence.utf8)
    flush()
  }

  mutating func flush() {
    while !waiting.isEmpty {
      // A shared file description may block: then output is written in small pieces when there is room.
      let piece = isOwnOutput ? waiting.count : min(waiting.count, 256)
      let count = waiting.withUnsafeBytes { write(output, $0.baseAddress, piece) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      waiting.removeFirst(count)
      if !isOwnOutput { return }
    }
  }
}
