import GameKit
import Testing

@testable import ParlorTerminal

@Suite("Keys, mouse and pastes")
struct InputTests {
  private static let bytes = Array(
    ("aé中\r\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1B}[3~\u{1B}OP\u{1B}[15~\u{1B}[[B\u{1B}x\u{1B}[Z\u{7F}\u{3}\t"
      + "\u{1B}[<0;5;3M\u{1B}[<32;6;3M\u{1B}[<0;6;3m\u{1B}[<64;1;1M\u{1B}[<2;1;1M"
      + "\u{1B}[200~Wordle 1\r\n\r\n🟩\u{1B}[A🟩\u{1B}[201~z\u{1B}[?1;2c\u{1B}\u{1B}[D").utf8)
  private static let expected: [Input] = [
    .key(.character("a")), .key(.character("é")), .key(.character("中")), .key(.enter), .key(.up), .key(.down),
    .key(.right), .key(.delete), .key(.function(1)), .key(.function(5)), .key(.function(2)), .key(.alt("x")),
    .key(.backTab), .key(.backspace), .key(.control("c")), .key(.tab), .mouse(Mouse(act: .press, x: 4, y: 2)),
    .mouse(Mouse(act: .drag, x: 5, y: 2)), .mouse(Mouse(act: .release, x: 5, y: 2)),
    .mouse(Mouse(act: .wheelUp, x: 0, y: 0)), .paste("Wordle 1\n\n🟩\u{1B}[A🟩"), .key(.character("z")), .key(.escape),
    .key(.left),
  ]

  @Test("The keys are the same however the bytes are split")
  func splits() {
    for place in 0...Self.bytes.count {
      var decoder = InputDecoder()
      let found = decoder.feed(Self.bytes[..<place]) + decoder.feed(Self.bytes[place...])
      #expect(found == Self.expected, "split at \(place)")
    }
    var decoder = InputDecoder()
    let found = Self.bytes.flatMap { decoder.feed([$0]) }
    #expect(found == Self.expected)
  }

  @Test("A lone escape is a key after a limited wait")
  func escape() {
    var decoder = InputDecoder()
    let result1 = decoder.feed([0x1B])
    #expect(result1.isEmpty)
    #expect(decoder.isWaiting)
    let result2 = decoder.giveUpWaiting()
    #expect(result2 == [.key(.escape)])
    #expect(!decoder.isWaiting)
    let result3 = decoder.feed(Array("a".utf8))
    #expect(result3 == [.key(.character("a"))])
  }

  @Test("Incomplete sequences and invalid bytes are dropped")
  func rubbish() {
    var decoder = InputDecoder()
    let result4 = decoder.feed(Array("\u{1B}[12;3".utf8))
    #expect(result4.isEmpty)
    let result5 = decoder.giveUpWaiting()
    #expect(result5.isEmpty)
    let result6 = decoder.feed([0xFF, 0xC0, 0xE2, 0x28, 0x62])
    #expect(result6 == [.key(.character("(")), .key(.character("b"))])
    let result7 = decoder.feed([0x1B, 0x5B] + Array(repeating: 0x31, count: 500)) + decoder.feed([0x61])
    #expect(result7.contains(.key(.character("a"))))
  }

  @Test("Any bytes are handled", arguments: 0..<20)
  func noise(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var decoder = InputDecoder()
    for _ in 0..<400 {
      let byte = UInt8(generator.number(below: 256))
      _ = decoder.feed(seed % 2 == 0 ? [byte] : [0x1B, byte & 0x7F])
    }
    _ = decoder.giveUpWaiting()
    _ = decoder.feed(InputDecoderTail.pasteEnd)
    _ = decoder.giveUpWaiting()
    let result8 = decoder.feed(Array("q".utf8))
    #expect(result8.last == .key(.character("q")))
  }

  private enum InputDecoderTail {
    static let pasteEnd = Array("\u{1B}[201~".utf8)
  }

  @Test("A paste without an end takes bounded memory")
  func longPaste() {
    var decoder = InputDecoder()
    _ = decoder.feed(Array("\u{1B}[200~".utf8))
    for _ in 0..<100 { _ = decoder.feed(Array(repeating: 0x61, count: 4096)) }
    guard case .paste(let text)? = decoder.feed(Array("\u{1B}[201~".utf8)).first else {
      Issue.record("no paste came")
      return
    }
    #expect(text.utf8.count == InputDecoder.longestPaste)
  }
}

@Suite("Line editing")
struct LineEditorTests {
  private func typed(_ keys: [Key]) -> LineEditor {
    var line = LineEditor()
    for key in keys { _ = line.press(key) }
    return line
  }

  @Test("Letters are inserted at the cursor")
  func editing() {
    let line = typed([.character("a"), .character("c"), .left, .character("b"), .end, .character("d"), .home, .delete])
    #expect(line.text == "bcd")
    #expect(line.before == "")
    #expect(typed([.character("a"), .character(" "), .character("b"), .control("w")]).text == "a ")
    #expect(typed([.character("a"), .character("b"), .left, .control("k")]).text == "a")
    #expect(typed([.character("a"), .control("u")]).isEmpty)
  }

  @Test("A letter and its marks are one character, even if they arrive separately")
  func combining() {
    var line = typed([.character("e"), .character("\u{301}")])
    #expect(line.text.count == 1)
    _ = line.press(.backspace)
    #expect(line.isEmpty)
  }

  @Test("The history returns earlier lines, and the unsent one")
  func history() {
    var line = LineEditor()
    line.remember("one")
    line.remember("two")
    line.set("dra")
    _ = line.press(.up)
    #expect(line.text == "two")
    _ = line.press(.up)
    #expect(line.text == "one")
    let result10 = line.press(.up)
    #expect(!result10)
    _ = line.press(.down)
    _ = line.press(.down)
    #expect(line.text == "dra")
  }

  @Test("A line has a longest length")
  func length() {
    var line = LineEditor()
    line.insert(String(repeating: "x", count: 2000))
    #expect(line.text.count == LineEditor.longest)
  }
}
