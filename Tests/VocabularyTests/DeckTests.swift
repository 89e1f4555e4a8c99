import GameKit
import TestSeed
import Testing

@testable import Vocabulary

@Suite("Export and import of decks")
struct DeckTests {
  private func note(
    _ original: String, _ translation: String, note: String = "", part: String = "", example: String = "",
    marked: Bool = false
  ) -> Deck.Note {
    Deck.Note(
      entry: Word.Entry(original: original, translation: translation, note: note, part: part, example: example),
      isMarked: marked)
  }

  private func read(_ text: String) -> DeckReader { DeckReader(file: Array(text.utf8)) }

  private func pairs(_ text: String) -> [String] {
    read(text).deck.notes.map { "\($0.entry.original)=\($0.entry.translation)\($0.isMarked ? "*" : "")" }
  }

  @Test(
    "A deck survives export and import in every format, byte for byte: with 5,000 notes in Anki's",
    arguments: DeckFormat.allCases)
  func roundTrip(format: DeckFormat) {
    var generator = SeededGenerator(seed: TestSeed.make())
    let pieces = [
      "a", "é", "\"", ",", ";", "<b>", "&amp;", "#", " x", "\u{5D0}", "日本", "🎉", "|", ":", "'", "[sound:x]",
    ]
    func text(_ most: Int) -> String {
      (0..<generator.number(below: most)).map { _ in pieces[generator.number(below: pieces.count)] }.joined()
    }
    func line(_ most: Int) -> String { String(text(most).drop { $0 == " " }) }
    var deck = Deck(name: format == .anki ? "Irish: verbs" : "")
    for number in 0..<(format == .anki ? 5000 : 500) {
      deck.notes.append(
        note(
          "#\(number)" + text(6), "t" + text(6), note: line(9), part: line(3), example: line(12),
          marked: number.isMultiple(of: 3)))
    }
    for hasMark in [false, true] {
      let file = deck.file(format, hasMark: hasMark)
      let reader = DeckReader(file: file)
      #expect(reader.faults.count == 0)
      #expect(reader.deck == deck)
      #expect(reader.deck.file(format, hasMark: hasMark) == file)
    }
  }

  @Test("Anki's own export is read: headers, tags, GUIDs and HTML")
  func anki() {
    let reader = read(
      #"""
      #separator:tab
      #html:true
      #guid column:1
      #notetype column:2
      #deck column:3
      #tags column:6
      Ab<2\#tBasic\#tSpanish\#tla casa\#thouse&nbsp;<b>home</b><br>[sound:casa.mp3]\#tnouns marked
      Cd#3\#tBasic\#tSpanish\#t"el ""sol"""\#t"sun<div>star</div>"\#t

      # a comment
      Ef\#tBasic\#tSpanish\#ta &lt; b\#t1 &#233; &#x4E00; &unknown; &\#tleech
      """#)
    #expect(reader.faults.count == 0)
    #expect(
      reader.deck.notes == [
        note("la casa", "house home", marked: true), note("el \"sol\"", "sun star"),
        note("a < b", "1 é 一 &unknown; &"),
      ])
  }

  @Test("The headers of our files are those of Anki's manual")
  func headers() {
    let deck = Deck(name: "Irish", notes: [note("teach", "house", note: "n", part: "noun", example: "e", marked: true)])
    let text = String(decoding: deck.file(.anki), as: UTF8.self)
    #expect(
      text == """
        #separator:tab
        #html:false
        #deck:Irish
        #columns:Original\tTranslation\tNote\tPart\tExample\tTags
        #tags column:6
        teach\thouse\tn\tnoun\te\tmarked

        """)
    #expect(
      String(decoding: deck.file(.csv), as: UTF8.self)
        == "Original,Translation,Note,Part,Example,Tags\nteach,house,n,noun,e,marked\n")
  }

  @Test("The format of files without headers is detected from the first line")
  func plain() {
    #expect(pairs("casa\thouse\nsol\tsun\n") == ["casa=house", "sol=sun"])
    #expect(pairs("casa;house\r\nsol;sun, star") == ["casa=house", "sol=sun, star"])
    #expect(pairs("casa,\"house, home\"\n") == ["casa=house, home"])
    #expect(pairs("casa|house\n") == ["casa=house"])
    #expect(pairs("\u{FEFF}casa,house\n") == ["casa=house"])
    #expect(pairs("#separator:Semicolon\na,b;c\n") == ["a,b=c"])
    #expect(pairs("#separator:;\na;c\n") == ["a=c"])
    #expect(pairs("") == [])
    #expect(pairs("\n\r\n# only a comment\n") == [])
  }

  @Test("Columns are found by their names, in any order and in several languages")
  func columns() {
    #expect(pairs("Back,FRONT,Level\nhouse,casa,1\n") == ["casa=house"])
    #expect(pairs("#separator:comma\n#columns:Back,x,Word\nhouse,1,casa\n") == ["casa=house"])
    // Ambiguous names are ignored: fields are assigned by position.
    #expect(pairs("#separator:comma\n#columns:One,Two\ncasa,house\n") == ["casa=house"])
    #expect(read("#separator:comma\n#tags:marked x\na,b\n").deck.notes == [note("a", "b", marked: true)])
    #expect(
      read("word,meaning,pos,sentence,notes\na,b,noun,c,d\n").deck.notes
        == [note("a", "b", note: "d", part: "noun", example: "c")])
  }

  @Test(
    "A word and its meaning may be separated by an equals sign, with commas in the meaning",
    arguments: ["casa = house, home\nsol = sun", "casa=house\nsol=sun"])
  func equals(text: String) {
    let reader = read(text)
    #expect(reader.separator == UInt8(ascii: "=") && reader.heading == [])
    #expect(reader.deck.notes.map(\.entry.original) == ["casa", "sol"])
    #expect(reader.deck.notes.first?.entry.translation.hasPrefix("house") == true)
  }

  @Test("With a comma as the separator, an equals sign in a meaning separates nothing")
  func commas() { #expect(pairs("uno,1=1\ndos,2") == ["uno=1=1", "dos=2"]) }

  @Test(
    "Two languages at the top are a heading; the word is in the first unless the second is the one to learn",
    arguments: [
      ("Español;English\ncasa;house", "Spanish", "casa"), ("Spanish,English\ncasa,house", nil, "casa"),
      ("English\tSpanish\nhouse\tcasa", "spanish", "casa"), ("English = español\nhouse = casa", "Español", "casa"),
      ("English,Spanish\nhouse,casa", "Unidad 3", "house"), ("Deutsch,français\nHaus,maison", "Unidad 3", "Haus"),
    ] as [(String, String?, String)])
  func languages(text: String, language: String?, word: String) {
    let reader = DeckReader(file: Array(text.utf8), language: language)
    #expect(reader.heading.count == 2)
    #expect(reader.deck.notes.map(\.entry.original) == [word])
    #expect(Set(reader.columnNames) == ["Original", "Translation"])
  }

  @Test(
    "A language's name beside any other word is a word, not a heading", arguments: ["inglés;English", "polaco;Pole"])
  func noHeading(text: String) {
    #expect(read("casa;house\n" + text).deck.notes.count == 2)
    #expect(read(text).heading == [])
  }

  @Test("A quoted field may span lines, and becomes one line")
  func lines() {
    #expect(pairs("a,\"b\nc\"\nd,e\n") == ["a=b c", "d=e"])
    #expect(pairs("\"a\"\"b\",\"\"\"\"\n") == ["a\"b=\""])
  }

  @Test("Errors name the line where the note begins, and the other notes are read")
  func faults() {
    let reader = read("a,b\nalone\n,x\n\"q\"r,s\nc,\"d\ne\"\nf,g\n")
    #expect(reader.deck.notes.map(\.entry.original) == ["a", "c", "f"])
    #expect(reader.faults.first.map(\.line) == [2, 3, 4])
    #expect(reader.faults.first.map(\.message).first == "the translation of alone is missing")
    let open = read("a,b\nc,\"d\ne,f\n")
    #expect(open.deck.notes.map(\.entry.original) == ["a", "e"])
    #expect(open.faults.first == [DeckFault(line: 2, message: "a quote is opened and never closed")])
    let broken = DeckReader(file: Array("a,b\n".utf8) + [0x63, 0x2C, 0xFF, 0x0A])
    #expect(broken.faults.first == [DeckFault(line: 2, message: "it is not valid UTF-8")])
  }

  @Test("Any input is parsed in linear time")
  func hostile() {
    var generator = SeededGenerator(seed: TestSeed.make())
    let pieces = [
      "\"", ",", "\n", "#", "a", "<", "&", ";", ":", "\r", "[sound:", "#html:true\n", "#tags column:1\n", "\0",
    ]
    for _ in 0..<TestLength.count(short: 200, long: 10_000) {
      let text = (0..<generator.number(below: 60)).map { _ in pieces[generator.number(below: pieces.count)] }
      var reader = read(text.joined())
      reader.finish()
      for format in DeckFormat.allCases {
        let file = reader.deck.file(format)
        #expect(DeckReader(file: file).deck.notes == reader.deck.notes)
      }
    }
    let long = "#html:true\n#separator:tab\nx\t" + String(repeating: "<a[sound:", count: 100_000)
    #expect(read(long).faults.first.map(\.line) == [3])
    #expect(read("#tags column:99999999999999999999\n#guid column:-5\na,b").deck.notes.count == 1)
  }

  @Test("A line that no program would write is an error, and later lines are parsed")
  func strange() {
    let columns = String(repeating: ",x", count: 20_000)
    #expect(pairs("a,b\(columns)\nc,d\n") == ["a=b", "c=d"])
    #expect(read("a,b\n\(String(repeating: ",", count: 100_000))\nc,d\n").faults.first.map(\.line) == [2])
    let long = read("a,b\nc,\(String(repeating: "d", count: 1 << 20))\ne,f\n")
    #expect(long.faults.first.map(\.line) == [2] && long.deck.notes.map(\.entry.original) == ["a", "e"])
    // An unclosed quote affects no other line.
    let lines = (0..<10_000).map { "w\($0),meaning \($0)" }.joined(separator: "\n")
    let open = read("a,\"b\n\(lines)\n")
    #expect(open.faults.first.map(\.line) == [1] && open.deck.notes.count == 10_000)
    #expect(open.faults.first.first?.message.hasSuffix("is a quote never closed?") == true)
    #expect(pairs("\u{FEFF}a,b\n\u{FEFF}c,d\n") == ["a=b", "c=d"])
    #expect(pairs("#tags column:-9223372036854775808\na,b\n") == ["a=b"])
    #expect(pairs("#deck:\(String(repeating: "x", count: 100_000))\na,b\n") == ["a=b"])
    let field = read("a,\(String(repeating: "\u{390}", count: 2000))\n")
    #expect(field.faults.first.first?.message == "the translation has more than 2048 bytes")
  }

  @Test(
    "An unclosed quote is an error at its line, and later lines are parsed",
    arguments: [
      ("a,\"b\nc,d\ne,f\n", [1], ["c", "e"]), ("a,\"b\nc,d\ne,\"f\"\ng,h\n", [1], ["c", "e", "g"]),
      ("a,\"b\nc,\"d\ne,f", [1, 2], ["e"]), ("\"a,b\n\"c,d\n\"e,f\ng,h", [1, 2, 3], ["g"]),
      ("a,b\r\nc,\"d\r\ne,f\r\n", [2], ["a", "e"]), ("a,\"b\nc\"\nd,e", [], ["a", "d"]), ("a,\"", [1], []),
      ("a,\"b\n\"", [], ["a"]),
    ])
  func openQuotes(_ text: String, _ faults: [Int], _ words: [String]) {
    let reader = read(text)
    #expect(reader.faults.first.map(\.line) == faults)
    #expect(reader.deck.notes.map(\.entry.original) == words)
  }

  @Test("Of very many errors the first are kept, and all are counted")
  func manyFaults() {
    let reader = read(String(repeating: "x\n", count: 100_000))
    #expect(reader.faults.count == 100_000)
    #expect(reader.faults.first.map(\.line) == Array(1...DeckFaults.most))
  }

  @Test("Of very many notes the first are parsed, and the rest are errors")
  func manyNotes() {
    let reader = read(String(repeating: "a,b\n", count: DeckReader.mostNotes + 30))
    #expect(reader.deck.notes.count == DeckReader.mostNotes && reader.lines.count == DeckReader.mostNotes)
    #expect(reader.faults.count == 30 && reader.faults.first.first?.line == DeckReader.mostNotes + 1)
  }

  @Test(
    "A file of quotes only is parsed in linear time",
    arguments: ["x\";\"\n", "\"a\";\"\n", "\"\n", "a;\"\"\"\n", "a;\"b\n", "a;b\n\"\n"])
  func quotesAlone(_ line: String) {
    var file = DeckFile(Array(String(repeating: line, count: 20_000).utf8))
    var slices = 0
    while file.read(atLeast: 512) { slices += 1 }
    #expect(slices < 2 * 20_000 * line.utf8.count / 512 + 20_100)
  }

  @Test("Lines may end with a carriage return only")
  func carriageReturns() {
    #expect(pairs("casa;house\rsol;sun\r") == ["casa=house", "sol=sun"])
    #expect(pairs("casa;house\r\rsol;\"sun\rstar\"\r\nmar;sea\r") == ["casa=house", "sol=sun star", "mar=sea"])
    #expect(read("a,b\rc\rd,e").faults.first.map(\.line) == [2])
  }

  @Test(
    "Columns are recognised by their names in common languages",
    arguments: [
      "Wort;Übersetzung", "palabra;traducción", "PALABRA;Traduccion", "mot;traduction", "parola;traduzione",
      "слово;перевод", "単語;意味", "단어;뜻", "Vorderseite;Rückseite", "focal;aistriúchán",
    ])
  func headerWords(_ header: String) {
    #expect(pairs("\(header)\ncasa;house\n") == ["casa=house"])
    #expect(pairs(header.split(separator: ";").reversed().joined(separator: ";") + "\nhouse;casa\n") == ["casa=house"])
  }

  @Test("Parsing a file in parts gives the same as parsing it at once")
  func parts() {
    let bytes = Array("#separator:comma\na,\"b\nc\"\r\n\n\u{FEFF}d,e,,,,\nf\n\"g,h".utf8)
    let whole = DeckReader(file: bytes)
    for count in 1...bytes.count {
      var file = DeckFile(bytes)
      while file.read(atLeast: count) {}
      #expect(file.reader.deck == whole.deck && file.reader.faults == whole.faults && file.reader.lines == whole.lines)
    }
  }

  @Test("A preview lists new words, and duplicates of words and of each other")
  func preview() throws {
    var learner = Learner()
    let empty = try learner.addLanguage("L")
    try learner.add("Árbol", "tree", to: "L")
    let deck = Deck(notes: [note("arbol", "x"), note("casa", "house"), note("CASA", "home"), note("sol", "sun")])
    let preview = DeckPreview(of: deck, in: try learner.words.language(named: "L"))
    #expect(preview.new.map(\.entry.original) == ["arbol", "casa", "sol"])
    #expect(preview.duplicates == ["CASA"])
    #expect(DeckPreview(of: deck, in: empty).new.count == 3)
    #expect(DeckPreview(of: deck, in: nil).new == DeckPreview(of: deck, in: empty).new)
  }

  @Test("A language's deck contains its words with their marks")
  func language() throws {
    var learner = Learner()
    _ = try learner.addLanguage("L")
    let number = try learner.add("a", "b", to: "L")
    learner.words.apply(.marked(number: number, true))
    #expect(Deck(of: try learner.words.language(named: "L")) == Deck(name: "L", notes: [note("a", "b", marked: true)]))
  }
}
