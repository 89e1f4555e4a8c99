public import GameKit
public import WireProtocol

/// A move of a program's game, as the program has read it.
public struct ProgramMove<Slot: ProgramSlot>: HandWritten, Hashable, Sendable {
  public let json: JSON

  /// A move in the form in which it is logged, its members in order.
  init(_ json: JSON) { self.json = (try? JSON(encoding: json)) ?? json }

  public init?(_ view: JSONView) {
    guard let move = try? Slot.program.read(.typed(view)) else { return nil }
    self.init(move)
  }

  public init(from decoder: any Decoder) throws {
    let document = JSONDocument()
    var writer = JSONWriter()
    writer.value(try JSON(from: decoder))
    try document.parse(writer.bytes)
    do {
      self.init(try Slot.program.read(.typed(document.root)))
    } catch ProgramFailure.refused(_, let text) {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: Rejection.gameIsDown.message))
    }
  }

  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

/// Settings of a program's game: the members that its schema names.
public struct ProgramSettings<Slot: ProgramSlot>: GameSettings {
  let values: JSONObject

  public init() { values = Slot.program.description.settings.defaults }

  init(_ values: JSONObject) {
    var all = Slot.program.description.settings.defaults
    for (name, value) in values.members where all[name] != nil { all[name] = value }
    self.values = all
  }

  public init(from decoder: any Decoder) throws { self.init(try JSONObject(from: decoder)) }

  public func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }

  public func validate() throws(Rejection) { try Slot.program.description.settings.validate(values) }
}

/// The types that a program's puzzles have in GameKit, which tells games by them.
public protocol ProgramPuzzle: Codable, Sendable {
  /// What names its content.
  var key: String { get }
  /// Moves that win, in logged form.
  var solution: [JSON] { get }
  /// The puzzle as the program is asked with it.
  var asked: JSON { get }
}

extension NoPuzzle: ProgramPuzzle {
  public var key: String { "" }
  public var solution: [JSON] { [] }
  public var asked: JSON { .null }
}

extension Chance: ProgramPuzzle {
  public var key: String { "" }
  public var solution: [JSON] { [] }
  public var asked: JSON { (try? JSON(encoding: self)) ?? .null }
}

/// It is stored with a digest: a program need not be prepared for a puzzle that it has not dealt.
extension DealtPuzzle: ProgramPuzzle, Codable {
  private enum CodingKeys: CodingKey { case puzzle, key, solution, digest }

  public var asked: JSON { puzzle }

  private var digest: String {
    let whole: JSON = ["puzzle": puzzle, "key": .string(key), "solution": .array(solution)]
    return SHA256.hash(((try? JSON(encoding: whole)) ?? whole).text.utf8).hex
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    puzzle = try container.decode(JSON.self, forKey: .puzzle)
    key = try container.decode(String.self, forKey: .key)
    solution = try container.decode([JSON].self, forKey: .solution)
    guard try container.decode(String.self, forKey: .digest) == digest else {
      throw DecodingError.dataCorruptedError(
        forKey: .digest, in: container, debugDescription: "it is not as it was dealt")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(puzzle, forKey: .puzzle)
    try container.encode(key, forKey: .key)
    try container.encode(solution, forKey: .solution)
    try container.encode(digest, forKey: .digest)
  }
}
