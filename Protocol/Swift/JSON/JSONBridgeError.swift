/// Why a Swift value and a JSON value do not match, and where.
public struct JSONBridgeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The keys and indices from the outermost value to the faulty one.
  public let path: [String]
  /// The fault, in words for people.
  public let message: String

  /// An error at `path`.
  public init(path: [String], message: String) {
    self.path = path
    self.message = message
  }

  /// The error as people read it: `settings.size: expected an integer, found a string`.
  public var description: String { path.isEmpty ? message : "\(path.joined(separator: ".")): \(message)" }

  /// Converts an error thrown by a `Codable` type.
  init(_ error: any Error) {
    switch error {
    case let error as JSONBridgeError:
      self = error
    case let error as DecodingError:
      self.init(error)
    case EncodingError.invalidValue(_, let context):
      self.init(path: context.codingPath.map(\.stringValue), message: context.debugDescription)
    default:
      self.init(path: [], message: String(describing: error))
    }
  }

  private init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init(path: (context.codingPath + [key]).map(\.stringValue), message: "is missing")
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      self.init(path: context.codingPath.map(\.stringValue), message: context.debugDescription)
    @unknown default:
      self.init(path: [], message: String(describing: error))
    }
  }
}

/// A key for a position in an array, or for a parent's value.
struct JSONPlace: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(index: Int) {
    stringValue = String(index)
    intValue = index
  }

  init?(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init?(intValue: Int) {
    self.init(index: intValue)
  }

  private init(name: String) {
    stringValue = name
    intValue = nil
  }

  /// The key of `superEncoder()` and `superDecoder()` without an argument.
  static let parent = JSONPlace(name: "super")
}

/// The path from the outermost value to an inner one, shared between containers and written out only for an error.
indirect enum JSONPath {
  case root
  case member(JSONPath, any CodingKey)

  var keys: [any CodingKey] {
    switch self {
    case .root: []
    case .member(let parent, let key): parent.keys + [key]
    }
  }

  func appending(_ key: any CodingKey) -> JSONPath { .member(self, key) }
}
