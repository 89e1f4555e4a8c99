internal import CPoll
internal import Catalogue

/// The memory and processor time of another process, on Linux. `nil` elsewhere.
enum ProcessFigures {
  static func residentBytes(of process: Int) -> Int? {
    field("VmRSS:", in: read("/proc/\(process)/status"))
  }

  /// User and system time so far, in nanoseconds.
  static func processorNanoseconds(of process: Int) -> UInt64? {
    guard let text = read("/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else { return nil }
    // After the name, which may contain anything, follow the fields from 3 on; 14 and 15 are the times.
    let fields = text[end...].split(separator: " ")
    guard fields.count > 13, let user = UInt64(fields[12]), let system = UInt64(fields[13]) else { return nil }
    return (user + system) * (1_000_000_000 / cpoll_ticks_per_second())
  }

  static func field(_ name: String, in status: String?) -> Int? {
    guard let line = status?.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else { return nil }
    let parts = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
    return parts.count > 1 ? Int(parts[1]).map { $0 * 1024 } : nil
  }

  private static func read(_ path: String) -> String? {
    FileContents.read(path).map { String(decoding: $0, as: UTF8.self) }
  }
}
