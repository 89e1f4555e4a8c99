/// A colour in RGB, one byte per channel.
struct Colour: Hashable, Sendable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
  /// Its index in the 256-colour palette, if chosen by hand; otherwise the nearest one is used.
  var chosenIndex: UInt8?

  /// `0x538D4E`, and optionally a hand-chosen index in the 256-colour palette.
  init(_ hexadecimal: UInt32, _ index: UInt8? = nil) {
    chosenIndex = index
    red = UInt8(truncatingIfNeeded: hexadecimal >> 16)
    green = UInt8(truncatingIfNeeded: hexadecimal >> 8)
    blue = UInt8(truncatingIfNeeded: hexadecimal)
  }

  /// Its relative luminance, from 0 to 1 (WCAG 2.2).
  var luminance: Double {
    func linear(_ byte: UInt8) -> Double {
      // A polynomial within a hundredth of sRGB's curve, which avoids Foundation's power function.
      let value = Double(byte) / 255
      return value <= 0.04045 ? value / 12.92 : value * (value * (value * 0.305306011 + 0.682171111) + 0.012522878)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Its index in the 256-colour palette: as chosen, or the nearest of the 240 fixed ones, a cube of six steps and a
  /// ramp of greys.
  var indexed: Int {
    if let chosenIndex { return Int(chosenIndex) }
    let steps = [0, 95, 135, 175, 215, 255]
    func nearest(_ value: UInt8) -> Int {
      steps.indices.min { abs(steps[$0] - Int(value)) < abs(steps[$1] - Int(value)) } ?? 0
    }
    func distance(_ other: (Int, Int, Int)) -> Int {
      let (r, g, b) = (Int(red) - other.0, Int(green) - other.1, Int(blue) - other.2)
      return r * r + g * g + b * b
    }
    let (r, g, b) = (nearest(red), nearest(green), nearest(blue))
    let grey = min(max((Int(red) + Int(green) + Int(blue)) / 3 - 3, 0) / 10, 23)
    let light = 8 + 10 * grey
    let isGrey = distance((light, light, light)) < distance((steps[r], steps[g], steps[b]))
    return isGrey ? 232 + grey : 16 + 36 * r + 6 * g + b
  }
}

enum ColourDepth: Sendable {
  /// No colours: only bold, faint, reversed and underlined.
  case none
  case indexed
  case full
}

struct TextStyle: Hashable, Sendable {
  /// The colour of the text; `nil` for the terminal's own.
  var ink: Colour?
  var paper: Colour?
  var isBold = false
  var isFaint = false
  var isReversed = false
  var isUnderlined = false

  static let plain = TextStyle()
  static let bold = TextStyle(isBold: true)

  /// The sequence that sets the complete style, whatever was set before: at most 51 bytes.
  func sequence(_ depth: ColourDepth) -> String {
    var parts = "\u{1B}[0"
    if isBold { parts += ";1" }
    if isFaint { parts += ";2" }
    if isUnderlined { parts += ";4" }
    if isReversed { parts += ";7" }
    parts += Self.colour(ink, 38, depth) + Self.colour(paper, 48, depth)
    return parts + "m"
  }

  private static func colour(_ colour: Colour?, _ code: Int, _ depth: ColourDepth) -> String {
    guard let colour else { return "" }
    return switch depth {
    case .none: ""
    case .indexed: ";\(code);5;\(colour.indexed)"
    case .full: ";\(code);2;\(colour.red);\(colour.green);\(colour.blue)"
    }
  }
}
