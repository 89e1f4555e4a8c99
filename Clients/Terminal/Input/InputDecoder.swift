/// Decodes keys, pastes and mouse events from a terminal's bytes, however they are split.
struct InputDecoder: Sendable {
  /// The longest accepted paste in bytes; the rest is dropped.
  static let longestPaste = 65_536
  private static let longestSequence = 64
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private var waiting: [UInt8] = []
  private var paste: [UInt8]?

  /// Whether an input is incomplete, such as an escape that may be a key or the start of a sequence. If nothing
  /// follows, ``giveUpWaiting()`` decides.
  var isWaiting: Bool { !waiting.isEmpty && paste == nil }

  mutating func feed(_ bytes: some Sequence<UInt8>) -> [Input] {
    waiting.append(contentsOf: bytes)
    var found: [Input] = []
    var start = 0
    while start < waiting.count {
      if paste != nil {
        guard takePaste(from: &start, &found) else { break }
        continue
      }
      switch Self.next(waiting[start...]) {
      case .incomplete where waiting.count - start < Self.longestSequence:
        waiting.removeFirst(start)
        return found
      case .incomplete: start += 1
      case .nothing(let count): start += count
      case .input(let input, let count):
        found.append(input)
        start += count
      case .pasteBegins(let count):
        start += count
        paste = []
      }
    }
    waiting.removeFirst(min(start, waiting.count))
    return found
  }

  /// Nothing has followed: an escape is the Esc key, and an incomplete sequence is dropped.
  mutating func giveUpWaiting() -> [Input] {
    guard isWaiting else { return [] }
    let rest = waiting
    waiting = []
    if rest == [0x1B] { return [.key(.escape)] }
    if rest.count == 2, rest[0] == 0x1B { return [.key(.alt(Character(UnicodeScalar(rest[1]))))] }
    return []
  }

  /// Moves bytes into the current paste; `false` if more are needed.
  private mutating func takePaste(from start: inout Int, _ found: inout [Input]) -> Bool {
    let rest = waiting[start...]
    let end = rest.indices.first { index in
      waiting[index] == 0x1B && waiting[index...].starts(with: Self.pasteEnd)
    }
    // The end marker may be incomplete: that much is kept back.
    let kept = end == nil ? rest.suffix(Self.pasteEnd.count - 1).lastIndex(of: 0x1B) : nil
    let stop = end ?? kept ?? rest.endIndex
    let room = Self.longestPaste - (paste?.count ?? 0)
    paste?.append(contentsOf: waiting[start..<stop].prefix(max(0, room)))
    start = stop
    guard end != nil else { return false }
    start += Self.pasteEnd.count
    let text = String(decoding: paste ?? [], as: UTF8.self)
    let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    paste = nil
    found.append(.paste(lines))
    return true
  }

  private enum Step {
    case incomplete
    case nothing(Int)
    case input(Input, Int)
    case pasteBegins(Int)
  }

  private static func next(_ bytes: ArraySlice<UInt8>) -> Step {
    guard let first = bytes.first else { return .incomplete }
    switch first {
    case 0x1B: return escape(bytes)
    case 0x0D, 0x0A: return .input(.key(.enter), 1)
    case 0x09: return .input(.key(.tab), 1)
    case 0x7F, 0x08: return .input(.key(.backspace), 1)
    case 0x00: return .input(.key(.control(" ")), 1)
    case 0x01...0x1A: return .input(.key(.control(Character(UnicodeScalar(first + 0x60)))), 1)
    case 0x1C...0x1F: return .input(.key(.control(Character(UnicodeScalar(first + 0x40)))), 1)
    default: return character(bytes) { .character($0) }
    }
  }

  private static func escape(_ bytes: ArraySlice<UInt8>) -> Step {
    guard bytes.count > 1 else { return .incomplete }
    let second = bytes[bytes.startIndex + 1]
    switch second {
    case 0x1B: return .input(.key(.escape), 1)
    case UInt8(ascii: "["): return ControlSequence.read(bytes).map(step) ?? .incomplete
    case UInt8(ascii: "]"): return Self.report(bytes)
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return .incomplete }
      let key = ControlSequence.named(bytes[bytes.startIndex + 2])
      return key.map { .input(.key($0), 3) } ?? .nothing(3)
    case 0x0D: return .input(.key(.alt("\r")), 2)
    case 0x7F, 0x08: return .input(.key(.control("w")), 2)
    case 0x00...0x1F: return .input(.key(.escape), 1)
    default:
      return switch character(bytes.dropFirst(), as: { .alt($0) }) {
      case .input(let input, let count): .input(input, count + 1)
      case .nothing(let count): .nothing(count + 1)
      case let other: other
      }
    }
  }

  /// A report of the terminal: `ESC ] 11 ; rgb : ffff / ffff / ffff`, followed by BEL or ESC \\.
  private static func report(_ bytes: ArraySlice<UInt8>) -> Step {
    let body = bytes.dropFirst(2)
    guard body.count > 1 else { return .incomplete }
    // Esc and a bracket typed by the user.
    guard body.starts(with: Array("11;".utf8).prefix(body.count)) else { return .input(.key(.escape), 1) }
    guard let end = body.firstIndex(where: { $0 == 0x07 || $0 == 0x1B }) else { return .incomplete }
    let count = end - bytes.startIndex + (bytes[end] == 0x07 ? 1 : 2)
    guard bytes.count >= count else { return .incomplete }
    let parts = String(decoding: body[..<end].dropFirst(3), as: UTF8.self).split(separator: ":")
    let channels = (parts.last ?? "").split(separator: "/").compactMap { UInt32($0.prefix(2), radix: 16) }
    guard parts.first == "rgb", channels.count == 3 else { return .nothing(count) }
    return .input(.ground(Colour(channels[0] << 16 | channels[1] << 8 | channels[2])), count)
  }

  private static func step(_ sequence: ControlSequence) -> Step {
    if sequence.final == UInt8(ascii: "~"), sequence.numbers.first == 200 { return .pasteBegins(sequence.count) }
    return sequence.input.map { .input($0, sequence.count) } ?? .nothing(sequence.count)
  }

  /// One scalar of UTF-8; an invalid byte is dropped.
  private static func character(_ bytes: ArraySlice<UInt8>, as key: (Character) -> Key) -> Step {
    guard let first = bytes.first else { return .incomplete }
    let count =
      switch first {
      case 0x20..<0x7F: 1
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard count > 0 else { return .nothing(1) }
    let rest = bytes.dropFirst().prefix(count - 1)
    if rest.contains(where: { $0 & 0xC0 != 0x80 }) { return .nothing(1) }
    guard rest.count == count - 1 else { return .incomplete }
    guard let scalar = String(validating: bytes.prefix(count), as: UTF8.self)?.unicodeScalars.first,
      scalar.properties.generalCategory != .control
    else { return .nothing(count) }
    return .input(.key(key(Character(scalar))), count)
  }
}
