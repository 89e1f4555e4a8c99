import Testing
import WireProtocol

@Suite("The grammar of RFC 8259")
struct JSONGrammarTests {
  @Test("Every text that the RFC allows is accepted")
  func acceptsWhatIsAllowed() {
    #expect(JSONCase.accepted.count > 120)
    for text in JSONCase.accepted {
      #expect(text.error == nil, "\(text.name)")
    }
  }

  @Test("Every text that the RFC does not allow is rejected, at a byte inside it or at its end")
  func rejectsWhatIsNot() {
    #expect(JSONCase.rejected.count > 220)
    for text in JSONCase.rejected {
      let error = text.error
      #expect(error != nil, "\(text.name)")
      if let error { #expect((0...text.bytes.count).contains(error.offset), "\(text.name): \(error)") }
    }
  }

  @Test("Where the RFC leaves a choice, ours is stable", arguments: JSONGrammarTests.choices)
  func decidesWhatIsOpen(_ choice: (text: JSONCase, isAccepted: Bool)) {
    #expect((choice.text.error == nil) == choice.isAccepted, "\(choice.text.name)")
  }

  static let choices: [(text: JSONCase, isAccepted: Bool)] = [
    (JSONCase("i_number_huge_exponent", "[0.4e00669999999999999999999999999999999969999999006]"), true),
    (JSONCase("i_number_negative_huge_exponent", "[-1e+9999]"), true),
    (JSONCase("i_number_double_underflow", "[123e-10000000]"), true),
    (JSONCase("i_number_huge_negative_integer", "[-123123123123123123123123123123]"), true),
    (JSONCase("i_number_10000_digits", "[", .times(10_000, "7"), "]"), true),
    (JSONCase("i_number_10000_zeros_after_the_point", "[0.", .times(10_000, "0"), "1]"), true),
    (JSONCase("i_number_10000_digits_of_exponent", "[1e", .times(10_000, "9"), "]"), true),
    (JSONCase("i_object_key_lone_second_surrogate", #"{"\uDFAA":0}"#), false),
    (JSONCase("i_string_first_surrogate_then_valid_escape", #"["\uD888\u1234"]"#), false),
    (JSONCase("i_string_truncated_utf8", "[\"", 0xE0, 0xFF, "\"]"), false),
    (JSONCase("i_string_utf16le_with_bom", 0xFF, 0xFE, "[", 0, "\"", 0, 0xE9, 0, "\"", 0, "]", 0), false),
    (JSONCase("i_structure_500_nested_arrays", .times(500, "["), .times(500, "]")), false),
    (JSONCase("i_structure_bom_empty_object", 0xEF, 0xBB, 0xBF, "{}"), false),
    (JSONCase("i_string_not_in_unicode_range", "[\"", 0xF4, 0xBF, 0xBF, 0xBF, "\"]"), false),
  ]

  @Test("An error says what was expected and where", arguments: JSONGrammarTests.errors)
  func saysWhatIsWrong(_ example: (text: String, reason: JSONSyntaxError.Reason, offset: Int)) {
    #expect(
      JSONCase("", .init(stringLiteral: example.text)).error
        == JSONSyntaxError(reason: example.reason, offset: example.offset), "\(example.text)")
  }

  static let errors: [(text: String, reason: JSONSyntaxError.Reason, offset: Int)] = [
    ("", .empty, 0), ("  ", .empty, 2), ("{", .unexpectedEnd, 1), (#"{"a":1"#, .unexpectedEnd, 6),
    ("tru", .unexpectedEnd, 3),
    ("[1,", .unexpectedEnd, 3), ("[1,]", .expectedValue, 3), ("{1:2}", .expectedKeyOrEnd, 1),
    (#"{"a":1,}"#, .expectedKey, 7),
    (#"{"a" 1}"#, .expectedColon, 5), (#"{"a":1 "b":2}"#, .expectedCommaOrObjectEnd, 7),
    ("[1 2]", .expectedCommaOrArrayEnd, 3),
    ("trux", .invalidLiteral, 3), ("nil", .invalidLiteral, 1), ("01", .invalidNumber, 1),
    ("[1.]", .invalidNumber, 3),
    ("-", .unexpectedEnd, 1), ("\"a\nb\"", .controlCharacter, 2), (#""\x""#, .invalidEscape, 2),
    (#""\u12G4""#, .invalidUnicodeEscape, 5),
    (#""\uD800x""#, .loneSurrogate, 7), (#""\uDC00""#, .loneSurrogate, 1), ("1 1", .trailingBytes, 2),
    ("\u{FEFF}1", .byteOrderMark, 0),
    (String(repeating: "[", count: 70), .tooDeep, 64), ("1\u{0}", .trailingBytes, 1),
    ("\"\u{0}", .controlCharacter, 1),
  ]

  @Test("An error reads as a sentence for people")
  func describesErrors() {
    #expect(
      JSONSyntaxError(reason: .expectedCommaOrObjectEnd, offset: 17).description
        == "expected ',' or '}' at byte 17")
    #expect(
      Set(JSONSyntaxError.Reason.allCases.map(\.rawValue)).count == JSONSyntaxError.Reason.allCases.count)
  }

  @Test("Every truncated text is handled safely, and an incomplete container is never accepted")
  func survivesEveryPrefix() {
    let document = JSONDocument()
    for text in JSONCase.accepted + JSONCase.rejected where text.bytes.count < 1000 {
      for length in 0..<text.bytes.count {
        // A separate copy, so that the address sanitizer detects reading beyond the end.
        let prefix = Array(text.bytes[..<length])
        let isAccepted = (try? document.parse(prefix)) != nil
        guard isAccepted, let first = prefix.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
          continue
        }
        let isContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        let rest = text.bytes[length...]
        #expect(
          !isContainer || text.error != nil || rest.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) },
          "\(text.name)")
      }
    }
  }

  @Test("Depth counts open containers, from none to 512")
  func boundsDepth() throws {
    let document = JSONDocument()
    func accepts(_ depth: Int, _ maximum: Int) -> Bool {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      return (try? document.parse(text.utf8, maximumDepth: maximum)) != nil
    }
    #expect(accepts(3, 3) && !accepts(4, 3))
    #expect(!accepts(1, 0) && !accepts(1, -5))
    #expect(accepts(512, .max) && !accepts(513, .max))
    try document.parse("1".utf8, maximumDepth: 0)
    #expect(document.root.int == 1)
  }
}
