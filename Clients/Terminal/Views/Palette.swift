internal import WireProtocol

/// The colours of tiles, chosen by hand, also for terminals with 256 colours: the contrast of text on a tile is at
/// least 4.5 to 1 (WCAG 2.2, 1.4.3), and an open tile is closer to the background than a played one.
enum Palette {
  static let white = Colour(0xFFFFFF, 231)
  static let black = Colour(0x101112, 16)

  static func style(of tile: Tile, in look: Look) -> TextStyle {
    let (paper, ink) =
      switch look {
      case .colour, .signs: dark(tile)
      case .light: light(tile)
      case .contrast: strong(tile)
      }
    return TextStyle(ink: ink, paper: paper, isBold: tile != .absent)
  }

  /// Styles of keyboard keys that differ from their tiles'.
  static func key(_ tile: Tile?, in look: Look) -> TextStyle? {
    switch (look, tile) {
    case (.colour, .open): TextStyle(ink: white, paper: Colour(0x6A6E76, 242), isBold: true)
    case (.colour, .absent): TextStyle(ink: Colour(0xA8AAAE, 248), paper: Colour(0x26282B, 235))
    case (.light, .open): TextStyle(ink: black, paper: Colour(0xC4C8CE, 251), isBold: true)
    case (.contrast, .open): TextStyle(ink: Colour(0x000000, 16), paper: white, isBold: true)
    case (.contrast, .absent): TextStyle(ink: white, paper: Colour(0x000000, 16))
    default: nil
    }
  }

  private static func dark(_ tile: Tile) -> (paper: Colour, ink: Colour) {
    switch tile {
    case .right: (Colour(0x4B8047, 28), white)
    case .elsewhere: (Colour(0xB59F3B, 178), black)
    case .absent: (Colour(0x4A4C50, 239), Colour(0xF0F1F3, 255))
    case .open: (Colour(0x26282B, 235), Colour(0xF0F1F3, 255))
    case .purple: (Colour(0x8652C8, 97), white)
    case .blue: (Colour(0x2F6FC4, 25), white)
    case .orange: (Colour(0xB3560F, 130), white)
    case .red: (Colour(0xB8322C, 124), white)
    case .brown: (Colour(0x7A4E2D, 94), white)
    }
  }

  private static func light(_ tile: Tile) -> (paper: Colour, ink: Colour) {
    switch tile {
    case .elsewhere: (Colour(0xC9B458, 179), black)
    case .absent: (Colour(0x606468, 241), white)
    case .open: (Colour(0xE4E6EA, 254), black)
    default: dark(tile)
    }
  }

  private static func strong(_ tile: Tile) -> (paper: Colour, ink: Colour) {
    let black = Colour(0x000000, 16)
    return switch tile {
    case .right: (Colour(0xF5793A, 209), black)
    case .elsewhere, .blue: (Colour(0x85C0F9, 117), black)
    case .absent: (Colour(0x505050, 239), white)
    case .open: (Colour(0x262626, 235), white)
    case .purple: (Colour(0xE0B0FF, 183), black)
    case .orange: (Colour(0xF5793A, 209), black)
    case .red: (Colour(0xFF9C9C, 217), black)
    case .brown: (Colour(0xFFE08A, 222), black)
    }
  }
}
