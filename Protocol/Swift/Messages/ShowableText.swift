extension Unicode.Scalar {
  /// Whether the character could mislead a terminal or a reader: controls, line and paragraph separators, bidirectional
  /// controls and all other format characters, and unassigned ones. The joiners U+200C and U+200D are allowed: scripts
  /// and emoji need them.
  public var isUnshowable: Bool {
    // A shortcut: looking a property up is slow.
    switch value {
    // Gapless blocks of letters, marks and symbols.
    case 0x20...0x7E, 0xAE...0x377, 0x37A...0x37F, 0x384...0x38A, 0x38E...0x3A1, 0x3A3...0x52F, 0x591...0x5C7,
      0x620...0x6DC, 0x900...0x97F, 0xE01...0xE3A, 0x1161...0x11FF, 0x1E00...0x1EFF, 0x2B00...0x2B73, 0x3041...0x3096,
      0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x1F300...0x1F64F:
      return false
    default: break
    }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
    case .format: value != 0x200C && value != 0x200D
    default: false
    }
  }
}

extension String {
  /// The text with U+FFFD in place of unshowable characters: for sentences that repeat client input.
  public var showable: String {
    guard unicodeScalars.contains(where: \.isUnshowable) else { return self }
    var shown = String.UnicodeScalarView()
    for scalar in unicodeScalars { shown.append(scalar.isUnshowable ? "\u{FFFD}" : scalar) }
    return String(shown)
  }
}
