extension Theme {
  /// A drawn text in this theme's colours. Every tile stays one emoji, and different tiles stay different: if `⬜` means
  /// absent, open cells become `🔲`.
  public func shown(_ text: String) -> String {
    guard self != .dark else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(shown(scalar)) }
    return String(scalars)
  }

  private func shown(_ tile: Unicode.Scalar) -> Unicode.Scalar {
    switch (self, tile) {
    case (.light, "⬛"): "⬜"
    case (.light, "⬜"): "🔲"
    case (.contrast, "🟩"): "🟧"
    case (.contrast, "🟨"): "🟦"
    default: tile
    }
  }
}
