import Testing
import WireProtocol

@Suite("Reading a document")
struct JSONReaderTests {
  private func view(_ text: String) throws -> JSONView {
    let document = JSONDocument()
    try document.parse(text.utf8)
    return document.root
  }

  @Test("Kinds follow from the literal")
  func tellsKinds() throws {
    let root = try view(
      #"[null,true,1,1.0,1e2,9223372036854775807,9223372036854775808,-9223372036854775808,-9223372036854775809,"",[],{}]"#
    )
    let kinds: [JSONKind] = [
      .null, .bool, .int, .double, .double, .int, .double, .int, .double, .string, .array, .object,
    ]
    #expect(root.elements.map(\.kind) == kinds)
    #expect(root.count == kinds.count)
  }

  @Test("An accessor for another kind returns nil")
  func refusesOtherKinds() throws {
    let root = try view(#"{"s":"1","n":1,"b":true,"z":null,"a":[1]}"#)
    #expect(root["s"]?.int == nil && root["s"]?.double == nil && root["s"]?.bool == nil)
    #expect(root["n"]?.string == nil && root["n"]?.bool == nil && root["n"]?.isNull == false)
    #expect(root["b"]?.int == nil && root["b"]?.bool == true)
    #expect(root["z"]?.isNull == true && root["z"]?.string == nil)
    #expect(root["a"]?["0"] == nil && root["missing"] == nil && root["s"]?.count == 0)
    #expect(root.string == nil && !root.isString(""))
    let number = try #require(root["n"])
    #expect(Array(number.elements).isEmpty && Array(number.members).isEmpty)
  }

  @Test("A number is an integer exactly if its value is one in range", arguments: JSONReaderTests.integers)
  func readsIntegers(_ example: (text: String, value: Int?)) throws {
    #expect(try view(example.text).int == example.value, "\(example.text)")
  }

  static let integers: [(text: String, value: Int?)] = [
    ("0", 0), ("-0", 0), ("-0.0", 0), ("1.0", 1), ("1e2", 100), ("100e-2", 1), ("1e-2", nil), ("0.5", nil),
    ("1.50", nil),
    ("12.30e1", 123), ("12.34e1", nil), ("9223372036854775807", .max), ("9223372036854775808", nil),
    ("-9223372036854775808", .min), ("-9223372036854775809", nil), ("9223372036854775807.0", .max),
    ("922337203685477580700e-2", .max), ("9007199254740993", 9_007_199_254_740_993),
    ("9007199254740993.0", 9_007_199_254_740_993),
    ("0.99999999999999999999999", nil), ("1e18", 1_000_000_000_000_000_000), ("1e19", nil), ("1e400", nil),
    ("0e400", 0),
    ("0e-400", 0), ("1e-99999999999999999999", nil), ("1e99999999999999999999", nil),
    ("18446744073709551616", nil),
    ("100000000000000000000", nil), ("100000000000000000000e-20", 1), ("1000000000000000000000000e-24", 1),
  ]

  @Test("A number's double is the nearest one, or nil beyond all", arguments: JSONReaderTests.doubles)
  func readsDoubles(_ example: (text: String, value: Double?)) throws {
    let double = try view(example.text).double
    #expect(double == example.value && double?.sign == example.value?.sign, "\(example.text)")
  }

  static let doubles: [(text: String, value: Double?)] = [
    ("0", 0), ("-0", -0.0), ("-0.0", -0.0), ("0.1", 0.1), ("1e22", 1e22), ("1e23", 1e23),
    ("123456789.125e-3", 123456.789125),
    ("9007199254740993", 9007199254740992), ("1.7976931348623157e308", .greatestFiniteMagnitude),
    ("1e309", nil), ("-1e400", nil),
    ("5e-324", .leastNonzeroMagnitude), ("1e-400", 0), ("-1e-400", -0.0),
    ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown),
    ("0.000000000000000000000000000000000000000000001e45", 1), ("18446744073709551616", 18446744073709551616),
    ("8.5", 8.5), ("-12.75E1", -127.5),
  ]

  @Test("Numbers of ten thousand digits are parsed")
  func readsLongNumbers() throws {
    let digits = String(repeating: "9", count: 10_000)
    #expect(try view(digits).double == nil)
    #expect(try view(digits).int == nil)
    #expect(try view("0." + digits).double == 1)
    #expect(try view("1" + String(repeating: "0", count: 300)).double == 1e300)
    #expect(try view(digits).value == .double(.greatestFiniteMagnitude))
    #expect(try view("-" + digits).value == .double(-.greatestFiniteMagnitude))
    #expect(try view("1e400").value == .double(.greatestFiniteMagnitude))
  }

  @Test(
    "Escapes are resolved",
    arguments: [
      (#""a\n\t\r\b\f\"\\\/""#, "a\n\t\r\u{8}\u{C}\"\\/"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
      (#""\uD83d\uDFE9!""#, "🟩!"),
      (#""\uD800\uDC00\uDBFF\uDFFF""#, "\u{10000}\u{10FFFF}"), (#""x\u0000y""#, "x\u{0}y"),
      (#""é🟩\n""#, "é🟩\n"), (#""""#, ""),
      (#""\uFFFF\uE000\uD7FF""#, "\u{FFFF}\u{E000}\u{D7FF}"),
    ])
  func resolvesEscapes(_ text: String, _ expected: String) throws {
    let view = try view(text)
    #expect(view.string.map { Array($0.utf8) } == Array(expected.utf8))
    #expect(view.isString(expected) && !view.isString(expected + "x"))
    #expect(expected.isEmpty || !view.isString(String(expected.dropLast())))
  }

  @Test("A key is found however it is escaped, and compared by its bytes")
  func findsKeys() throws {
    let root = try view("{\"t\\u0079pe\":\"p\\u0069ng\",\"\\u00e9\":1,\"e\u{301}\":2}")
    #expect(root["type"]?.isString("ping") == true)
    #expect(root["type"]?.isString("pinG") == false)
    #expect(root[named: "\u{E9}"]?.int == 1)
    #expect(root[named: "e\u{301}"]?.int == 2)
    #expect(root["typ"] == nil && root["types"] == nil && root[""] == nil)
  }

  @Test("Of duplicate keys the last one wins, and all are listed")
  func takesTheLastDuplicate() throws {
    let root = try view(#"{"a":1,"b":2,"\u0061":{"c":3}}"#)
    #expect(root["a"]?["c"]?.int == 3)
    #expect(root[named: "a"]?.kind == .object)
    #expect(root.members.map(\.key) == ["a", "b", "a"])
    #expect(root.count == 3)
    #expect(root.value == ["a": ["c": 3], "b": 2])
    #expect(root.value.text == #"{"a":{"c":3},"b":2}"#)
  }

  @Test("Nested values are in order")
  func walksNestedValues() throws {
    let text = #" { "a" : [ 1 , { "b" : [ ] , "c" : "d" } , [ [ 2 ] ] ] , "z" : { } } "#
    let root = try view(text)
    #expect(root.members.map(\.key) == ["a", "z"])
    #expect(root["a"]?.elements.map(\.kind) == [.int, .object, .array])
    #expect(root.value == ["a": [1, ["b": [], "c": "d"], [[2]]], "z": [:]])
    #expect(
      root["a"]?.withSourceBytes { String(decoding: $0, as: UTF8.self) }
        == #"[ 1 , { "b" : [ ] , "c" : "d" } , [ [ 2 ] ] ]"#)
    #expect(root["z"]?.withSourceBytes { String(decoding: $0, as: UTF8.self) } == "{ }")
    let length = root.withSourceBytes { $0.count }
    #expect(length == text.utf8.count - 2)
  }

  @Test("A document is empty before the first text and after an invalid one, and can be reused")
  func recoversFromErrors() throws {
    let document = JSONDocument()
    #expect(document.root.kind == .null && document.root["a"] == nil && document.root.value == .null)
    try document.parse(#"{"a":1}"#.utf8)
    #expect(throws: JSONSyntaxError(reason: .unexpectedEnd, offset: 8)) {
      try document.parse(#"{"a":[2,"#.utf8)
    }
    #expect(document.root.kind == .null && document.root.count == 0)
    try document.parse("[\(String(repeating: "[],", count: 1000))7]".utf8)
    #expect(document.root.count == 1001)
    try document.parse("[3]".utf8)
    #expect(document.root.value == [3])
  }

  @Test("A view of an earlier text reads null")
  func retiresViews() throws {
    let document = JSONDocument()
    try document.parse(#"{"a":["xyz",{"b":1}],"c":2}"#.utf8)
    let root = document.root
    let inner = try #require(root["a"])
    var iterator = inner.elements.makeIterator()
    _ = iterator.next()
    try document.parse("[1]".utf8)
    for view in [root, inner] {
      #expect(view.isNull && view.string == nil && view["a"] == nil && view.value == .null && view.count == 0)
      let source = view.withSourceBytes { Array($0) }
      #expect(source.isEmpty)
    }
    while let left = iterator.next() { #expect(left.isNull) }
  }

  @Test("A document may parse a part of itself")
  func readsItsOwnBytes() throws {
    let document = JSONDocument()
    let long = String(repeating: "x", count: 3000)
    try document.parse("{\"a\":[\"\(long)\",1]}".utf8)
    let part = try #require(document.root["a"])
    try part.withSourceBytes { try document.parse($0) }
    #expect(document.root.value == [.string(long), 1])
  }

  @Test("Non-contiguous bytes are parsed")
  func readsAnyCollection() throws {
    let halves = [Array("[1,".utf8), Array("2]".utf8)]
    #expect(try JSON(parsing: halves.joined().reversed().reversed() as [UInt8]) == [1, 2])
    #expect(try JSON(parsing: AnyCollection(halves.joined())) == [1, 2])
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: AnyCollection(halves[0])) }
  }
}
