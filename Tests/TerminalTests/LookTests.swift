import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Colours and signs")
struct LookTests {
  static let looks: [Look] = [.colour, .light, .contrast]
  static let tiles: [Tile] = [.right, .elsewhere, .absent, .open, .purple, .blue, .orange, .red, .brown]

  /// WCAG 2.2's contrast ratio.
  private func contrast(_ one: Colour, _ other: Colour) -> Double {
    let (light, dark) = (max(one.luminance, other.luminance), min(one.luminance, other.luminance))
    return (light + 0.05) / (dark + 0.05)
  }

  /// xterm's colour for one of the 240 fixed indices.
  private func shown(_ index: Int) -> Colour {
    if index >= 232 { return Colour(UInt32(8 + 10 * (index - 232)) * 0x010101) }
    let steps: [UInt32] = [0, 95, 135, 175, 215, 255]
    let (red, green, blue) = (steps[(index - 16) / 36], steps[(index - 16) / 6 % 6], steps[(index - 16) % 6])
    return Colour(red << 16 | green << 8 | blue)
  }

  @Test("Without colours an explanation of tiles shows the signs that letters have on the board")
  func legend() {
    let text = "🟩 in its place   🟨 elsewhere   ⬛ not in it"
    #expect(Look.signs.legend(text) == "[A] in its place   (a) elsewhere   ·a· not in it")
    #expect(Look.colour.legend(text) == text)
  }

  @Test("Text on tiles, keys and bars has a contrast of at least 4.5 to 1, with 256 colours as well", arguments: looks)
  func legible(look: Look) {
    var styles = Self.tiles.map { ("tile \($0)", look.tile($0.rawValue)) }
    styles += Self.tiles.map { ("key \($0)", look.key($0.rawValue)) }
    styles += [("bar", look.bar), ("chosen", look.chosen)]
    for (name, style) in styles {
      guard let ink = style.ink, let paper = style.paper else { continue }
      #expect(contrast(ink, paper) >= 4.5, "\(look) \(name): \(contrast(ink, paper))")
      let (few, paperOfFew) = (shown(ink.indexed), shown(paper.indexed))
      #expect(contrast(few, paperOfFew) >= 4.5, "\(look) \(name) of 256: \(contrast(few, paperOfFew))")
    }
  }

  @Test("An empty tile is closer to the background than a played one", arguments: looks)
  func quietTiles(look: Look) throws {
    let ground = Colour(look == .light ? 0xFFFFFF : 0x000000)
    func distance(_ tile: Tile) throws -> Double { contrast(try #require(look.tile(tile.rawValue).paper), ground) }
    for tile in [Tile.right, .elsewhere, .absent] { #expect(try distance(.open) < distance(tile), "\(tile)") }
  }

  @Test("Luminance equals WCAG's")
  func luminance() {
    #expect(Colour(0xFFFFFF).luminance > 0.999 && Colour(0x000000).luminance == 0)
    #expect(abs(Colour(0x808080).luminance - 0.2159) < 0.002)
    #expect(abs(Colour(0x4B8047).luminance - 0.1742) < 0.002)
  }

  @Test("A terminal with a light background gets the light theme, unless another was chosen")
  func ground() {
    for end in ["\u{1B}\\", "\u{07}"] {
      var decoder = InputDecoder()
      let told = Array("\u{1B}]11;rgb:fefe/ffff/ffff\(end)x".utf8)
      for split in told.indices {
        var found = decoder.feed(told[..<split])
        found += decoder.feed(told[split...])
        #expect(found == [.ground(Colour(0xFEFFFF)), .key(.character("x"))], "split at \(split)")
      }
    }
    var stage = Stage(look: .colour)
    stage.happen(.input(.ground(Colour(0x101010))))
    #expect(stage.app.look == .colour)
    stage.happen(.input(.ground(Colour(0xFFFFFF))))
    #expect(stage.app.look == .light)
    var fixed = Stage(look: .colour)
    fixed.app.shell.preferences.fix(.contrast)
    fixed.happen(.input(.ground(Colour(0xFFFFFF))))
    #expect(fixed.app.look == .contrast)
  }

  @Test("Typed Alt and a bracket are keys, not a report")
  func bracket() {
    var decoder = InputDecoder()
    #expect(decoder.feed(Array("\u{1B}]".utf8)) + decoder.giveUpWaiting() == [.key(.alt("]"))])
  }

  @Test("Without a UTF-8 locale all signs are ASCII, in the same places")
  func signsOfASCII() throws {
    var stage = Stage()
    stage.enter(Stage.wordle([("crane", "⬛🟨⬛⬛🟩")]), players: ["ana", "zoë"])
    let frame = stage.app.frame()
    let plain = frame.inASCII()
    #expect(plain.lines.allSatisfy { $0.allSatisfy(\.isASCII) })
    #expect(plain.lines.map(\.count) == frame.lines.map(\.count))
    #expect(plain.lines.joined().contains("zoe") && plain.lines.joined().contains("[E]"))
    stage.app.shell.preferences.isASCII = true
    #expect(stage.lines.last?.contains("enter send") == true && Key(hint: "enter send") == .enter)
    func parse(_ variables: [String: String]) throws -> Bool {
      try Options.parse([], environment: { variables[$0] }, isTerminal: true).preferences.isASCII
    }
    #expect(try parse(["LANG": "C"]) && parse(["LC_ALL": "de_DE.ISO-8859-1", "LANG": "C.UTF-8"]))
    #expect(try !parse(["LANG": "en_GB.utf8"]) && !parse([:]) && !parse(["LC_ALL": "", "LANG": "C.UTF-8"]))
  }
}
