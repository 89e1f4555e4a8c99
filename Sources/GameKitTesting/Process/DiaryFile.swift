import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file through which the second process reports to the first one. Each entry is one line of JSON, written
/// unbuffered, so that entries before a trap survive.
final class DiaryFile {
  /// One line of the file.
  enum Entry {
    /// The next action.
    case act(String)
    case trace(Diary.Trace)
    case finding(Finding)
    case unchecked(String)
    /// All checks have run.
    case end(GameReport.Figures)
    /// A game in another process has failed, which ends the checks.
    case stopped(Fault, why: String)
  }

  /// The decoded file.
  struct Contents {
    var lastAct = ""
    var traces: [Diary.Trace] = []
    var findings: [Finding] = []
    var unchecked: [String] = []
    var figures: GameReport.Figures?
    /// How a game in another process has failed.
    var stopped: (fault: Fault, why: String)?
    /// Whether the process did not reach the check.
    var isEmpty = true
  }

  private let descriptor: Int32

  /// Opens an existing file for appending; `nil` on failure.
  init?(path: String) {
    descriptor = open(path, O_WRONLY | O_APPEND)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  func write(_ entry: Entry) {
    var json = JSONWriter()
    json.beginObject()
    switch entry {
    case .act(let act): json.field("act", act)
    case .trace(let trace):
      json.field("place", trace.place)
      json.field("subject", trace.subject)
      json.field("answer", trace.answer)
    case .finding(let finding): json.field("finding", (try? JSON(encoding: finding)) ?? .null)
    case .unchecked(let sentence): json.field("unchecked", sentence)
    case .end(let figures): json.field("end", (try? JSON(encoding: figures)) ?? .null)
    case .stopped(let fault, let why):
      json.field("stopped", fault.rawValue)
      json.field("why", why)
    }
    json.endObject()
    json.newline()
    FileBytes.write(json.bytes, to: descriptor)
  }

  /// Reads a file, ignoring a truncated last line.
  static func contents(of path: String) -> Contents {
    var contents = Contents()
    for line in (FileBytes.read(path) ?? []).split(separator: UInt8(ascii: "\n")) {
      guard let entry = try? JSON(parsing: line) else { continue }
      contents.isEmpty = false
      if let act = entry["act"]?.stringValue { contents.lastAct = act }
      if let subject = entry["subject"]?.stringValue {
        contents.traces.append(
          Diary.Trace(
            place: entry["place"]?.stringValue ?? "", subject: subject,
            answer: entry["answer"]?.stringValue ?? ""))
      }
      if let finding = try? entry["finding"]?.decode(Finding.self) { contents.findings.append(finding) }
      if let sentence = entry["unchecked"]?.stringValue { contents.unchecked.append(sentence) }
      if let fault = entry["stopped"]?.stringValue.flatMap(Fault.init) {
        contents.stopped = (fault, entry["why"]?.stringValue ?? "")
      }
      if let end = entry["end"] { contents.figures = try? end.decode(GameReport.Figures.self) }
    }
    return contents
  }
}

/// Whole files, without Foundation.
enum FileBytes {
  /// The bytes of a file; `nil` if it cannot be read.
  static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = systemRead(descriptor, &chunk, chunk.count)
      if count > 0 {
        bytes += chunk[..<count]
      } else if count == 0 || errno != EINTR {
        return count == 0 ? bytes : nil
      }
    }
  }

  /// Creates or truncates a file.
  ///
  /// - Returns: whether all bytes were written.
  static func create(_ path: String, _ bytes: [UInt8]) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return write(bytes, to: descriptor)
  }

  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
