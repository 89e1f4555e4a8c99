package struct Style: Hashable, Sendable {
  /// A colour of the terminal's palette, of the 256, or any RGB colour.
  package enum Colour: Hashable, Sendable, CustomStringConvertible {
    case palette(UInt8)
    case rgb(UInt8, UInt8, UInt8)

    private static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

    package var description: String {
      switch self {
      case .palette(let index) where index < 8: Self.names[Int(index)]
      case .palette(let index) where index < 16: "bright-" + Self.names[Int(index) - 8]
      case .palette(let index): String(index)
      case .rgb(let red, let green, let blue):
        "#"
          + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      }
    }
  }

  /// Attributes other than colours; raw values are the SGR parameters that set them.
  package enum Trait: Int, CaseIterable, Sendable {
    case bold = 1
    case faint, italic, underline, blink
    case inverse = 7
    case hidden, strikethrough
  }

  package var foreground: Colour?
  package var background: Colour?
  package var traits: Set<Trait> = []

  package static let plain = Style()

  package var hasColour: Bool { foreground != nil || background != nil }

  /// `bold white on #538d4e`; `plain` without attributes.
  package var name: String {
    var words = Trait.allCases.filter(traits.contains).map { "\($0)" }
    if let foreground { words.append(foreground.description) }
    if let background { words.append("on \(background)") }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }

  /// Applies the parameters of `ESC [ … m`; returns the first unknown one.
  mutating func apply(_ parameters: [[Int?]]) -> Int? {
    var rest = parameters.isEmpty ? [[0]] : parameters
    while let parameter = rest.first {
      rest.removeFirst()
      let number = (parameter.first ?? nil) ?? 0
      switch number {
      case 0: self = .plain
      case 4 where parameter.count == 2 && parameter[1] == 0: traits.remove(.underline)
      case 1...5, 7...9: if let trait = Trait(rawValue: number) { traits.insert(trait) }
      case 22: traits.subtract([.bold, .faint])
      case 23...25, 27...29: if let trait = Trait(rawValue: number - 20) { traits.remove(trait) }
      case 30...37: foreground = .palette(UInt8(number - 30))
      case 40...47: background = .palette(UInt8(number - 40))
      case 90...97: foreground = .palette(UInt8(number - 82))
      case 100...107: background = .palette(UInt8(number - 92))
      case 39: foreground = nil
      case 49: background = nil
      case 38, 48:
        guard let colour = Self.colour(Array(parameter.dropFirst()), &rest) else { return number }
        if number == 38 { foreground = colour } else { background = colour }
      default: return number
      }
    }
    return nil
  }

  /// `5;208`, `2;83;141;78`, and both with colons.
  private static func colour(_ parts: [Int?], _ rest: inout [[Int?]]) -> Colour? {
    var numbers = parts.map { $0 ?? 0 }
    if numbers.isEmpty {
      let count = (rest.first?.first ?? nil) == 5 ? 2 : 4
      guard rest.count >= count else { return nil }
      numbers = rest[..<count].map { ($0.first ?? nil) ?? 0 }
      rest.removeFirst(count)
    } else if numbers.first == 2, numbers.count == 5 {
      // With colons the colour space comes first.
      numbers.remove(at: 1)
    }
    let bytes = numbers.dropFirst().compactMap { UInt8(exactly: $0) }
    switch (numbers.first, bytes.count) {
    case (5, 1): return .palette(bytes[0])
    case (2, 3): return .rgb(bytes[0], bytes[1], bytes[2])
    default: return nil
    }
  }
}
