import GameKit
import ParlorCore
import Synchronization
import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The format of the server log.
enum LogFormat: String, Sendable {
  /// `2026-11-20T08:00:00Z room_created room=lunch by=ana`.
  case text
  /// One JSON object per line.
  case json
}

extension LogFormat {
  /// The format that the arguments and the environment select, even if others of them are invalid: the sentence about
  /// that is a line of the log.
  static func selected(by arguments: [String], environment: [(name: String, value: String)]) -> LogFormat {
    guard !ServerOptions.isCommand(arguments) else { return .text }
    let flag = "--log-format"
    var asked = environment.first { $0.name == "PARLOR_LOG_FORMAT" }.map(\.value)
    for (index, argument) in arguments.enumerated() {
      if argument == flag, index + 1 < arguments.count { asked = arguments[index + 1] }
      if argument.hasPrefix(flag + "=") { asked = String(argument.dropFirst(flag.count + 1)) }
    }
    return asked.flatMap(LogFormat.init) ?? .text
  }
}

/// The server log on standard output: one line per event. It never contains letters, tokens or talk.
struct ServerLog: Sendable {
  let format: LogFormat
  private let lost = LostLines()

  init(format: LogFormat) { self.format = format }

  /// Writes an event, unless the log's reader is too slow: otherwise the whole server would wait. Lines are then lost,
  /// and the next written line follows their number.
  func write(_ entry: LogEntry, at instant: Instant, to descriptor: Int32 = 1) {
    guard Self.isWritable(descriptor) else { return lost.count() }
    let missed = lost.take()
    if missed > 0 {
      Self.print(line(LogEntry("log_lines_lost", ["lines": .int(missed)]), at: instant), to: descriptor)
    }
    Self.print(line(entry, at: instant), to: descriptor)
  }

  /// Why a path is unsuitable for the log; `nil` for a file, a terminal, or a path that does not exist yet. Opening a
  /// pipe would wait for a reader.
  static func logFileFault(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, ![S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else { return nil }
    return "\(path) is not a file"
  }

  private func line(_ entry: LogEntry, at instant: Instant) -> String {
    switch format {
    case .text:
      let fields = entry.fields.members.map { " \($0.key)=\(Self.plain($0.value))" }.joined()
      return "\(Self.timeText(instant)) \(entry.event)\(fields)"
    case .json:
      var object: JSONObject = ["time": .string(Self.timeText(instant)), "event": .string(entry.event)]
      object.merge(entry.fields)
      return JSON.object(object).text
    }
  }

  /// Whether a line can be written without blocking: a writable pipe has room for a page, and lines are shorter.
  private static func isWritable(_ descriptor: Int32) -> Bool {
    var asked = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&asked, 1, 0) != 0
  }

  /// The format of ``message(_:_:isTimed:to:)``: set once, before the first sentence.
  private static let writesJSONMessages = Atomic<Bool>(false)

  static func setMessageFormat(as format: LogFormat) { writesJSONMessages.store(format == .json, ordering: .relaxed) }

  /// Prints a sentence about the start or its failure: as text, or as the `message` of an event.
  ///
  /// - Parameter isTimed: whether the text begins with the time, as events do: for what can come later as well.
  static func message(_ event: String, _ sentence: String, isTimed: Bool = false, to descriptor: Int32 = 1) {
    let time = timeText(ServerClock.systemTime)
    guard writesJSONMessages.load(ordering: .relaxed) else {
      return print(isTimed ? "\(time) \(sentence)" : sentence, to: descriptor)
    }
    print(
      JSON.object(["time": .string(time), "event": .string(event), "message": .string(sentence)]).text, to: descriptor)
  }

  /// Writes one line at once, so that a reader of the pipe sees it.
  static func print(_ line: String, to descriptor: Int32 = 1) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { writeBytes(descriptor, $0.baseAddress, $0.count) }
      if written > 0 {
        bytes = bytes.dropFirst(written)
      } else if errno != EINTR {
        return
      }
    }
  }

  private static func plain(_ value: JSON) -> String {
    guard case .string(let text) = value else { return value.text }
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "-_./:0123456789".unicodeScalars.contains($0)
    }
    return isPlain && !text.isEmpty ? text : value.text
  }

  /// A time in the log's format.
  static func timeText(_ instant: Instant) -> String {
    let day = UTCCalendar().day(at: instant)
    let seconds = instant.milliseconds(since: UTCCalendar().start(of: day)) / 1000
    func padded(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(day.text)T\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))Z"
  }
}

/// The number of lost lines since the last written one.
private final class LostLines: Sendable {
  private let lines = Atomic<Int>(0)

  func count() { lines.add(1, ordering: .relaxed) }

  func take() -> Int { lines.exchange(0, ordering: .relaxed) }
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
