/// The lines of one JSON object. A broken object ends where the next one begins, so that it does not affect others.
struct ObjectLines {
  let line: Int
  let bytes: ArraySlice<UInt8>

  /// The objects of a file, in order. Blank lines between them are dropped.
  static func split(_ file: [UInt8]) -> [ObjectLines] {
    var pieces: [ObjectLines] = []
    var open: (line: Int, start: Int, depth: Int)?
    var lastByte: UInt8?
    for (index, line) in file.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard let first = line.first(where: isMark) else { continue }
      if let (number, start, _) = open, first == UInt8(ascii: "{"), lastByte != UInt8(ascii: ":") {
        pieces.append(ObjectLines(line: number, bytes: file[start..<line.startIndex]))
        open = nil
      }
      var current = open ?? (line: index + 1, start: line.startIndex, depth: 0)
      current.depth += depth(of: line)
      lastByte = line.last(where: isMark)
      if current.depth > 0 {
        open = current
      } else {
        pieces.append(ObjectLines(line: current.line, bytes: file[current.start..<line.endIndex]))
        open = nil
      }
    }
    if let (number, start, _) = open { pieces.append(ObjectLines(line: number, bytes: file[start...])) }
    return pieces
  }

  private static func isMark(_ byte: UInt8) -> Bool { byte != 0x20 && byte != 0x0D && byte != 0x09 }

  /// The number of brackets that a line opens minus those that it closes. A JSON string never spans lines.
  private static func depth(of line: ArraySlice<UInt8>) -> Int {
    var (depth, isString, isEscaped) = (0, false, false)
    for byte in line {
      if isString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return depth
  }
}
