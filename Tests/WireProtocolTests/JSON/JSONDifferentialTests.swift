import Foundation
import GameKit
import TestSeed
import Testing
import WireProtocol

/// Foundation's decoder is the oracle: `JSON` decodes itself through it as through any other.
///
/// Texts for which Foundation is known to differ from the RFC or from us are skipped, each case named below.
@Suite("Against Foundation")
struct JSONDifferentialTests {
  @Test("Generated documents have the same value in both")
  func agreesOnDocuments() throws {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let text = generator.document(depth: 4)
      let ours = try JSON(parsing: text)
      let theirs = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
      let isSame = Self.agree(ours, theirs)
      #expect(isSame, "seed \(seed): \(text.debugDescription)")
    }
  }

  @Test("Both implementations accept or refuse the same damaged documents")
  func agreesOnDamage() throws {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    let document = JSONDocument()
    var accepted = 0
    for _ in 0..<8000 {
      let bytes = generator.damaged(Array(generator.document(depth: 3).utf8))
      let ours = Result { () throws(JSONSyntaxError) in try document.parse(bytes, maximumDepth: .max) }
      if Self.isLeftOut(bytes, ours, document.root) { continue }
      let theirs = try? JSONDecoder().decode(JSON.self, from: Data(bytes))
      let isSame =
        switch (ours, theirs) {
        case (.success, let theirs?): Self.agree(document.root.value, theirs)
        case (.failure, .none): true
        case (.failure(let error), .some): RepeatedKeys(in: bytes).cover(error.offset)
        default: false
        }
      #expect(isSame, "seed \(seed): \(bytes.debugText)")
      if case .success = ours { accepted += 1 }
    }
    // Both verdicts must occur, or nothing was compared.
    #expect(accepted > 400 && accepted < 7600, "seed \(seed)")
  }

  /// Whether both trees are equal. A decoder cannot distinguish `1.0` from `1`; and from 2^53 on Foundation makes
  /// integers of literals with fractions, so there the nearest doubles are compared.
  private static func agree(_ ours: JSON, _ theirs: JSON) -> Bool {
    switch (ours, theirs) {
    case (.double(let ours), .int(let theirs)):
      return ours.magnitude < 0x1p53 ? ours == Double(theirs) : (ours - Double(theirs)).magnitude <= ours.ulp
    case (.array(let ours), .array(let theirs)):
      return ours.count == theirs.count && zip(ours, theirs).allSatisfy(agree)
    case (.object(let ours), .object(let theirs)):
      return ours.count == theirs.count
        && ours.allSatisfy { key, value in theirs[key].map { agree(value, $0) } ?? false }
    default:
      return ours == theirs
    }
  }

  private static func isLeftOut(
    _ bytes: [UInt8],
    _ ours: Result<Void, JSONSyntaxError>,
    _ root: JSONView
  ) -> Bool {
    // Foundation accepts a byte order mark, and takes a zero byte near the start for UTF-16 or UTF-32.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) || bytes.prefix(4).contains(0) { return true }
    // Foundation accepts a comma before a closing bracket.
    if case .failure(let error) = ours, [.expectedKey, .expectedValue].contains(error.reason),
      [UInt8(ascii: "]"), UInt8(ascii: "}")].contains(bytes[error.offset])
    {
      return true
    }
    // Which of two equal keys wins is our choice; Foundation refuses numbers beyond Double.
    return hasDuplicateKeys(root) || hasHugeNumber(root)
  }

  private static func hasDuplicateKeys(_ view: JSONView) -> Bool {
    let keys = view.members.map(\.key)
    return Set(keys).count < keys.count || view.elements.contains(where: hasDuplicateKeys)
      || view.members.contains { hasDuplicateKeys($0.value) }
  }

  private static func hasHugeNumber(_ view: JSONView) -> Bool {
    (view.kind == .double && view.double == nil) || view.elements.contains(where: hasHugeNumber)
      || view.members.contains { hasHugeNumber($0.value) }
  }
}

extension SeededGenerator {
  mutating func document(depth: Int) -> String {
    let core: String =
      switch number(below: depth > 0 ? 8 : 5) {
      case 0: ["null", "true", "false"][number(below: 3)]
      case 1, 2: number()
      case 3, 4: quoted(text())
      case 5: "[" + (0..<number(below: 5)).map { _ in document(depth: depth - 1) }.joined(separator: ",") + "]"
      default: "{" + members(depth) + "}"
      }
    return space() + core + space()
  }

  private mutating func members(_ depth: Int) -> String {
    var keys: Set<String> = []
    var members: [String] = []
    for _ in 0..<number(below: oneIn(10) ? 30 : 5) {
      let key = text()
      guard keys.insert(key).inserted else { continue }
      members.append(space() + quoted(key) + space() + ":" + document(depth: depth - 1))
    }
    return members.joined(separator: ",")
  }

  private mutating func space() -> String {
    oneIn(3)
      ? String((0..<number(below: 4)).map { _ in [" ", "\t", "\n", "\r"][number(below: 4)] as Character }) : ""
  }

  private mutating func number() -> String {
    var text = oneIn(2) ? "-" : ""
    text += oneIn(3) ? "0" : String(1 + number(below: 9)) + digits(number(below: oneIn(10) ? 25 : 6))
    if oneIn(2) { text += "." + digits(1 + number(below: oneIn(10) ? 25 : 6)) }
    if oneIn(3) { text += ["e", "E", "e+", "E-"][number(below: 4)] + digits(1 + number(below: 2)) }
    return text
  }

  private mutating func digits(_ count: Int) -> String { (0..<count).map { _ in String(number(below: 10)) }.joined() }

  private mutating func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
      if mustEscape || oneIn(8) {
        for unit in String(scalar).utf16 {
          let hex = String(unit, radix: 16, uppercase: oneIn(2))
          result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        }
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// The text with one to three bytes changed, dropped, doubled, inserted or truncated.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    let favourites =
      Array("{}[]:,\"\\u/eE+-.0123456789tfn \t\n".utf8) + [0, 0x1F, 0x7F, 0x80, 0xC2, 0xE2, 0xED, 0xF0, 0xFF]
    var bytes = bytes
    for _ in 0...number(below: 3) where !bytes.isEmpty {
      let at = number(below: bytes.count)
      switch number(below: 5) {
      case 0: bytes[at] = favourites[number(below: favourites.count)]
      case 1: bytes.remove(at: at)
      case 2: bytes.insert(favourites[number(below: favourites.count)], at: at)
      case 3: bytes.insert(contentsOf: bytes[at..<min(at + 1 + number(below: 6), bytes.count)], at: at)
      default: if oneIn(4) { bytes.removeSubrange(at...) }
      }
    }
    return bytes
  }
}

extension [UInt8] {
  fileprivate var debugText: String { String(decoding: self, as: UTF8.self).debugDescription + " \(self)" }
}
