import GameKit
import ParlorCore
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

/// The operator's log on standard output: a line an event. Letters, tokens and what people say never get here.
struct ServerLog: Sendable {
  let format: LogFormat

  func write(_ entry: LogEntry, at instant: Instant) {
    switch format {
    case .text:
      let fields = entry.fields.members.map { " \($0.key)=\(Self.plain($0.value))" }.joined()
      Self.print("\(Self.timeText(instant)) \(entry.event)\(fields)")
    case .json:
      var object: JSONObject = ["time": .string(Self.timeText(instant)), "event": .string(entry.event)]
      object.merge(entry.fields)
      Self.print(JSON.object(object).text)
    }
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

  private static func timeText(_ instant: Instant) -> String {
    let day = UTCCalendar().day(at: instant)
    let seconds = instant.milliseconds(since: UTCCalendar().start(of: day)) / 1000
    func padded(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(day.text)T\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))Z"
  }
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
