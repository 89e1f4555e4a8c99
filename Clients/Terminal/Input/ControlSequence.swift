/// A sequence that begins with `ESC [`: keys without a character, and the mouse.
struct ControlSequence {
  var count: Int
  /// `<` before a mouse's numbers; 0 for none.
  var prefix: UInt8
  var numbers: [Int]
  var final: UInt8

  /// Parses a sequence; `nil` if it is incomplete.
  static func read(_ bytes: ArraySlice<UInt8>) -> ControlSequence? {
    let start = bytes.startIndex + 2
    guard start < bytes.endIndex else { return nil }
    // The Linux console has its own sequences for F1 to F5.
    if bytes[start] == UInt8(ascii: "[") {
      guard start + 1 < bytes.endIndex else { return nil }
      let number = Int(bytes[start + 1]) - 0x40
      return ControlSequence(count: 4, prefix: 0, numbers: [10 + number], final: UInt8(ascii: "~"))
    }
    guard let end = bytes[start...].firstIndex(where: { !(0x20...0x3F).contains($0) }) else { return nil }
    let hasPrefix = start < end && (0x3C...0x3F).contains(bytes[start])
    let body = bytes[(hasPrefix ? start + 1 : start)..<end]
    let numbers = body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { digits in
      Int(String(decoding: digits.prefix(9).prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)) ?? 0
    }
    // The final byte may not belong to it: an escape begins another sequence.
    let isWhole = (0x40...0x7E).contains(bytes[end])
    return ControlSequence(
      count: end - bytes.startIndex + (isWhole ? 1 : 0), prefix: hasPrefix ? bytes[start] : 0, numbers: numbers,
      final: isWhole ? bytes[end] : 0)
  }

  var input: Input? {
    if prefix == UInt8(ascii: "<") { return mouse.map(Input.mouse) }
    guard prefix == 0 else { return nil }
    switch final {
    case UInt8(ascii: "~"): return Self.numbered(numbers.first ?? 0).map(Input.key)
    case UInt8(ascii: "Z"): return .key(.backTab)
    default: return Self.named(final).map(Input.key)
    }
  }

  private var mouse: Mouse? {
    guard numbers.count == 3 else { return nil }
    let (buttons, x, y) = (numbers[0], max(0, numbers[1] - 1), max(0, numbers[2] - 1))
    if buttons & 64 != 0 {
      return buttons & 3 > 1 ? nil : Mouse(act: buttons & 1 == 0 ? .wheelUp : .wheelDown, x: x, y: y)
    }
    // The left button only; the others belong to the terminal.
    guard buttons & 3 == 0, buttons < 64 else { return nil }
    switch final {
    case UInt8(ascii: "m"): return Mouse(act: .release, x: x, y: y)
    case UInt8(ascii: "M"): return Mouse(act: buttons & 32 == 0 ? .press : .drag, x: x, y: y)
    default: return nil
    }
  }

  static func named(_ letter: UInt8) -> Key? {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(letter) - 0x4F)
    default: nil
    }
  }

  private static func numbered(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }
}
