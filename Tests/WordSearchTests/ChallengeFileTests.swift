import GameKit
import Testing
import WireProtocol

@testable import WordSearch

@Suite("Challenge files")
struct ChallengeFileTests {
  private static let man = """
    {"source_language": "en", "word": "man", "character_grid": [["i","q","í","l","n","n","m"],["f","t","v","ñ","b","m","h"],\
    ["h","j","í","t","s","e","o"],["o","x","í","a","a","e","m"],["m","v","n","i","t","u","b"],["b","r","a","e","í","e","r"],\
    ["r","á","s","d","f","g","e"]], "word_locations": {"6,1,6,2,6,3,6,4,6,5,6,6": "hombre"}, "target_language": "es"}
    """

  private static func read(_ text: String) -> (challenges: [WordSearch.Challenge], faults: [ChallengeFile.Fault]) {
    ChallengeFile.read(Array(text.utf8))
  }

  @Test("A challenge survives reading and writing")
  func roundTrip() throws {
    let (challenges, faults) = Self.read(Self.man + "\r\n\n  \n" + Self.man)
    #expect(faults.isEmpty)
    #expect(challenges.count == 2)
    let challenge = try #require(challenges.first)
    #expect(challenge.word == "man")
    #expect(challenge.rows[1] == "ftvñbmh")
    #expect(
      challenge.targets == [
        WordSearch.Target(word: "hombre", from: Cell(x: 6, y: 1), to: Cell(x: 6, y: 6))
      ])
    let line = String(decoding: ChallengeFile.line(of: challenge), as: UTF8.self)
    #expect(line == Self.man.replacing(": ", with: ":").replacing(", \"", with: ",\""))
    #expect(Self.read(line).challenges == [challenge])
  }

  @Test("Several words, backwards and along diagonals, capitals and decomposed letters are accepted")
  func shapes() throws {
    let (challenges, faults) = Self.read(
      """
      {"source_language":"en","word":"sea","character_grid":[["M","x","o"],["a","a","x"],["r","n\u{303}","r"]],\
      "word_locations":{"0,0,0,1,0,2":"Mar","2,2,1,1,0,0":"ram","0,2,1,2":"rñ"},"target_language":"es"}
      """)
    #expect(faults.isEmpty)
    let challenge = try #require(challenges.first)
    #expect(challenge.rows == ["mxo", "aax", "rñr"])
    #expect(challenge.rows[2].unicodeScalars.count == 3)
    #expect(challenge.targets.map(\.word) == ["mar", "ram", "rñ"])
  }

  @Test(
    "A bad line is reported with its number and reason, and the rest is loaded",
    arguments: [
      (
        #"["h","j","í","t","s","e","o"],"#, #"["h","j","í","t","s","e"],"#,
        "the grid is ragged: row 2 has 6 letters, row 0 has 7"
      ),
      (#""6,1,6,2,6,3"#, #""7,1,6,2,6,3"#, #""hombre" lies outside of the grid at 7,1"#),
      (#"6,5,6,6""#, #"6,5,6,-1""#, #""hombre" lies outside of the grid at 6,-1"#),
      (#""hombre""#, #""hambre""#, #"the letters at the place of "hambre" spell "hombre""#),
      (#""hombre""#, #""hombres""#, #"the letters at the place of "hombres" spell "hombre""#),
      ("6,1,6,2,6,3", "6,1,6,2,5,3", #"the cells of "hombre" are not in one line, one beside the other"#),
      ("6,1,6,2,6,3", "6,1,6,3,6,2", #"the cells of "hombre" are not in one line, one beside the other"#),
      ("6,2,6,3,", "", #"the cells of "hombre" are not in one line, one beside the other"#),
      ("6,5,6,6", "6,5,6", #""6,1,6,2,6,3,6,4,6,5,6" is not a list of x,y pairs"#),
      ("6,5,6,6", "6,5,6,six", #""6,1,6,2,6,3,6,4,6,5,6,six" is not a list of x,y pairs"#),
      (#"[["i","q""#, #"[["i","7""#, "cell 1,0 of the grid is not one letter"),
      (#"[["i","q""#, #"[["i","qu""#, "cell 1,0 of the grid is not one letter"),
      (#"[["i","q""#, #"[["i","""#, "cell 1,0 of the grid is not one letter"),
      (#"[["i","q""#, #"[["i",5"#, "cell 1,0 of the grid is not one letter"),
      (#"{"6,1,6,2,6,3,6,4,6,5,6,6": "hombre"}"#, "{}", #""word_locations" holds no words, or more than 30"#),
      (#""hombre"}"#, #""hom bre"}"#, "the word at 6,1,6,2,6,3,6,4,6,5,6,6 is missing or has unknown characters"),
      (#""hombre"}"#, #"null}"#, "the word at 6,1,6,2,6,3,6,4,6,5,6,6 is missing or has unknown characters"),
      (#""hombre"}"#, #""hombre", "6,6,6,5,6,4,6,3,6,2,6,1": "hombre"}"#, #""hombre" is hidden twice"#),
      (#""word": "man", "#, "", #""word" is missing or no string"#),
      (#""word": "man""#, #""word": "m\u001ban""#, #""word" is not a word of 1 to 40 letters"#),
      (
        #""target_language": "es""#, #""target_language": "Spanish""#,
        #""target_language" is not a language code such as es"#
      ),
      (#""source_language": "en", "#, "", #""source_language" is missing or no string"#),
      (#""character_grid""#, #""grid""#, #""character_grid" is missing or no array"#),
      (#""word_locations""#, #""locations""#, #""word_locations" is missing or no object"#),
    ])
  func faults(_ sound: String, _ broken: String, _ reason: String) {
    let line = Self.man.replacingFirst(sound, with: broken)
    #expect(line != Self.man)
    let (challenges, faults) = Self.read([Self.man, line, Self.man].joined(separator: "\n"))
    #expect(challenges.count == 2)
    #expect(faults.map(\.line) == [2])
    #expect(faults.first?.reason == reason)
  }

  private static let pretty = man.replacing("[[", with: "[\n  [").replacing("],[", with: "],\n  [")
    .replacing(", \"", with: ",\n\"").replacing(": {", with: ":\n{\n").replacing("{\"source", with: "{\n\n\"source")

  @Test("An object may span lines, beside others on one line", arguments: ["\n", "\r\n", "\n\n \n"])
  func severalLines(_ newline: String) throws {
    let file = [Self.pretty, Self.man, Self.pretty].joined(separator: "\n").replacing("\n", with: newline)
    #expect(file.utf8.count { $0 == 0x0A } > 20)
    let (challenges, faults) = Self.read(file)
    #expect(faults.isEmpty)
    #expect(challenges == Array(repeating: try #require(Self.read(Self.man).challenges.first), count: 3))
  }

  @Test("A broken object that spans lines is reported with its first line, and the others are loaded")
  func brokenObjects() {
    let lines = Self.pretty.split(separator: "\n", omittingEmptySubsequences: false).count
    for damaged in [
      Self.pretty.replacingFirst("\"word\": \"man\",\n", with: ""), String(Self.pretty.dropLast()),
      String(Self.pretty.dropLast(40)), Self.pretty.replacingFirst("[\n", with: "\n"),
      Self.pretty.replacingFirst("\"i\"", with: "\"i"),
    ] {
      let (challenges, faults) = Self.read([Self.pretty, damaged, Self.pretty, Self.man].joined(separator: "\n"))
      #expect(challenges.count == 3)
      #expect(faults.first?.line == lines + 1)
    }
  }

  @Test("A non-object, or one that is too large, is reported", arguments: ["{", "null", "[]", "nonsense", "\u{0}"])
  func noObject(_ line: String) {
    let (challenges, faults) = Self.read(line)
    #expect(challenges.isEmpty)
    #expect(faults.count == 1)
    #expect(faults.first.map { $0.reason.hasPrefix("broken JSON") || $0.reason == "not a JSON object" } == true)
  }

  @Test("Damage anywhere in a file only loses lines")
  func damage() {
    var generator = SeededGenerator(seed: 5)
    let sound = Array(Self.man.utf8)
    for _ in 0..<2000 {
      var bytes = sound
      for _ in 0...generator.number(below: 3) {
        bytes[generator.number(below: bytes.count)] = UInt8(generator.number(below: 256))
      }
      let (challenges, faults) = ChallengeFile.read(bytes)
      for challenge in challenges {
        for target in challenge.targets { #expect((try? challenge.path(from: target.from, to: target.to)) != nil) }
      }
      #expect(challenges.count + faults.count >= 1)
    }
  }
}

extension String {
  fileprivate func replacingFirst(_ part: String, with other: String) -> String {
    firstRange(of: part).map { self[..<$0.lowerBound] + other + self[$0.upperBound...] }.map(String.init) ?? self
  }
}
