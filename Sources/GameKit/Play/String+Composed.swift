@_spi(_Unicode) import Swift

extension String {
  /// The text in Unicode normalisation form C, in which a letter with an accent is one scalar where one exists.
  public var composed: String {
    if unicodeScalars.allSatisfy(\.isComposedAnywhere) { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count + 16)
    // Bytes are appended, since appending to a scalar view takes several times as long.
    for scalar in _nfc { bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  /// Whether form C leaves the scalar unchanged in any sequence of such scalars: in DerivedNormalizationProps.txt and
  /// UnicodeData.txt NFC_QC=Yes, and ccc=0 or, for viramas, ccc=9. The ranges cover the letters of living scripts.
  public var isComposedAnywhere: Bool {
    switch value {
    case 0...0x2FF, 0x388...0x482, 0x488...0x58F, 0x5D0...0x5EA, 0x620...0x64A, 0x660...0x66F, 0x671...0x6D5,
      0x904...0x93B, 0x93D...0x950, 0x960...0x9B9, 0x9BF...0x9CE, 0x9E0...0x9FB, 0xA05...0xA32, 0xA3E...0xA51,
      0xA66...0xAB9, 0xABD...0xAEF, 0xB05...0xB39, 0xB3F...0xB4D, 0xB5F...0xBB9, 0xBBF...0xBD0, 0xBE6...0xBFA,
      0xC05...0xC39, 0xC3D...0xC4D, 0xC58...0xCB9, 0xCC3...0xCCD, 0xCDE...0xCEF, 0xD05...0xD3A, 0xD3F...0xD56,
      0xD5E...0xDC6, 0xDE6...0xE37, 0xE3F...0xE47, 0xE81...0xEB7, 0xEBB...0xEC6, 0xED0...0xF17, 0x1000...0x102D,
      0x102F...0x1036, 0x1038...0x108C, 0x108E...0x10FF, 0x1200...0x135A, 0x13A0...0x17D9, 0x17E0...0x18A8,
      0x1E00...0x1F70, 0x1F80...0x1FBA, 0x200B...0x200D, 0x2010...0x2027, 0x20E3, 0x2500...0x2ADB, 0x2B00...0x2CEE,
      0x2D00...0x2D7E, 0x3001...0x3029, 0x3030...0x3096, 0x309B...0xA66E, 0xAB01...0xABEC, 0xABF0...0xD7A3,
      0xFE00...0xFE0F, 0xFF01...0xFFEE, 0x1F300...0x1FAFF, 0x20000...0x2A6DF:
      true
    default: false
    }
  }

  /// Whether the scalar has the property White_Space (PropList.txt). A fixed list, since looking the property up is
  /// slow; Unicode guarantees that the set is stable.
  public var isWhiteSpace: Bool {
    switch value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }
}

extension StringProtocol {
  /// The text without leading and trailing white space, trimmed by scalars, so that a combining mark does not keep a
  /// space.
  package var trimmed: String {
    let scalars = unicodeScalars
    // Most text has none.
    if let first = scalars.first, let last = scalars.last, !first.isWhiteSpace, !last.isWhiteSpace {
      return String(self)
    }
    guard let first = scalars.firstIndex(where: { !$0.isWhiteSpace }),
      let last = scalars.lastIndex(where: { !$0.isWhiteSpace })
    else { return "" }
    return String(self[first...last])
  }
}
