import Testing
import WireTable

@Suite("Parsing the table")
struct TableReaderTests {
  private func read(_ text: String) throws(TableError) -> Table { try Table(files: [("a.wire", text)]) }

  @Test("A field has its name, its type, its bounds and its sentence")
  func field() throws {
    let table = try read(
      """
      # A comment.
      message tick Tick : Time goes by.
        ends_in_s? int 1...60 : When it ends: soon.
        names [text] ...8 some as players : Who.
      """)
    let tick = try #require(table["Tick"])
    #expect(tick.wireTypes == ["tick"] && tick.summary == "Time goes by.")
    let (end, names) = (tick.fields[0], tick.fields[1])
    #expect(end.property == "endsInSeconds" && end.isOptional && !end.isRequired)
    #expect(end.bounds.least == 1 && end.bounds.greatest == 60 && end.summary == "When it ends: soon.")
    #expect(names.property == "players" && names.isList && names.isLeftOutEmpty && names.bounds.greatest == 8)
  }

  @Test(
    "An error has its file and line",
    arguments: [
      ("message tick Tick : A.\n  room : B.", "a.wire:2: error: room has no type"),
      ("message tick Tick", "a.wire:1: error: message has no description after \" : \""),
      ("  room text : B.", "a.wire:1: error: a member of nothing"),
      (
        "massage tick Tick : A.",
        "a.wire:1: error: massage is none of message, request, fields, object, choice, type, extern, limit, code, "
          + "metric"
      ),
      ("metric ticks gauge : A.", "a.wire:1: error: ticks is no metric: parlor_NAME, then counter, gauge or histogram"),
      ("object A : A.\n  b c : B.", "a.wire:1: error: A has a field of an unknown type c"),
      ("object A : A.\n  b text : B.\n  b int : B.", "a.wire:1: error: A has two fields b"),
      ("object A : A.\nobject A : B.", "a.wire:2: error: A is declared twice"),
      ("object A : A.\n  b int 1..3 : B.", "a.wire:2: error: 1..3 is not known here"),
      ("object A : A.\n  b int x...3 : B.", "a.wire:2: error: x...3 are no bounds"),
      ("object A : A.\n  b int as : B.", "a.wire:2: error: nothing stands after as"),
      ("request a A : A.\n  .typed /a WORD", "a.wire:1: error: WORD of /a WORD is no member of Request.A"),
      ("request a A : A.\n  .typed /a -> loud", "a.wire:2: error: loud is none of hidden, text, password, rest, by"),
      ("request a A : A.\n  .repeat ana", "a.wire:2: error: ana is none of anybody, same_player"),
      (
        "request a A : A.\n  .need name",
        "a.wire:2: error: need is none of needs, repeat, answer, errors, example, check, typed, note"
      ),
      ("limit a 1", "a.wire:1: error: limit has no description after \" : \""),
      ("limit a : A.", "a.wire:1: error: limit a has no value or no bounds"),
      ("limit a 1 0...9 plus 2 : A.", "a.wire:1: error: plus is not known here"),
      ("object A : A.\n  b text inline : B.", "a.wire:1: error: text has no members that could stand in A"),
    ])
  func faults(_ text: String, _ sentence: String) {
    #expect { try read(text) } throws: { "\($0)" == sentence }
  }
}
