@_spi(_Unicode) import Swift

extension String {
  /// The text in Unicode's normalisation form C, so that a letter with its accent is one scalar wherever there is one.
  public var composed: String {
    if isComposed { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count + 16)
    // Bytes, since to append to a scalar view takes several times as long.
    for scalar in _nfc { bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the text is of scalars alone that the form C leaves as they are, whatever stands beside them: NFC_QC=Yes
  /// and ccc=0 in DerivedNormalizationProps.txt and UnicodeData.txt, of which these ranges are the most frequent.
  private var isComposed: Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0...0x2FF, 0x38E...0x3FF, 0x400...0x482, 0x48A...0x58F, 0x1E00...0x1EFF, 0x3041...0x3096, 0x30A1...0x30FA,
        0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x1F300...0x1FAFF:
        true
      default: false
      }
    }
  }
}
