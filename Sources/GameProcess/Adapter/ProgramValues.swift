public import GameKit
public import WireProtocol

/// A move of a program's game, parsed by the program.
public struct ProgramMove<Slot: ProgramSlot>: HandWritten, Hashable, Sendable {
  public let json: JSON

  /// Creates a move from its logged form, with its members in canonical order.
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

/// Settings of a program's game: exactly the members of its schema.
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

/// The puzzle types of programs. GameKit distinguishes games without puzzles or with chance by the type.
public protocol ProgramPuzzle: Codable, Sendable {
  /// Identifies its content.
  var key: String { get }
  /// Winning moves, in logged form.
  var solution: [JSON] { get }
  /// The form sent to the program.
  var programForm: JSON { get }
}

extension NoPuzzle: ProgramPuzzle {
  public var key: String { "" }
  public var solution: [JSON] { [] }
  public var programForm: JSON { .null }
}

extension Chance: ProgramPuzzle {
  public var key: String { "" }
  public var solution: [JSON] { [] }
  public var programForm: JSON { (try? JSON(encoding: self)) ?? .null }
}

/// Stored with a digest, so that a program only ever receives puzzles that it has dealt.
extension DealtPuzzle: ProgramPuzzle, Codable {
  private enum CodingKeys: CodingKey { case puzzle, key, solution, digest }

  public var programForm: JSON { puzzle }

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
        forKey: .digest, in: container, debugDescription: "the digest of the puzzle does not match")
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
