import Testing

@testable import WireProtocol

@Suite("Runs of combining marks")
struct MarkRunTests {
  private static func letter(marks: Int) -> String { "a" + String(repeating: "\u{301}", count: marks) }

  @Test("Eight consecutive marks are allowed, nine are not, and a letter between them begins a new run")
  func text() {
    #expect(MarkRuns.areBounded(in: ""))
    #expect(MarkRuns.areBounded(in: Self.letter(marks: 8) + Self.letter(marks: 8)))
    #expect(!MarkRuns.areBounded(in: "plain " + Self.letter(marks: 9)))
    // Marks of different classes, which normalisation must sort.
    #expect(!MarkRuns.areBounded(in: "a" + String(repeating: "\u{301}\u{323}", count: 5)))
    #expect(MarkRuns.areBounded(in: "👩‍👩‍👧 שָׁלוֹם नमस्ते 한국어 ﷺ"))
  }

  @Test(
    "Runs are found anywhere in a line, escaped or not",
    arguments: [
      #"{"type":"…"}"#, #"{"…":1}"#, #"{"type":"say","deep":[[{"x":["…"]}]]}"#, #"["plain",{"k":{"…":null}}]"#,
    ])
  func lines(_ pattern: String) throws {
    let escaped = "a" + String(repeating: #"\u0301"#, count: 9)
    for long in [Self.letter(marks: 9), escaped] {
      let document = JSONDocument()
      try document.parse(pattern.replacing("…", with: long).utf8)
      #expect(!MarkRuns.areBounded(in: document.root))
    }
    let document = JSONDocument()
    try document.parse(pattern.replacing("…", with: Self.letter(marks: 8)).utf8)
    #expect(MarkRuns.areBounded(in: document.root))
  }
}
