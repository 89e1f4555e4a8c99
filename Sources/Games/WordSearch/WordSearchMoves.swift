public import GameKit

extension WordSearch {
  /// `6,1 6,6` and `G2 G7` select, `skip` gives a grid up, anything else is a word, with or without an article.
  public static func parse(_ line: String) throws(Rejection) -> Move {
    if line.utf8.count <= 7, ["skip", "give up"].contains(line.lowercased()) { return .skip }
    let parts = line.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    if parts.count == 2, let first = Cell(parts[0]), let last = Cell(parts[1]) {
      return .line(first, last)
    }
    let word = TargetLanguage.withoutArticle(line)
    guard !word.isEmpty, word.unicodeScalars.count <= 2 * Challenge.longestWord, word.allSatisfy(\.isLetter) else {
      throw .badMove("Type the first and the last cell, such as G2 G7 or 6,1 6,6, a translation, or skip")
    }
    return .word(word.lowercased())
  }
}

extension WordSearch.Move: Codable {
  private enum CodingKeys: String, CodingKey {
    case from, to, word, skip
  }

  /// Reads `{"from":[6,1],"to":[6,6]}`, `{"word":"hombre"}` or `{"skip":true}`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let word = try container.decodeIfPresent(String.self, forKey: .word) {
      self = .word(word.lowercased())
    } else if let first = try container.decodeIfPresent(Cell.self, forKey: .from) {
      self = .line(first, try container.decode(Cell.self, forKey: .to))
    } else if try container.decodeIfPresent(Bool.self, forKey: .skip) == true {
      self = .skip
    } else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: container.codingPath, debugDescription: "expected \"from\" and \"to\", \"word\" or \"skip\": true"
        ))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .select(let first, let last):
      try container.encode(first, forKey: .from)
      try container.encode(last, forKey: .to)
    case .word(let word): try container.encode(word, forKey: .word)
    case .skip: try container.encode(true, forKey: .skip)
    }
  }
}
