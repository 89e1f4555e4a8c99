import Testing

@testable import CustomPuzzles

@Suite("Codes of puzzles")
struct PuzzleCodeTests {
  @Test("A code has ten letters and digits, and is parsed as people say and type it")
  func reading() throws {
    let code = PuzzleCode(random: .max)
    #expect(code.text == "zzzzz-zzzzz" && code.number == 0x3_FFFF_FFFF_FFFF)
    #expect(PuzzleCode(random: 1 << 14).text == "00000-00001")
    for text in ["k7q2m-9xw4d", "K7Q2M 9XW4D", "k7q2m9xw4d"] { #expect(PuzzleCode(text)?.text == "k7q2m-9xw4d") }
    #expect(PuzzleCode("oOil1-00000")?.text == "00111-00000")
    #expect(PuzzleCode("https://play.example/puzzle/k7q2m-9xw4d")?.text == "k7q2m-9xw4d")
  }

  @Test(
    "Other text is not a code", arguments: ["", "k7q2m", "k7q2m-9xw4dd", "k7q2m-9xw4u", "k7q2m_9xw4d", "🟩7q2m-9xw4d"])
  func others(text: String) { #expect(PuzzleCode(text) == nil) }
}
