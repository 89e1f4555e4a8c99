import GameKit
import ParlorCore
import Synchronization
import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How the operator's log is written.
enum LogFormat: String, Sendable {
  /// `2026-11-20T08:00:00Z room_created room=lunch by=ana`.
  case text
  /// One JSON object a line.
  case json
}

extension LogFormat {
  /// What the arguments and the environment ask for, also where the rest of them makes no sense: the sentence that
  /// says so is a line of the log.
  static func asked(_ arguments: [String], environment: [(name: String, value: String)]) -> LogFormat {
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

/// The operator's log on standard output: a line an event. Letters, tokens and what people say never get here.
struct ServerLog: Sendable {
  let format: LogFormat
  private let lost = LostLines()

  init(format: LogFormat) { self.format = format }

  /// Writes an event, unless whoever reads the log does not keep up: everybody on the server would wait for it. Then
  /// lines are lost, and the next one that is written follows the number of those that were.
  func write(_ entry: LogEntry, at instant: Instant, to descriptor: Int32 = 1) {
    guard Self.takesMore(descriptor) else { return lost.count() }
    let missed = lost.take()
    if missed > 0 {
      Self.print(line(LogEntry("log_lines_lost", ["lines": .int(missed)]), at: instant), to: descriptor)
    }
    Self.print(line(entry, at: instant), to: descriptor)
  }

  /// Why a path is no place for the log; `nil` for a file, a terminal, or what is not there yet. To open a pipe would
  /// wait for somebody who reads it.
  static func whyNoLog(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, ![S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else { return nil }
    return "\(path) is no file"
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

  /// Whether a line can be written without waiting: a pipe that says so has room for a page, and lines are shorter.
  private static func takesMore(_ descriptor: Int32) -> Bool {
    var asked = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&asked, 1, 0) != 0
  }

  /// The format of ``say(_:_:to:)``: set once, before anything is said.
  private static let saysJSON = Atomic<Bool>(false)

  static func saySentences(as format: LogFormat) { saysJSON.store(format == .json, ordering: .relaxed) }

  /// Says a sentence of the start, or of why there is none: as it is, or as the `message` of an event.
  static func say(_ event: String, _ sentence: String, to descriptor: Int32 = 1) {
    guard saysJSON.load(ordering: .relaxed) else { return print(sentence, to: descriptor) }
    let time = timeText(ServerClock.systemTime)
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

  /// A moment as the log writes it.
  static func timeText(_ instant: Instant) -> String {
    let day = UTCCalendar().day(at: instant)
    let seconds = instant.milliseconds(since: UTCCalendar().start(of: day)) / 1000
    func padded(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(day.text)T\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))Z"
  }
}

/// How many lines have been lost since one was written.
private final class LostLines: Sendable {
  private let lines = Atomic<Int>(0)

  func count() { lines.add(1, ordering: .relaxed) }

  func take() -> Int { lines.exchange(0, ordering: .relaxed) }
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
