/// Splits a program's terminal output into characters, controls and sequences, byte by byte.
///
/// Sequences that are ill-formed under ECMA-48 become faults, so that tests notice them.
struct EscapeParser {
  enum Token: Equatable {
    case scalar(Unicode.Scalar)
    /// A byte below 0x20.
    case control(UInt8)
    /// `ESC ( B` is `(` and `B`.
    case escape(intermediates: String, final: Character)
    case sequence(ControlSequence)
    /// The content of `ESC ] … ST`.
    case command(String)
    case fault(String)
  }

  private enum State {
    case ground
    case scalar(bytes: [UInt8], count: Int)
    case escape(String)
    case sequence(String)
    case string(introducer: Character, bytes: [UInt8], sawEscape: Bool)
  }

  private var state = State.ground

  var isBetweenTokens: Bool { if case .ground = state { true } else { false } }

  mutating func feed(_ byte: UInt8, into tokens: inout [Token]) {
    switch state {
    case .ground: start(byte, &tokens)
    case .scalar(let bytes, let count): continueScalar(bytes + [byte], count, &tokens)
    case .escape(let intermediates): continueEscape(byte, intermediates, &tokens)
    case .sequence(let text): continueSequence(byte, text, &tokens)
    case .string(let introducer, let bytes, let sawEscape):
      continueString(byte, introducer, bytes, sawEscape, &tokens)
    }
  }

  private mutating func start(_ byte: UInt8, _ tokens: inout [Token]) {
    switch byte {
    case 0x1B: state = .escape("")
    case 0..<0x20: tokens.append(.control(byte))
    case 0x20..<0x7F: tokens.append(.scalar(Unicode.Scalar(byte)))
    case 0xC2...0xDF: state = .scalar(bytes: [byte], count: 2)
    case 0xE0...0xEF: state = .scalar(bytes: [byte], count: 3)
    case 0xF0...0xF4: state = .scalar(bytes: [byte], count: 4)
    default: tokens.append(.fault("the byte \(Self.hexadecimal(byte)) begins no character"))
    }
  }

  private mutating func continueScalar(_ bytes: [UInt8], _ count: Int, _ tokens: inout [Token]) {
    guard let last = bytes.last, (0x80...0xBF).contains(last) else {
      state = .ground
      tokens.append(.fault("a character of UTF-8 is broken off"))
      if let last = bytes.last { start(last, &tokens) }
      return
    }
    guard bytes.count == count else { return state = .scalar(bytes: bytes, count: count) }
    state = .ground
    guard let text = String(validating: bytes, as: UTF8.self), let scalar = text.unicodeScalars.first else {
      return tokens.append(.fault("bytes that are no character of UTF-8"))
    }
    if scalar.value < 0xA0 {
      tokens.append(.fault("the control character U+00\(Self.hexadecimal(UInt8(scalar.value)))"))
    } else {
      tokens.append(.scalar(scalar))
    }
  }

  private mutating func continueEscape(_ byte: UInt8, _ intermediates: String, _ tokens: inout [Token]) {
    let character = Character(Unicode.Scalar(byte))
    switch byte {
    case 0x5B where intermediates.isEmpty: state = .sequence("")
    case 0x5D, 0x50, 0x58, 0x5E, 0x5F:
      state = .string(introducer: character, bytes: [], sawEscape: false)
    case 0x20..<0x30: state = .escape(intermediates + String(character))
    case 0x30..<0x7F:
      state = .ground
      tokens.append(.escape(intermediates: intermediates, final: character))
    default:
      state = .ground
      tokens.append(.fault("the byte \(Self.hexadecimal(byte)) after ESC"))
    }
  }

  private mutating func continueSequence(_ byte: UInt8, _ text: String, _ tokens: inout [Token]) {
    let text = text + String(Character(Unicode.Scalar(byte)))
    switch byte {
    case 0x20..<0x40: state = .sequence(text)
    case 0x40..<0x7F:
      state = .ground
      if let sequence = ControlSequence(text) {
        tokens.append(.sequence(sequence))
      } else {
        tokens.append(.fault("the ill-formed sequence ESC [ \(text)"))
      }
    default:
      state = .ground
      tokens.append(.fault("the byte \(Self.hexadecimal(byte)) in a sequence"))
    }
  }

  private mutating func continueString(
    _ byte: UInt8, _ introducer: Character, _ bytes: [UInt8], _ sawEscape: Bool, _ tokens: inout [Token]
  ) {
    if byte == 0x07 || (sawEscape && byte == 0x5C) {
      state = .ground
      let text = String(validating: bytes, as: UTF8.self)
      guard let text, introducer == "]" else {
        return tokens.append(.fault("the string ESC \(introducer) \(String(decoding: bytes, as: UTF8.self))"))
      }
      tokens.append(.command(text))
    } else if sawEscape || (byte < 0x20 && byte != 0x1B) {
      state = .ground
      tokens.append(.fault("a string after ESC \(introducer) that is broken off"))
    } else if byte == 0x1B {
      state = .string(introducer: introducer, bytes: bytes, sawEscape: true)
    } else {
      state = .string(introducer: introducer, bytes: bytes + [byte], sawEscape: false)
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}

/// `ESC [ ? 1049 h`: a prefix, numbers, a final letter.
struct ControlSequence: Equatable {
  /// `?`, `>`, `=`, `<` or empty.
  let prefix: String
  /// Parameters with their parts; omitted ones are `nil`. `38:2::1:2:3` is one parameter with five parts.
  let parameters: [[Int?]]
  /// The text between the parameters and the final letter, such as the space in `ESC [ 2 SP q`.
  let intermediates: String
  let final: Character

  init?(_ text: String) {
    guard let final = text.last else { return nil }
    var rest = text.dropLast()
    self.final = final
    prefix = String(rest.prefix { "<=>?".contains($0) })
    rest = rest.dropFirst(prefix.count)
    let numbers = rest.prefix { $0.isNumber || $0 == ";" || $0 == ":" }
    intermediates = String(rest.dropFirst(numbers.count))
    guard prefix.count <= 1, intermediates.unicodeScalars.allSatisfy({ (0x20..<0x30).contains($0.value) }) else {
      return nil
    }
    parameters =
      numbers.isEmpty
      ? []
      : numbers.split(separator: ";", omittingEmptySubsequences: false).map { parameter in
        parameter.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
      }
  }

  /// A parameter by index; the default if it is missing, or 0 with a default of 1.
  func number(_ place: Int, or missing: Int = 1) -> Int {
    let given = parameters.indices.contains(place) ? parameters[place].first ?? nil : nil
    return missing == 1 ? max(1, given ?? 1) : given ?? missing
  }

  var text: String {
    let numbers = parameters.map { part in part.map { $0.map(String.init) ?? "" }.joined(separator: ":") }
    return prefix + numbers.joined(separator: ";") + intermediates + String(final)
  }
}
