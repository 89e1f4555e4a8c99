import ScreenHarness
import Testing

/// A terminal's behaviour as a table: what a program writes to a screen of 10×4, and the resulting screen.
@Suite("A screen like xterm's")
struct EmulatedScreenTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let what: String
    let bytes: String
    let text: String
    var testDescription: String { what }
  }

  private static let cases: [Case] = [
    Case(what: "letters", bytes: "crane", text: "crane"),
    Case(what: "lines", bytes: "a\r\nb", text: "a\nb"),
    Case(what: "a line feed alone goes straight down", bytes: "a\nb", text: "a\n b"),
    Case(what: "a long line wraps", bytes: "abcdefghijkl", text: "abcdefghij\nkl"),
    Case(what: "a full line does not wrap yet", bytes: "abcdefghij\rX", text: "Xbcdefghij"),
    Case(what: "no wrapping", bytes: "\u{1B}[?7labcdefghijkl", text: "abcdefghil"),
    Case(what: "scrolling", bytes: "1\r\n2\r\n3\r\n4\r\n5", text: "2\n3\n4\n5"),
    Case(what: "cursor", bytes: "\u{1B}[2;3Hx\u{1B}[1;1Hy\u{1B}[4dz", text: "y\n  x\n\n z"),
    Case(what: "cursor, relative", bytes: "abc\u{1B}[2Dx\u{1B}[Bdown\u{1B}[A\u{1B}[2Gy", text: "ayc\n  down"),
    Case(what: "cursor stays inside", bytes: "\u{1B}[99;99Hx\u{1B}[99A\u{1B}[99Dy", text: "y\n\n\n         x"),
    Case(what: "next and previous line", bytes: "\u{1B}[2Eabc\u{1B}[1Fde", text: "\nde\nabc"),
    Case(what: "erasing to the end", bytes: "abcdef\u{1B}[3G\u{1B}[K", text: "ab"),
    Case(what: "erasing to the start", bytes: "abcdef\u{1B}[3G\u{1B}[1K", text: "   def"),
    Case(what: "erasing cells", bytes: "abcdef\u{1B}[3G\u{1B}[2X", text: "ab  ef"),
    Case(what: "erasing below", bytes: "ab\r\ncd\r\nef\u{1B}[2;2H\u{1B}[J", text: "ab\nc"),
    Case(what: "erasing above", bytes: "ab\r\ncd\r\nef\u{1B}[2;1H\u{1B}[1J", text: "\n d\nef"),
    Case(what: "erasing all", bytes: "ab\r\ncd\u{1B}[2J", text: ""),
    Case(what: "deleting and inserting", bytes: "abcdef\u{1B}[2G\u{1B}[2P\u{1B}[3G\u{1B}[@", text: "ad ef"),
    Case(what: "lines in and out", bytes: "1\r\n2\r\n3\u{1B}[1;1H\u{1B}[L\u{1B}[3;1H\u{1B}[M", text: "\n1\n3"),
    Case(
      what: "a region scrolls by itself", bytes: "1\r\n2\r\n3\r\n4\u{1B}[2;3r\u{1B}[3;1H\nx\u{1B}[2;1H\u{1B}My",
      text: "1\ny\n3\n4"),
    Case(what: "scrolling up and down", bytes: "1\r\n2\r\n3\u{1B}[2S\u{1B}[T", text: "\n3"),
    Case(what: "a place put away", bytes: "ab\u{1B}7\u{1B}[3;3H.\u{1B}8c", text: "abc\n\n  ."),
    Case(what: "tabs", bytes: "a\tb", text: "a       b"),
    Case(what: "tiles take two cells", bytes: "🟩⬛🟨\u{1B}[3Gx", text: "🟩x 🟨"),
    Case(what: "the right half is overwritten", bytes: "🟩\u{1B}[2Gx", text: " x"),
    Case(what: "a tile has no room at the edge", bytes: "abcdefghi🟩", text: "abcdefghi\n🟩"),
    Case(what: "marks add to letters", bytes: "cafe\u{301}s\u{1B}[5G|", text: "cafe\u{301}|"),
    Case(what: "one emoji of several", bytes: "👩‍💻x👍🏽y🇪🇸z", text: "👩‍💻x👍🏽y🇪🇸z"),
    Case(what: "a heart becomes wide", bytes: "❤\u{FE0F}x\u{1B}[3G|", text: "❤\u{FE0F}|"),
    Case(what: "no title is text", bytes: "\u{1B}]0;Parlor\u{7}a\u{1B}]2;Wordle\u{1B}\\b", text: "ab"),
    Case(what: "another screen", bytes: "ab\u{1B}[?1049h\u{1B}[Hxyz", text: "xyz"),
    Case(what: "and back", bytes: "ab\u{1B}[?1049h\u{1B}[3;3Hxyz\u{1B}[?1049lc", text: "abc"),
    Case(what: "start again", bytes: "ab\u{1B}[1m\u{1B}cc", text: "c"),
  ]

  @Test("Written text and sequences give the expected screen", arguments: cases)
  func table(_ example: Case) {
    var whole = Screen(columns: 10, rows: 4)
    whole.feed(example.bytes)
    #expect(whole.text.utf8.elementsEqual(example.text.utf8), "\(whole.text)")
    #expect(whole.faults == [])
    // Feeding single bytes gives the same result.
    var pieces = Screen(columns: 10, rows: 4)
    for byte in example.bytes.utf8 { pieces.feed([byte]) }
    #expect(pieces.lines == whole.lines)
    #expect(pieces.cursor == whole.cursor)
  }

  @Test("Emoji and combining marks have the width that they have in a terminal")
  func widths() {
    for (text, width) in [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("🟩", 2), ("⬛", 2), ("⬜", 2), ("👩‍💻", 2), ("🇪🇸", 2), ("❤", 1), ("❤\u{FE0F}", 2),
      ("ñ", 1), ("字", 2), ("─", 1), ("█", 1), ("★", 1), ("…", 1),
    ] {
      var screen = Screen(columns: 10, rows: 1)
      screen.feed(text)
      #expect(screen.cursor.column == width, "\(text)")
    }
  }

  @Test("Styles are distinguished")
  func styles() {
    var screen = Screen(columns: 30, rows: 1)
    screen.feed("a\u{1B}[1;31mb\u{1B}[0mc\u{1B}[38;5;208;48;2;83;141;78md\u{1B}[39;49me\u{1B}[4:0;7mf\u{1B}[mg")
    screen.feed("\u{1B}[97;100mh\u{1B}[38:2::1:2:3mi\u{1B}[2;22;3;23mj")
    #expect(
      screen.styled == [
        "a‹bold red›b‹plain›c‹208 on #538d4e›d‹plain›e‹inverse›f‹plain›g"
          + "‹bright-white on bright-black›h‹#010203 on bright-black›ij‹plain›"
      ])
    #expect(screen.faults == [])
  }

  @Test("Erased cells keep the background and no other attribute")
  func erasedBackground() {
    var screen = Screen(columns: 4, rows: 1)
    screen.feed("\u{1B}[1;44m\u{1B}[2K\u{1B}[mab")
    #expect(screen.styled == ["ab‹on blue›"])
  }

  @Test("Modes, titles, bells and the clipboard are recorded")
  func modes() {
    var screen = Screen(columns: 10, rows: 4)
    screen.feed("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1002;1006;2004h\u{1B}]0;Parlor\u{7}\u{7}\u{1B}]52;c;8J+fqQ==\u{1B}\\")
    #expect(screen.isAlternate)
    #expect(!screen.isCursorVisible)
    #expect(screen.mouseModes == [1002, 1006])
    #expect(screen.modes.contains(2004))
    #expect(screen.title == "Parlor")
    #expect(screen.bells == 1)
    #expect(screen.clipboard == ["🟩"])
    screen.feed("\u{1B}[?1006;1002;2004l\u{1B}[?25h\u{1B}[?1049l\u{1B}[?2026h")
    #expect(screen.mouseModes == [])
    #expect(screen.isChanging)
    screen.feed("\u{1B}[?2026l\u{1B}[")
    #expect(screen.isChanging)
    screen.feed("6n")
    #expect(!screen.isChanging)
    #expect(screen.replies == Array("\u{1B}[1;1R".utf8))
    #expect(screen.faults == [])
  }

  @Test(
    "Unknown sequences are faults",
    arguments: [
      "\u{1B}[?31337h", "\u{1B}[99m", "\u{1B}[38;5m", "\u{1B}[5z", "\u{1B}]1337;x\u{7}", "\u{1B}Pq\u{1B}\\", "\u{1B}%G",
      "\u{0}",
      "\u{301}", "\u{9B}1m", "\u{1B}[1\u{7}m", "\u{1B}]52;c;!!!\u{7}", "\u{1B}[4;2r", "\u{1B}]0;a\nb\u{7}",
    ])
  func faults(bytes: String) {
    var screen = Screen(columns: 10, rows: 4)
    screen.feed(bytes)
    #expect(screen.faults.count == 1, "\(screen.faults)")
  }

  @Test(
    "Invalid UTF-8 is a fault, and the next character is shown",
    arguments: [[0xC3], [0xFF], [0xE2, 0x82], [0x80]])
  func brokenText(bytes: [UInt8]) {
    var screen = Screen(columns: 10, rows: 4)
    screen.feed(bytes + [0x61])
    #expect(screen.faults.count == 1)
    #expect(screen.text == "a")
  }

  @Test("Shrinking a window cuts, growing adds blanks, on both screens")
  func resizing() {
    var screen = Screen(columns: 10, rows: 4)
    screen.feed("usual\u{1B}[?1049h\u{1B}[Habcdef🟩\u{1B}[4;8Hz")
    screen.resize(columns: 7, rows: 3)
    #expect(screen.lines == ["abcdef", "", ""])
    #expect(screen.cursor.row == 2)
    screen.resize(columns: 12, rows: 5)
    #expect(screen.lines == ["abcdef", "", "", "", ""])
    screen.feed("\u{1B}[?1049l")
    #expect(screen.text == "usual")
  }

  @Test("find returns the cell of a text")
  func finding() {
    var screen = Screen(columns: 20, rows: 3)
    screen.feed("🟩🟩 crane\r\n  e\u{301}l 🟨")
    #expect(screen.find("crane")?.column == 5)
    #expect(screen.find("l 🟨")?.column == 3)
    #expect(screen.find("l 🟨")?.row == 1)
    #expect(screen.find("slate") == nil)
  }
}
