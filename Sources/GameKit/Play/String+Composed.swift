@_spi(_Unicode) import Swift

extension String {
  /// The text in Unicode's normalisation form C, so that a letter with its accent is one scalar wherever there is one.
  public var composed: String {
    if unicodeScalars.allSatisfy(\.isComposedAnywhere) { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count + 16)
    // Bytes, since to append to a scalar view takes several times as long.
    for scalar in _nfc { bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  /// Whether the form C leaves the scalar as it is, whatever stands beside it: NFC_QC=Yes and ccc=0 in
  /// DerivedNormalizationProps.txt and UnicodeData.txt, of which these ranges are the most frequent.
  public var isComposedAnywhere: Bool {
    switch value {
    case 0...0x2FF, 0x38E...0x482, 0x48A...0x58F, 0x5D0...0x5EA, 0x620...0x64A, 0x660...0x66F, 0x671...0x6D3,
      0x904...0x93B, 0x93D...0x94C, 0xE01...0xE37, 0xE40...0xE47, 0x10A0...0x10FF, 0x1E00...0x1EFF, 0x200B...0x200D,
      0x2010...0x2027, 0x20E3,
      0x2500...0x2ADB, 0x2B00...0x2BFF, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
      0xFE00...0xFE0F, 0x1F300...0x1FAFF:
      true
    default: false
    }
  }

  /// Whether the scalar has the property White_Space (PropList.txt), found without looking the property up, which is
  /// slow: Unicode promises that the set stays as it is.
  public var isWhiteSpace: Bool {
    switch value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }
}
