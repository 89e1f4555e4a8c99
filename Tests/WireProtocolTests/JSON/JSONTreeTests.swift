import GameKit
import TestSeed
import Testing
import WireProtocol

@Suite("The JSON tree")
struct JSONTreeTests {
  @Test("A tree is written compactly, members in order")
  func writesText() {
    let tree: JSON = ["b": 1, "a": [.null, true, 0.5, "x\n"], "c": [:], "d": []]
    #expect(tree.text == #"{"b":1,"a":[null,true,0.5,"x\n"],"c":{},"d":[]}"#)
  }

  @Test("A literal with one key twice keeps the last value")
  func acceptsDuplicateLiterals() {
    let object: JSONObject = ["a": 1, "b": 2, "a": 3]
    #expect(object.map(\.key) == ["a", "b"])
    #expect(object["a"] == 3)
    #expect((["a": 1, "a": 2] as JSON) == ["a": 2])
  }

  @Test("Objects are equal, and hash alike, in any order")
  func ignoresOrder() {
    let left: JSON = ["a": 1, "b": ["c": 2, "d": 3]]
    let right: JSON = ["b": ["d": 3, "c": 2], "a": 1]
    #expect(left == right && left.hashValue == right.hashValue)
    #expect(left != ["a": 1, "b": ["c": 2, "d": 4]])
    #expect((["a": 1] as JSON) != ["a": 1, "b": 2])
    #expect((["a": .null] as JSON) != ["b": .null])
    #expect(JSON.int(1) != .double(1))
    #expect(JSON.string("\u{E9}") != .string("e\u{301}"))
  }

  @Test("An object behaves the same below and above the size where it begins to index its keys")
  func keepsManyMembers() {
    var object = JSONObject()
    for number in 0..<100 { object["k\(number)"] = .int(number) }
    object["k50"] = "replaced"
    object["k3"] = nil
    object["missing"] = nil
    #expect(object.count == 99)
    #expect(object.members[49].key == "k50" && object["k50"] == "replaced")
    #expect(object["k3"] == nil && object["k4"] == 4 && object["k99"] == 99)
    for number in 10..<100 { object["k\(number)"] = nil }
    object["new"] = 1
    #expect(object.members.map(\.key) == ["k0", "k1", "k2", "k4", "k5", "k6", "k7", "k8", "k9", "new"])
    object.merge(["k1": "one", "last": 2])
    #expect(object.members.map(\.key).suffix(2) == ["new", "last"] && object["k1"] == "one")
  }

  @Test("Accessors convert only between whole doubles and integers")
  func accesses() {
    let tree: JSON = ["s": "x", "i": 3, "d": 4.0, "h": 0.5, "b": true, "a": [1], "n": .null]
    #expect(tree["s"]?.stringValue == "x" && tree["s"]?.intValue == nil)
    #expect(tree["i"]?.intValue == 3 && tree["i"]?.doubleValue == 3 && tree["i"]?.boolValue == nil)
    #expect(tree["d"]?.intValue == 4 && tree["h"]?.intValue == nil)
    #expect(tree["b"]?.boolValue == true && tree["a"]?.arrayValue == [1] && tree["a"]?["s"] == nil)
    #expect(tree["n"]?.isNull == true && tree["missing"] == nil && tree.objectValue?.count == 7)
    #expect(JSON.double(.nan).intValue == nil && JSON.double(1e300).intValue == nil)
    #expect(JSON.double(0x1p63).intValue == nil && JSON.double(-0x1p63).intValue == .min)
  }

  @Test("A written tree is read back unchanged")
  func roundTrips() throws {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<3000 {
      let tree = generator.tree(depth: 4)
      #expect(try JSON(parsing: tree.text) == tree, "seed \(seed): \(tree.text)")
    }
  }
}

extension SeededGenerator {
  /// A tree of random shape with difficult leaves.
  mutating func tree(depth: Int) -> JSON {
    switch number(below: depth > 0 ? 8 : 6) {
    case 0: return .null
    case 1: return .bool(oneIn(2))
    case 2: return .int(Int(truncatingIfNeeded: next() >> UInt64(number(below: 64))) * (oneIn(2) ? 1 : -1))
    case 3: return .double(Double(number(below: 1_000_000)) / Double(1 + number(below: 1000)))
    case 4, 5: return .string(text())
    case 6: return .array((0..<number(below: 5)).map { _ in tree(depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<number(below: oneIn(20) ? 40 : 5) { object[text()] = tree(depth: depth - 1) }
      return .object(object)
    }
  }

  /// A short text of difficult scalars. Without combining marks, so that canonical equivalence, in which `String`
  /// differs from bytes, does not affect comparisons with Foundation.
  mutating func text() -> String {
    let scalars = Array(
      "abcxyz09 \"\\/\n\t\u{0}\u{1F}\u{7F}\u{85}é€🟩⬛\u{2028}\u{10FFFF}\u{FFFF}{}[]:,".unicodeScalars)
    var text = String.UnicodeScalarView()
    for _ in 0..<number(below: 12) { text.append(scalars[number(below: scalars.count)]) }
    return String(text)
  }
}
