@_spi(_Unicode) import Swift

extension String {
  /// The text in Unicode's normalisation form C, so that a letter with its accent is one scalar wherever there is one.
  public var composed: String {
    var scalars = String.UnicodeScalarView()
    for scalar in _nfc { scalars.append(scalar) }
    return String(scalars)
  }
}
