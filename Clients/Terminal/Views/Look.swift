internal import WireProtocol

/// In which way tiles are told apart.
enum Look: Sendable {
  /// By the usual colours, on a dark screen.
  case colour
  /// By the usual colours, on a light screen.
  case light
  /// By colours that every eye can tell apart, with signs as well.
  case contrast
  /// By signs alone.
  case signs

  /// The look of a theme.
  init(_ theme: Theme) {
    self =
      switch theme {
      case .dark: .colour
      case .light: .light
      case .contrast: .contrast
      }
  }

  /// Whether colours alone tell tiles apart.
  var isPlainColour: Bool { self == .colour || self == .light }

  func tile(_ tile: Character, isGrid: Bool = false) -> Style {
    guard self != .signs else {
      switch Tile(rawValue: tile) {
      case .right: return Style(isBold: true, isReversed: true)
      case .absent: return Style(isFaint: true)
      case .open, nil: return .plain
      default: return .bold
      }
    }
    guard let known = Tile(rawValue: tile) else { return .plain }
    if known == .open, isGrid { return .plain }
    let (paper, ink) = self == .contrast ? Self.strong(known) : self == .light ? Self.bright(known) : Self.usual(known)
    return Style(ink: Colour(ink), paper: Colour(paper), isBold: known != .absent)
  }

  private static func usual(_ tile: Tile) -> (UInt32, UInt32) {
    switch tile {
    case .right: (0x538D4E, 0xFFFFFF)
    case .elsewhere: (0xB59F3B, 0xFFFFFF)
    case .absent: (0x3A3A3C, 0xC4C6CA)
    case .open: (0x6E727A, 0xFFFFFF)
    case .purple: (0x8652C8, 0xFFFFFF)
    case .blue: (0x2F6FC4, 0xFFFFFF)
    case .orange: (0xC7641A, 0xFFFFFF)
    case .red: (0xB8322C, 0xFFFFFF)
    case .brown: (0x7A4E2D, 0xFFFFFF)
    }
  }

  private static func bright(_ tile: Tile) -> (UInt32, UInt32) {
    switch tile {
    case .right: (0x6AAA64, 0xFFFFFF)
    case .elsewhere: (0xC9B458, 0xFFFFFF)
    case .absent: (0x787C7E, 0xFFFFFF)
    case .open: (0xD3D6DA, 0x1A1A1B)
    default: usual(tile)
    }
  }

  private static func strong(_ tile: Tile) -> (UInt32, UInt32) {
    switch tile {
    case .right: (0xF5793A, 0x000000)
    case .elsewhere: (0x85C0F9, 0x000000)
    case .absent: (0x000000, 0xFFFFFF)
    case .open: (0xFFFFFF, 0x000000)
    case .purple: (0xE0B0FF, 0x000000)
    case .blue: (0x85C0F9, 0x000000)
    case .orange: (0xF5793A, 0x000000)
    case .red: (0xFF9C9C, 0x000000)
    case .brown: (0xFFE08A, 0x000000)
    }
  }

  /// What stands left and right of a letter, so that no eye needs the colour: `[A]`, `(a)`, `·a·`.
  static func signs(_ tile: Character) -> (left: Character, right: Character) {
    switch Tile(rawValue: tile) {
    case .right: ("[", "]")
    case .elsewhere: ("(", ")")
    case .absent: ("·", "·")
    case .purple: ("<", ">")
    case .blue: ("{", "}")
    case .orange: ("/", "/")
    case .red: ("|", "|")
    case .brown: ("\"", "\"")
    case .open, nil: (" ", " ")
    }
  }

  /// One sign for a tile without a letter.
  static func sign(_ tile: Character) -> Character {
    switch Tile(rawValue: tile) {
    case .right: "#"
    case .elsewhere: "+"
    case .absent: "·"
    case .open: "_"
    case nil: tile
    default: "*"
    }
  }

  /// A bar that is drawn with full blocks, in a tile's colour.
  func bar(_ tile: Tile) -> Style { Style(ink: self.tile(tile.rawValue).paper) }

  var heading: Style { ink(dark: 0x4F9DDE, light: 0x1F5FA8) ?? .bold }

  var faint: Style { self == .contrast ? .plain : Style(isFaint: true) }

  var good: Style { ink(dark: 0x6AAA64, light: 0x2E7D32) ?? .bold }

  var bad: Style { ink(dark: 0xE0605A, light: 0xB3261E) ?? Style(isBold: true, isUnderlined: true) }

  var bar: Style {
    switch self {
    case .colour: Style(ink: Colour(0xE8EAED), paper: Colour(0x2B3A4A))
    case .light: Style(ink: Colour(0x1A1A1B), paper: Colour(0xD5DFEA))
    case .contrast, .signs: Style(isReversed: true)
    }
  }

  var chosen: Style {
    switch self {
    case .colour: Style(ink: Colour(0xFFFFFF), paper: Colour(0x34597D), isBold: true)
    case .light: Style(ink: Colour(0xFFFFFF), paper: Colour(0x3B6EA5), isBold: true)
    case .contrast, .signs: Style(isReversed: true)
    }
  }

  private func ink(dark: UInt32, light: UInt32) -> Style? {
    switch self {
    case .colour: Style(ink: Colour(dark), isBold: true)
    case .light: Style(ink: Colour(light), isBold: true)
    case .contrast, .signs: nil
    }
  }
}
