/// Excluded puzzles: those that a player has had, and those reserved for dailies.
///
/// A puzzle is in the set if any part of its key is. A lookup costs one or two hash lookups, and ``union(_:)`` copies
/// nothing, whatever the size.
public struct PuzzleSet: ExpressibleByArrayLiteral, Sendable {
  /// Parts of keys; the set is the union of the layers. Only the first one is changed.
  private var layers: [Set<PuzzleKey>] = []

  /// The set of some puzzles.
  public init(_ keys: some Sequence<PuzzleKey>) { for key in keys { insert(key) } }

  public init(arrayLiteral keys: PuzzleKey...) { self.init(keys) }

  /// Whether no puzzle is excluded.
  public var isEmpty: Bool { layers.allSatisfy(\.isEmpty) }

  /// The number of parts of puzzles.
  public var count: Int { layers.reduce(0) { $0 + $1.count } }

  /// The parts' texts, sorted by their bytes.
  public var texts: [String] {
    layers.flatMap { $0.map(\.text) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Adds all parts of a puzzle.
  public mutating func insert(_ key: PuzzleKey) {
    if layers.isEmpty { layers.append([]) }
    if key.isSimple { layers[0].insert(key) } else { layers[0].formUnion(key.parts) }
  }

  /// Whether a puzzle, or a part of it, is excluded.
  public func contains(_ key: PuzzleKey) -> Bool {
    key.isSimple ? containsPart(key) : key.parts.contains(where: containsPart)
  }

  /// The union of both sets, without a copy of either.
  public func union(_ other: PuzzleSet) -> PuzzleSet {
    var both = self
    both.layers += other.layers
    return both
  }

  private func containsPart(_ part: PuzzleKey) -> Bool { layers.contains { $0.contains(part) } }
}

extension PuzzleKey {
  fileprivate var isSimple: Bool { !text.utf8.contains(UInt8(ascii: " ")) }

  /// The parts, which are separated by spaces.
  fileprivate var parts: [PuzzleKey] { text.split(separator: " ").map { PuzzleKey(String($0)) } }
}
