import GameKit
import Testing
@_spi(_Unicode) import Swift

@Suite("Normal form C")
struct ComposedTests {
  private func byTheBook(_ text: String) -> [UInt32] { text._nfc.map(\.value) }

  @Test("Composing any scalar, alone and after possible bases, matches the standard")
  func scalars() {
    for value in UInt32(0)...0x1_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      // A letter, a syllable that takes a final, a mark, a letter that composes with a following mark.
      for neighbour in ["", "a", "\u{AC00}", "\u{301}", "\u{94D}"] {
        let text = neighbour + String(Character(scalar))
        let composed = text.composed.unicodeScalars.map(\.value)
        if composed != byTheBook(text) { Issue.record("U+\(String(value, radix: 16)) behind \(neighbour)") }
      }
    }
  }

  @Test("A scalar left unchanged composes and reorders with nothing before it")
  func seconds() {
    var seconds: Set<Unicode.Scalar> = []
    for value in UInt32(0)...0x2_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      seconds.formUnion(String(Character(scalar))._nfd.dropFirst())
      let order = scalar.properties.canonicalCombiningClass
      if scalar.isComposedAnywhere, order != .notReordered, order != .virama {
        Issue.record("U+\(String(value, radix: 16))")
      }
    }
    #expect(seconds.count > 100)
    #expect(seconds.filter(\.isComposedAnywhere).map { String($0.value, radix: 16) } == [])
  }

  @Test("Runs of marks are ordered, and letters composed with them")
  func rows() {
    for text in ["a\u{301}\u{323}", "\u{1112}\u{1161}\u{11AB}", "\u{212B}", "e\u{301}\u{E9}", "\u{344}x", "ﬁ", "plain"]
    {
      #expect(text.composed.unicodeScalars.map(\.value) == byTheBook(text))
    }
  }

  @Test("White space is exactly the Unicode property")
  func whiteSpace() {
    for value in UInt32(0)...0x10_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if scalar.isWhiteSpace != scalar.properties.isWhitespace { Issue.record("U+\(String(value, radix: 16))") }
    }
  }
}
