internal import WireProtocol

enum Look: Sendable {
  /// The usual colours on a dark background.
  case colour
  case light
  /// Colours that are distinguishable with any colour vision, and signs.
  case contrast
  case signs

  init(_ theme: Theme) {
    self =
      switch theme {
      case .dark: .colour
      case .light: .light
      case .contrast: .contrast
      }
  }

  /// Whether tiles are distinguished by colour only.
  var isPlainColour: Bool { self == .colour || self == .light }

  func tile(_ tile: Character, isGrid: Bool = false) -> TextStyle {
    guard self != .signs else {
      switch Tile(rawValue: tile) {
      case .right: return TextStyle(isBold: true, isReversed: true)
      case .absent: return TextStyle(isFaint: true)
      case .open, nil: return .plain
      default: return .bold
      }
    }
    guard let known = Tile(rawValue: tile) else { return .plain }
    if known == .open, isGrid { return .plain }
    return Palette.style(of: known, in: self)
  }

  /// A key of the keyboard: untried letters are the lightest ones except right letters.
  func key(_ tile: Character) -> TextStyle { Palette.key(Tile(rawValue: tile), in: self) ?? self.tile(tile) }

  /// A tile of three columns with its letter: `[A]`.
  func cell(_ tile: Character, _ letter: some StringProtocol) -> String {
    let signs = signs(tile)
    return "\(signs.left)\(letter)\(signs.right)"
  }

  /// The signs left and right of a letter, which replace colours: `[A]`, `(a)`, `·a·`. Spaces if there are colours.
  func signs(_ tile: Character) -> (left: Character, right: Character) {
    switch Tile(rawValue: tile) {
    case _ where isPlainColour: (" ", " ")
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

  /// An explanation of tiles, with the signs that letters have on them where there are no colours.
  func legend(_ text: String) -> String {
    guard !isPlainColour else { return text }
    return text.map { Tile(rawValue: $0).map { cell($0.rawValue, $0 == .right ? "A" : "a") } ?? String($0) }.joined()
  }

  /// The sign of a tile without a letter; a space if there are colours.
  func sign(_ tile: Character) -> Character {
    switch Tile(rawValue: tile) {
    case _ where isPlainColour: " "
    case .right: "#"
    case .elsewhere: "+"
    case .absent: "·"
    case .open: "_"
    case nil: tile
    default: "*"
    }
  }

  func bar(_ tile: Tile) -> TextStyle { TextStyle(ink: self.tile(tile.rawValue).paper) }

  var heading: TextStyle { ink(dark: 0x4F9DDE, light: 0x1F5FA8) ?? .bold }

  var faint: TextStyle { self == .contrast ? .plain : TextStyle(isFaint: true) }

  var good: TextStyle { ink(dark: 0x6AAA64, light: 0x2E7D32) ?? .bold }

  var bad: TextStyle { ink(dark: 0xE0605A, light: 0xB3261E) ?? TextStyle(isBold: true, isUnderlined: true) }

  var bar: TextStyle {
    switch self {
    case .colour: TextStyle(ink: Colour(0xE8EAED), paper: Colour(0x2B3A4A))
    case .light: TextStyle(ink: Colour(0x1A1A1B), paper: Colour(0xD5DFEA))
    case .contrast, .signs: TextStyle(isReversed: true)
    }
  }

  var chosen: TextStyle {
    switch self {
    case .colour: TextStyle(ink: Colour(0xFFFFFF), paper: Colour(0x34597D), isBold: true)
    case .light: TextStyle(ink: Colour(0xFFFFFF), paper: Colour(0x3B6EA5), isBold: true)
    case .contrast, .signs: TextStyle(isReversed: true)
    }
  }

  private func ink(dark: UInt32, light: UInt32) -> TextStyle? {
    switch self {
    case .colour: TextStyle(ink: Colour(dark), isBold: true)
    case .light: TextStyle(ink: Colour(light), isBold: true)
    case .contrast, .signs: nil
    }
  }
}
