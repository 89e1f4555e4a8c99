/// Puzzles that are not to be dealt: those that a player has had, those that are kept for dailies.
///
/// A puzzle belongs to the set when any part of its key does. To ask costs a look or two at a table, and ``union(_:)``
/// copies nothing, however many puzzles there are.
public struct PuzzleSet: ExpressibleByArrayLiteral, Sendable {
  /// Parts of keys; whatever is in any of the layers belongs to the set. Only the first one is added to.
  private var layers: [Set<PuzzleKey>] = []

  /// The set of some puzzles.
  public init(_ keys: some Sequence<PuzzleKey>) { for key in keys { insert(key) } }

  public init(arrayLiteral keys: PuzzleKey...) { self.init(keys) }

  /// Whether nothing is left out.
  public var isEmpty: Bool { layers.allSatisfy(\.isEmpty) }

  /// How many parts of puzzles there are.
  public var count: Int { layers.reduce(0) { $0 + $1.count } }

  /// The parts' texts, in the order of their bytes.
  public var texts: [String] {
    layers.flatMap { $0.map(\.text) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Adds all parts of a puzzle.
  public mutating func insert(_ key: PuzzleKey) {
    if layers.isEmpty { layers.append([]) }
    if key.isSimple { layers[0].insert(key) } else { layers[0].formUnion(key.parts) }
  }

  /// Whether a puzzle, or a part of one, is not to be dealt.
  public func contains(_ key: PuzzleKey) -> Bool {
    key.isSimple ? holds(key) : key.parts.contains(where: holds)
  }

  /// Both sets as one, without a copy of either.
  public func union(_ other: PuzzleSet) -> PuzzleSet {
    var both = self
    both.layers += other.layers
    return both
  }

  private func holds(_ part: PuzzleKey) -> Bool { layers.contains { $0.contains(part) } }
}

extension PuzzleKey {
  fileprivate var isSimple: Bool { !text.utf8.contains(UInt8(ascii: " ")) }

  /// What spaces separate.
  fileprivate var parts: [PuzzleKey] { text.split(separator: " ").map { PuzzleKey(String($0)) } }
}
