/// Classifies lines by their first bytes without parsing: the server writes `type` first and `re` second.
struct LineKind {
  private let answerPrefix: [UInt8]
  private let prefix: [UInt8]

  init(_ type: String) {
    prefix = Array("{\"type\":\"\(type)\"".utf8)
    answerPrefix = prefix + Array(",\"re\":".utf8)
  }

  func matches(_ line: UnsafeRawBufferPointer) -> Bool { Self.begins(line, prefix) }

  func isAnswer(_ line: UnsafeRawBufferPointer) -> Bool { Self.begins(line, answerPrefix) }

  static func begins(_ line: UnsafeRawBufferPointer, _ prefix: [UInt8]) -> Bool {
    guard line.count >= prefix.count else { return false }
    for index in prefix.indices where line[index] != prefix[index] { return false }
    return true
  }
}
