import GameKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Widths of text")
struct WidthTests {
  @Test(
    "Every grapheme has the width that a terminal gives it",
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("🟩", 2), ("⬛", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🇪🇸", 2), ("1️⃣", 2), ("❤️", 2),
      ("❤\u{FE0E}", 1), ("中", 2), ("ｱ", 1), ("ア", 2), ("한", 2), ("\u{1112}\u{1161}", 2), ("…", 1), ("·", 1), ("█", 1),
      ("\u{7}", 0), ("\u{1B}", 0), ("\u{200B}", 0), ("\u{301}", 0), ("Ω", 1), ("ñ", 1), ("💚", 2), ("ก\u{E49}", 1),
    ])
  func widths(text: String, width: Int) {
    #expect(text.count == 1)
    #expect(TextWidth.of(text) == width)
  }

  @Test("A cut text is never wider than its place")
  func clipping() {
    for width in 0...12 {
      let text = TextWidth.clipped("ab🟩c中d👩‍👩‍👧‍👦e", to: width)
      #expect(TextWidth.of(text) <= width)
    }
    #expect(TextWidth.clipped("abc", to: 3) == "abc")
    #expect(TextWidth.clipped("abcd", to: 3) == "ab…")
  }

  @Test("Lines are wrapped at spaces, and inside words only if necessary")
  func wrapping() {
    #expect(TextWidth.wrapped("one two three", to: 7) == ["one two", "three"])
    #expect(TextWidth.wrapped("abcdefgh", to: 3) == ["abc", "def", "gh"])
    #expect(TextWidth.wrapped("🟩🟩🟩", to: 3) == ["🟩", "🟩", "🟩"])
    #expect(TextWidth.wrapped("", to: 3) == [""])
  }
}

@Suite("Differential drawing")
struct DrawingTests {
  /// Frames with difficult content, from one generator.
  private static func frame(_ generator: inout SeededGenerator, width: Int, height: Int) -> Frame {
    func next(_ bound: Int) -> Int { generator.number(below: bound) }
    let texts = ["a", "B", " ", "🟩", "中", "é", "👩‍👩‍👧‍👦", "❤️", "-", "e\u{301}"]
    let styles = [
      TextStyle.plain, .bold, TextStyle(ink: Colour(0x112233)), TextStyle(paper: Colour(0xFFEEDD), isReversed: true),
    ]
    var frame = Frame(width: width, height: height)
    for _ in 0..<next(60) { frame.put(texts[next(texts.count)], next(width + 2) - 1, next(height), styles[next(4)]) }
    if next(3) > 0 { frame.cursor = .init(x: next(width), y: next(height)) }
    return frame
  }

  @Test(
    "The bytes of a difference turn one frame into the other",
    arguments: [ColourDepth.none, .indexed, .full])
  func applying(depth: ColourDepth) {
    var generator = SeededGenerator(seed: 7)
    for (width, height) in [(1, 1), (2, 3), (17, 5), (40, 15)] {
      var terminal = TinyTerminal(width: width, height: height)
      var old: Frame?
      for round in 0..<120 {
        let new = Self.frame(&generator, width: width, height: height)
        // An unknown screen is redrawn completely.
        if round % 17 == 0 { old = nil }
        let bytes = ScreenDrawing.bytes(from: old, to: new, depth)
        terminal.take(bytes)
        #expect(terminal.shows(new, depth), "\(width)×\(height), frame \(round): \(new.lines)")
        #expect(bytes.count <= 40 + 72 * width * height)
        old = new
      }
    }
  }

  @Test("An unchanged frame costs nothing, a letter little")
  func cost() {
    var frame = Frame(width: 200, height: 50)
    frame.put("Guess a five-letter word", 20, 20, .bold)
    #expect(ScreenDrawing.bytes(from: frame, to: frame, .full).isEmpty)
    let before = frame
    frame.put("c", 3, 3)
    #expect(ScreenDrawing.bytes(from: before, to: frame, .full).count < 24)
  }

  @Test("Any text only writes cells, and moves nothing")
  func hostileText() {
    var frame = Frame(width: 10, height: 2)
    frame.put("\u{1B}[2Ja\nb\u{202E}c" + "d" + String(repeating: "\u{301}", count: 5000), 0, 0)
    #expect(frame.lines[0].hasPrefix("[2Jabc"))
    #expect(frame.lines[1] == "")
    #expect(ScreenDrawing.bytes(from: nil, to: frame, .none).count < 400)
  }

  @Test("Half of a wide letter never remains alone")
  func halves() {
    var frame = Frame(width: 4, height: 1)
    frame.put("中文", 0, 0)
    frame.put("a", 1, 0)
    #expect(frame.lines == [" a文"])
    frame.put("b", 2, 0)
    #expect(frame.lines == [" ab"])
    frame.put("中", 3, 0)
    #expect(frame.lines == [" ab"])
  }

  @Test("Colours are the nearest of 256")
  func indexed() {
    #expect(Colour(0x000000).indexed == 16)
    #expect(Colour(0xFFFFFF).indexed == 231)
    #expect(Colour(0x808080).indexed == 244)
    #expect(Colour(0xFF0000).indexed == 196)
    #expect((16...255).contains(Colour(0x538D4E).indexed))
  }
}
