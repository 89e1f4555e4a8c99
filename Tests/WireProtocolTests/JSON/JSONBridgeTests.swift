import Foundation
import GameKit
import TestSeed
import Testing
import WireProtocol

@Suite("The Codable bridge")
struct JSONBridgeTests {
  private struct Everything: Codable, Equatable {
    var bool = true
    var int = Int.min
    var int8 = Int8.min
    var int16 = Int16.max
    var int32 = Int32.min
    var int64 = Int64.max
    var uint = UInt(7)
    var uint8 = UInt8.max
    var uint16 = UInt16.max
    var uint32 = UInt32.max
    var uint64 = UInt64(Int.max)
    var double = 0.1
    var float = Float(0.1)
    var string = "a\"é🟩\u{1B}"
    var absent: Int?
    var present: String? = "p"
    var list: [Int?] = [1, nil, 3]
    var nested: [[String]] = [[], ["x"]]
    var table = ["b": 1, "a": 2]
    var numbered = [2: "two", 10: "ten"]
    var tree: JSON = ["z": [1, 0.5, .null, "s"], "a": true]
    var move = Move.guess(word: "crane", at: 3)
    var moves: [Move] = [.pass, .swap(1, 2), .chat("hi")]
    var colour = Colour.green
    var pair = Generic(value: [Generic(value: 1)])
  }
  private enum Move: Codable, Equatable {
    case pass
    case guess(word: String, at: Int?)
    case swap(Int, Int)
    case chat(String)
  }
  private enum Colour: String, Codable { case green, yellow }
  private struct Generic<Value: Codable & Equatable>: Codable, Equatable { var value: Value }

  private class Parent: Codable {
    var name = "parent"
  }
  private final class Child: Parent {
    var age = 3
    private enum Keys: CodingKey { case age }
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      age = try container.decode(Int.self, forKey: .age)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(age, forKey: .age)
      try super.encode(to: container.superEncoder())
    }
  }

  private struct Nested: Codable, Equatable {
    var numbers = [1, 2]
    var inner = "x"
    private enum Keys: String, CodingKey { case outer, inner, list }
    init() {}
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      let object = try list.nestedContainer(keyedBy: Keys.self)
      inner = try object.nestedContainer(keyedBy: Keys.self, forKey: .outer).decode(
        String.self, forKey: .inner)
      var array = try object.nestedUnkeyedContainer(forKey: .list)
      numbers = []
      while !array.isAtEnd { numbers.append(try array.decode(Int.self)) }
      var rest = try list.nestedUnkeyedContainer()
      #expect(try rest.decodeNil() && rest.isAtEnd && list.isAtEnd)
    }
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      var object = list.nestedContainer(keyedBy: Keys.self)
      var array = object.nestedUnkeyedContainer(forKey: .list)
      for number in numbers { try array.encode(number) }
      var outer = object.nestedContainer(keyedBy: Keys.self, forKey: .outer)
      try outer.encode(inner, forKey: .inner)
      var rest = list.nestedUnkeyedContainer()
      try rest.encodeNil()
    }
  }

  @Test("Every kind of member survives our coding and Foundation's, in both directions")
  func roundTrips() throws {
    let value = Everything()
    let tree = try JSON(encoding: value)
    #expect(try tree.decode(Everything.self) == value)
    #expect(try JSON(parsing: tree.text).decode(Everything.self) == value)
    #expect(try JSONDecoder().decode(Everything.self, from: Data(tree.text.utf8)) == value)
    #expect(try JSON(parsing: JSONEncoder().encode(value)).decode(Everything.self) == value)
    #expect(tree["absent"] == nil && tree["present"] == "p" && tree["float"] == 0.1)
    #expect(tree["move"]?.text == #"{"guess":{"at":3,"word":"crane"}}"#)
  }

  @Test("Superclasses and nested containers work as they do in Foundation")
  func nests() throws {
    let child = Child()
    child.name = "n"
    child.age = 9
    let text = try JSON(encoding: child).text
    #expect(text == #"{"age":9,"super":{"name":"n"}}"#)
    let decoded = try JSON(parsing: text).decode(Child.self)
    #expect(decoded.age == 9 && decoded.name == "n")
    let nested = try JSON(encoding: Nested())
    #expect(nested.text == #"[{"list":[1,2],"outer":{"inner":"x"}},[null]]"#)
    #expect(try nested.decode(Nested.self) == Nested())
    #expect(try JSONDecoder().decode(Nested.self, from: Data(nested.text.utf8)) == Nested())
  }

  @Test("Top-level scalars are coded")
  func codesFragments() throws {
    #expect(try JSON(encoding: 5).text == "5")
    #expect(try JSON(encoding: nil as Int?).text == "null")
    #expect(try JSON(encoding: [nil, "a"]).text == #"[null,"a"]"#)
    #expect(try JSON(parsing: "1e2").decode(UInt8.self) == 100)
    #expect(try JSON(parsing: "null").decode(Int?.self) == nil)
    #expect(try JSON(parsing: "[1,null]").decode([Int?].self) == [1, nil])
    #expect(try JSON(parsing: "3").decode(Double.self) == 3)
  }

  @Test("Unknown members are ignored and the last duplicate wins, in small objects and large")
  func readsObjects() throws {
    let filler = (0..<40).map { "\"f\($0)\":\($0)" }.joined(separator: ",")
    for text in [#"{"value":1,"x":[],"value":2}"#, #"{"value":1,\#(filler),"value":2}"#] {
      #expect(try JSON(parsing: text).decode(Generic<Int>.self).value == 2)
      let document = JSONDocument()
      try document.parse(text.utf8)
      #expect(try document.root.decode(Generic<Int>.self).value == 2)
    }
    let table = try JSON(parsing: "{\(filler)}").decode([String: Int].self)
    #expect(table.count == 40 && table["f39"] == 39)
  }

  @Test("An error has the path to the fault and the reason", arguments: JSONBridgeTests.faults)
  func explains(_ fault: (text: String, message: String)) throws {
    let error = #expect(throws: JSONBridgeError.self) {
      try JSON(parsing: fault.text).decode([String: Generic<[Generic<UInt8>]>].self)
    }
    #expect(error?.description == fault.message)
  }

  static let faults: [(text: String, message: String)] = [
    ("[]", "expected an object, found an array"), ("null", "expected an object, found null"),
    (#"{"a":{}}"#, "a.value: is missing"),
    (#"{"a":{"value":{}}}"#, "a.value: expected an array, found an object"),
    (#"{"a":{"value":[{"value":"1"}]}}"#, "a.value.0.value: expected an integer, found a string"),
    (
      #"{"a":{"value":[{"value":1},{"value":256}]}}"#,
      "a.value.1.value: expected an integer from 0 to 255, found 256"
    ),
    (#"{"a":{"value":[{"value":-1}]}}"#, "a.value.0.value: expected an integer from 0 to 255, found -1"),
    (#"{"a":{"value":[{"value":1.5}]}}"#, "a.value.0.value: expected an integer of at most 64 bits"),
    (#"{"a":{"value":[{"value":true}]}}"#, "a.value.0.value: expected an integer, found true or false"),
    (#"{"a":{"value":[{"value":null}]}}"#, "a.value.0.value: expected an integer, found null"),
  ]

  @Test("Nothing is converted, and nothing out of range is accepted")
  func refuses() {
    func refuses<T: Decodable>(_ text: String, _ type: T.Type) -> Bool {
      (try? JSON(parsing: text).decode(type)) == nil
    }
    #expect(refuses("1", Bool.self) && refuses("true", Int.self) && refuses("\"1\"", Int.self))
    #expect(refuses("1", String.self) && refuses("\"1\"", Double.self) && refuses("true", Double.self))
    #expect(refuses("18446744073709551615", UInt64.self) && refuses("1e300", Float.self))
    #expect(refuses("-9223372036854775809", Int.self) && refuses("[1]", (Int8?).self))
    #expect(refuses(#""blue""#, Colour.self) && refuses(#"{"jump":{}}"#, Move.self))
    let document = JSONDocument()
    try? document.parse("1e400".utf8)
    #expect(throws: JSONBridgeError.self) { try document.root.decode(Double.self) }
  }

  @Test("A value that JSON cannot represent is refused with its path")
  func refusesToEncode() {
    func message(_ value: some Encodable) -> String? {
      do {
        _ = try JSON(encoding: value)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(message(["a": [1, Double.nan]]) == "a.1: JSON has no number for nan")
    #expect(message(Float.infinity) == "JSON has no number for inf")
    #expect(message(Generic(value: UInt64(Int.max) + 1)) == "value: the integer is too large")
    #expect(message(Generic(value: UInt.max)) == "value: the integer is too large")
  }

  @Test("Keys are sorted by their bytes, whatever order a dictionary has")
  func sortsKeys() throws {
    let keys = ["b", "a", "B", "é", "z", "10", "9", "", "a\u{0}", "🟩", "\u{FFFF}", "aa"]
    let expected = keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var generator = SeededGenerator(seed: TestSeed.make())
    for _ in 0..<20 {
      // A dictionary's order depends on its seed and capacity, so each of these has another.
      var table: [String: [String: Int]] = [:]
      table.reserveCapacity(1 + generator.number(below: 500))
      for key in keys.shuffled(using: &generator) { table[key] = [key: 1, "!": 2] }
      let object = try #require(JSON(encoding: table).objectValue)
      #expect(object.members.map(\.key) == expected)
      #expect(object["a"]?.text == #"{"!":2,"a":1}"#)
    }
    let tree: JSON = ["b": [["d": 1, "c": 2]], "a": 3]
    #expect(try JSON(encoding: ["x": tree]).text == #"{"x":{"a":3,"b":[{"c":2,"d":1}]}}"#)
    #expect(try JSON(encoding: tree).text == #"{"a":3,"b":[{"c":2,"d":1}]}"#)
  }
}
