import GameKit
import WireProtocol

/// Challenges as files: JSON objects, on one line or several, with `source_language`, `word`, `character_grid`,
/// `word_locations` and `target_language`: the format of the word searches published by Duolingo.
public enum ChallengeFile {
  /// An object that was rejected, and why.
  public struct Fault: Hashable, Sendable {
    /// The line where the object begins, counted from 1.
    public let line: Int
    public let reason: String
  }

  /// Reads all valid objects; skips blank lines and reports invalid objects.
  public static func read(_ bytes: [UInt8]) -> (challenges: [WordSearch.Challenge], faults: [Fault]) {
    var challenges: [WordSearch.Challenge] = []
    var faults: [Fault] = []
    let document = JSONDocument()
    for piece in ObjectLines.split(bytes) {
      do {
        challenges.append(try challenge(Array(piece.bytes), document))
      } catch {
        faults.append(Fault(line: piece.line, reason: error.reason))
      }
    }
    return (challenges, faults)
  }

  public static func line(of challenge: WordSearch.Challenge) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.field("source_language", challenge.sourceLanguage)
    json.field("word", challenge.word)
    json.key("character_grid")
    json.beginArray()
    for row in challenge.rows {
      json.beginArray()
      for letter in row { json.string(String(letter)) }
      json.endArray()
    }
    json.endArray()
    json.key("word_locations")
    json.beginObject()
    for target in challenge.targets {
      guard let path = try? challenge.path(from: target.from, to: target.to) else { continue }
      json.key(path.cells.map { "\($0.x),\($0.y)" }.joined(separator: ","))
      json.string(target.word)
    }
    json.endObject()
    json.field("target_language", challenge.targetLanguage)
    json.endObject()
    return json.bytes
  }

  private struct Unsound: Error {
    let reason: String
  }

  private static let largestGrid = 30
  private static let mostTargets = 30

  private static func challenge(_ object: [UInt8], _ document: JSONDocument) throws(Unsound) -> WordSearch.Challenge {
    do {
      try document.parse(object)
    } catch {
      throw Unsound(reason: "broken JSON: \(error.description)")
    }
    let root = document.root
    guard root.kind == .object else { throw Unsound(reason: "not a JSON object") }
    var challenge = WordSearch.Challenge(
      sourceLanguage: try language(root, "source_language"), targetLanguage: try language(root, "target_language"),
      word: try word(root), rows: try grid(root), targets: [])
    challenge.targets = try targets(root, in: challenge)
    return challenge
  }

  private static func text(_ root: JSONView, _ field: String) throws(Unsound) -> String {
    guard let text = root[named: field]?.string else { throw Unsound(reason: "\"\(field)\" is missing or no string") }
    return text
  }

  private static func language(_ root: JSONView, _ field: String) throws(Unsound) -> String {
    let code = try text(root, field)
    guard (2...3).contains(code.utf8.count), code.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
      throw Unsound(reason: "\"\(field)\" is not a language code such as es")
    }
    return code
  }

  private static func word(_ root: JSONView) throws(Unsound) -> String {
    let word = try text(root, "word").composed
    guard (1...40).contains(word.count), word.allSatisfy({ $0.isLetter || $0 == "-" || $0 == "'" }) else {
      throw Unsound(reason: "\"word\" is not a word of 1 to 40 letters")
    }
    return word
  }

  private static func grid(_ root: JSONView) throws(Unsound) -> [String] {
    guard let grid = root["character_grid"], grid.kind == .array else {
      throw Unsound(reason: "\"character_grid\" is missing or no array")
    }
    var rows: [String] = []
    for (y, view) in grid.elements.enumerated() {
      guard view.kind == .array else { throw Unsound(reason: "row \(y) of the grid is not an array") }
      var row = ""
      for (x, cell) in view.elements.enumerated() {
        guard let text = cell.string?.lowercased().composed, text.unicodeScalars.count == 1,
          text.allSatisfy(\.isLetter)
        else {
          throw Unsound(reason: "cell \(x),\(y) of the grid is not one letter")
        }
        row += text
      }
      guard rows.isEmpty || row.count == rows[0].count else {
        throw Unsound(reason: "the grid is ragged: row \(y) has \(row.count) letters, row 0 has \(rows[0].count)")
      }
      rows.append(row)
    }
    guard (1...largestGrid).contains(rows.count), (1...largestGrid).contains(rows[0].count) else {
      throw Unsound(reason: "the grid has no rows or letters, or more than \(largestGrid) of them")
    }
    return rows
  }

  private static func targets(
    _ root: JSONView, in challenge: WordSearch.Challenge
  ) throws(Unsound) -> [WordSearch.Target] {
    guard let locations = root["word_locations"], locations.kind == .object else {
      throw Unsound(reason: "\"word_locations\" is missing or no object")
    }
    var targets: [WordSearch.Target] = []
    for (location, value) in locations.members {
      guard let word = value.string?.lowercased().composed, !word.isEmpty, word.allSatisfy(\.isLetter) else {
        throw Unsound(reason: "the word at \(truncated(location)) is missing or has unknown characters")
      }
      guard !targets.contains(where: { $0.word == word }) else {
        throw Unsound(reason: "\"\(truncated(word))\" is hidden twice")
      }
      targets.append(try target(word, at: location, in: challenge))
    }
    guard (1...mostTargets).contains(targets.count) else {
      throw Unsound(reason: "\"word_locations\" holds no words, or more than \(mostTargets)")
    }
    return targets
  }

  private static func target(
    _ word: String, at location: String, in challenge: WordSearch.Challenge
  ) throws(Unsound) -> WordSearch.Target {
    let parts = location.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, numbers.count.isMultiple(of: 2), numbers.count >= 2 else {
      throw Unsound(reason: "\"\(truncated(location))\" is not a list of x,y pairs")
    }
    let cells = stride(from: 0, to: numbers.count, by: 2).map { Cell(x: numbers[$0], y: numbers[$0 + 1]) }
    let (width, height) = (challenge.width, challenge.rows.count)
    if let outside = cells.first(where: { !(0..<width).contains($0.x) || !(0..<height).contains($0.y) }) {
      throw Unsound(reason: "\"\(word)\" lies outside of the grid at \(outside.x),\(outside.y)")
    }
    guard let path = try? challenge.path(from: cells[0], to: cells[cells.count - 1]), path.cells == cells else {
      throw Unsound(reason: "the cells of \"\(word)\" are not in one line, one beside the other")
    }
    guard challenge.letters(on: path) == Array(word) else {
      throw Unsound(
        reason: "the letters at the place of \"\(word)\" spell \"\(String(challenge.letters(on: path)))\"")
    }
    return WordSearch.Target(word: word, from: path.first, to: path.last)
  }

  /// Bounds untrusted data in log lines.
  private static func truncated(_ text: String) -> String { text.count > 60 ? text.prefix(60) + "…" : text }
}
