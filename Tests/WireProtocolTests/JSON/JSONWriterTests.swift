import GameKit
import TestSeed
import Testing
import WireProtocol

@Suite("Writing JSON")
struct JSONWriterTests {
  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test("Commas are inserted automatically, wherever a value can be")
  func placesCommas() {
    let text = written { writer in
      writer.beginObject()
      writer.field("type", "moved")
      writer.field("re", -7)
      writer.field("won", false)
      writer.field("score", 0.5)
      writer.field("none", JSON.null)
      writer.key("list")
      writer.beginArray()
      writer.string("a")
      writer.beginArray()
      writer.endArray()
      writer.int(1)
      writer.beginObject()
      writer.endObject()
      writer.null()
      writer.bool(true)
      writer.double(2)
      writer.raw(Array("[3]".utf8))
      writer.value(["k": [.null]])
      writer.endArray()
      writer.key("x" as String)
      writer.string("z")
      writer.endObject()
    }
    let expected =
      #"{"type":"moved","re":-7,"won":false,"score":0.5,"none":null,"#
      + #""list":["a",[],1,{},null,true,2.0,[3],{"k":[null]}],"x":"z"}"#
    #expect(text == expected)
  }

  @Test("A number is written with hexadecimal digits, without leading zeros")
  func writesHexadecimal() {
    let text = written { writer in
      writer.beginArray()
      for number in [0, 0xF, 0x10, 0x0123_4567_89AB_CDEF, UInt64.max] { writer.hexadecimal(number) }
      writer.endArray()
    }
    #expect(text == #"["0","f","10","123456789abcdef","ffffffffffffffff"]"#)
  }

  @Test("A string that ends like structure does not suppress the comma")
  func separatesOddStrings() {
    let texts = ["{", "[", ":", ",", "\n", "\\", "\"", "{\n", ""]
    let text = written { writer in
      writer.beginArray()
      for text in texts { writer.string(text) }
      writer.endArray()
    }
    #expect((try? JSON(parsing: text)) == .array(texts.map(JSON.string)))
  }

  @Test("Several lines fit in one buffer, and emptying it starts over")
  func writesLines() {
    var writer = JSONWriter()
    for number in 1...2 {
      writer.beginObject()
      writer.field("n", number)
      writer.endObject()
      writer.newline()
    }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "{\"n\":1}\n{\"n\":2}\n")
    writer.removeAll()
    writer.null()
    #expect(writer.bytes == Array("null".utf8))
  }

  @Test("Optional fields without a value are omitted")
  func leavesOut() {
    let text = written { writer in
      writer.beginObject()
      writer.field("a", ifPresent: nil as String?)
      writer.field("b", ifPresent: "x")
      writer.field("c", ifPresent: nil as Int?)
      writer.field("d", ifPresent: 4)
      writer.field("e", ifPresent: nil as Bool?)
      writer.field("f", ifPresent: true)
      writer.field("g", ifPresent: nil as JSON?)
      writer.field("h", ifPresent: 0.25)
      writer.endObject()
    }
    #expect(text == #"{"b":"x","d":4,"f":true,"h":0.25}"#)
  }

  @Test("Exactly the characters that could affect a terminal are escaped")
  func escapesEveryDangerousScalar() {
    for value in UInt32(0)...0x2FFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      // At several distances from the start, since the scan is by words.
      for padding in [0, 3, 7, 8, 13] {
        let string = String(repeating: "x", count: padding) + String(scalar) + "y"
        let text = written { $0.string(string) }
        let isPlain = text == "\"" + string + "\""
        #expect(isPlain == !Self.isEscaped(value), "U+\(String(value, radix: 16)) after \(padding)")
        #expect((try? JSON(parsing: text)) == .string(string))
      }
    }
  }

  private static func isEscaped(_ scalar: UInt32) -> Bool {
    scalar < 0x20 || (0x7F...0x9F).contains(scalar) || [0x22, 0x5C, 0x2028, 0x2029].contains(scalar)
  }

  @Test("Escapes have their short form if there is one")
  func writesShortEscapes() {
    let text = written { $0.string("\"\\\n\t\r\u{8}\u{C}\u{0}\u{1B}\u{7F}\u{9B}\u{2028}\u{2029}/é🟩") }
    #expect(text == #""\"\\\n\t\r\b\f\u0000\u001b\u007f\u009b\u2028\u2029/é🟩""#)
    let key = written { writer in
      writer.beginObject()
      writer.field("a\"b", "c")
      writer.field("d\n", 1)
      writer.endObject()
    }
    #expect(key == #"{"a\"b":"c","d\n":1}"#)
  }

  @Test("Integers keep all digits")
  func writesIntegers() {
    for value in [0, 9, 10, -1, -9, -10, 99, 100, 12345, Int.max, .min, 1_000_000_000_000_000_000] {
      #expect(written { $0.int(value) } == String(value))
      #expect(written { $0.field("n", value) } == "\"n\":\(value)")
    }
    #expect(written { $0.int(UInt64.max) } == "18446744073709551615")
    #expect(written { $0.int(Int8(-5)) } == "-5")
  }

  @Test("Doubles are read back unchanged; values that JSON cannot represent are null")
  func writesDoubles() throws {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    var values = [
      0, -0.0, 0.1, 1, 1e21, 1e-7, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -.leastNormalMagnitude,
    ]
    for _ in 0..<5000 { values.append(Double(bitPattern: generator.next())) }
    let document = JSONDocument()
    for value in values where value.isFinite {
      try document.parse(written { $0.double(value) }.utf8)
      #expect(document.root.double?.bitPattern == value.bitPattern, "\(value), seed \(seed)")
    }
    #expect(written { $0.double(.nan) } == "null")
    #expect(written { $0.double(-.infinity) } == "null")
  }

  @Test("A value of a document is written without white space and with our escapes")
  func rewritesViews() throws {
    let document = JSONDocument()
    try document.parse(" { \"a\" : [ 1.50 , \"\u{7F}\\u0041\" , 1e400 , { } ] , \"b\\n\" : null } ".utf8)
    #expect(written { $0.value(document.root) } == #"{"a":[1.50,"\u007fA",1e400,{}],"b\n":null}"#)
  }
}
