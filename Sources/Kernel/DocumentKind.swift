public import WireProtocol

/// A kind of document: durable state that is a fold of its facts.
///
/// ``apply(_:to:)`` is the only change of the state: live, at a start, in a cluster's follower and when storage packs.
/// It sees the fact and the state, and no clock, chance or other document.
///
/// A document is loaded on demand; those of a ``ResidentKind`` are loaded at a start and stay in memory.
public protocol DocumentKind: SendableMetatype {
  /// A change of a document.
  associatedtype Fact: Sendable
  /// The fold of the facts.
  associatedtype State: Sendable

  /// The kind's number in every line of the log: unique and constant.
  static var number: UInt8 { get }
  /// For messages and logs.
  static var name: String { get }
  /// Whether the key is a player's number, and the document is deleted with the player.
  static var belongsToPlayer: Bool { get }

  /// The state of a document without facts.
  static func initialState(_ key: Int64) -> State
  /// Applies a fact. Total: a fact without an effect is not an error.
  static func apply(_ fact: Fact, to state: inout State)
  /// Removes a deleted player's name from a state. The deletion is one fact of the log, which every document that names
  /// the player follows.
  static func forget(_ player: Int64, in state: inout State)
  /// Writes the members of a fact's line.
  static func write(_ fact: Fact, to line: inout JSONWriter)
  /// Parses a line that ``write(_:to:)`` has written; `nil` for any other line.
  static func read(_ line: JSONView) -> Fact?
  /// The name of the fact that has its document packed at once, so that what it undoes is removed from the files; `nil`
  /// for a kind without one.
  static var packingFact: String? { get }
  /// The shortest list of facts that fold to a state: its snapshot.
  static func pack(_ state: State) -> [Fact]
  /// Whether consecutive facts can be packed by themselves and folded onto the facts before them. Such documents are
  /// many and short-lived: those of a transaction are stored packed.
  static var packsParts: Bool { get }
  /// Whether a fact is the first of its document, wherever it occurs: nothing is stored of the document before.
  static func begins(_ fact: Fact) -> Bool
}

extension DocumentKind {
  public static var belongsToPlayer: Bool { false }
  public static var packingFact: String? { nil }
  public static func forget(_ player: Int64, in state: inout State) {}
  public static var packsParts: Bool { false }
  public static func begins(_ fact: Fact) -> Bool { false }

  /// A fact as a line of a document.
  package static func line(_ fact: Fact, of key: Int64) -> DocumentLine {
    DocumentLine(DocumentID(kind: number, key: key), bytes: nil, fact: KindFact<Self>(fact))
  }

  /// The shortest lines for these lines of a transaction; `nil` if one of them is unreadable.
  fileprivate static func packPart(_ lines: [DocumentLine]) -> [[UInt8]]? {
    guard let key = lines.first?.document.key else { return [] }
    let (state, isWhole) = fold(lines.lazy.map { fact(of: $0) }, of: key)
    return isWhole ? pack(state).map { line($0, of: key).bytes } : nil
  }

  /// The fact of a line of this kind: the value it was made of in this process, or the parsed line.
  package static func fact(of line: DocumentLine) -> Fact? {
    madeFact(of: line) ?? fact(of: line.bytes, with: JSONDocument())
  }

  /// The fact that a line of this kind was made of or read as; `nil` for a line that is yet to be read.
  package static func madeFact(of line: DocumentLine) -> Fact? { (line.fact as? KindFact<Self>)?.fact }

  /// A line that was stored, with what can be read of it.
  package static func read(_ line: DocumentLine, from root: JSONView) -> DocumentLine? {
    read(root).map { DocumentLine(line.document, bytes: line.bytes, fact: KindFact<Self>($0)) }
  }

  /// Folds lines, except unreadable ones, and returns whether all were readable.
  package static func fold(_ lines: [[UInt8]], of key: Int64) -> (state: State, isWhole: Bool) {
    let document = JSONDocument()
    return fold(lines.lazy.map { fact(of: $0, with: document) }, of: key)
  }

  private static func fold(_ facts: some Sequence<Fact?>, of key: Int64) -> (state: State, isWhole: Bool) {
    var (state, isWhole) = (initialState(key), true)
    for fact in facts { if let fact { apply(fact, to: &state) } else { isWhole = false } }
    return (state, isWhole)
  }

  /// The fact of a line; `nil` if it is unreadable.
  package static func fact(of line: [UInt8], with document: JSONDocument) -> Fact? {
    guard (try? document.parse(line, maximumDepth: JSONDocument.greatestMaximumDepth)) != nil else { return nil }
    return read(document.root)
  }
}

/// A kind whose documents are all in memory from the start on.
public protocol ResidentKind: DocumentKind {}

/// A kind of document as storage sees it: how to shorten the lines of a document. A class, since it is looked up for
/// each line.
public final class DocumentForm: Sendable {
  /// The kind's number.
  public let number: UInt8
  /// The kind's name.
  public let name: String
  /// Whether its documents are loaded at a start.
  public let isResident: Bool
  /// Whether a document's key is a player's number, and its lines are deleted with the player.
  public let belongsToPlayer: Bool
  /// Folds lines, except unreadable ones, and returns whether all were readable. The kernel adopts the state: a long
  /// document is folded on storage's queue and not on the loop.
  public let fold: @Sendable (_ lines: [[UInt8]], _ key: Int64) -> (state: any Sendable, isWhole: Bool)
  /// Whether a line is readable.
  public let reads: @Sendable (_ line: [UInt8]) -> Bool
  /// The fact that has its document packed at once.
  public let packingFact: FactMark?
  /// The shortest lines that fold to the same state as these; `nil` if one of them is unreadable.
  ///
  /// - `forgotten`: a deleted player, whom they do not name.
  public let pack: @Sendable (_ lines: [[UInt8]], _ key: Int64, _ forgotten: Int64?) -> [[UInt8]]?
  /// The shortest lines that fold to the same state as these lines of a transaction, for kinds that pack parts
  /// (``DocumentKind/packsParts``); returns `nil` if one of them is unreadable.
  public let packPart: (@Sendable (_ lines: [DocumentLine]) -> [[UInt8]]?)?
  /// Whether a line is the first of its document, so that storage need not look for others.
  package let begins: @Sendable (_ line: DocumentLine) -> Bool
  /// Set for documents that are windows on recent events.
  public let window: Window?
  /// The tables that follow the documents, if any.
  package let index: (any IndexTables.Type)?

  /// How a window moves. Its lines are never folded by storage: it keeps the last ones, and all since a snapshot.
  public struct Window: Sendable {
    /// How many lines are kept, and how many bytes of them: the smaller part.
    public let (mostLines, mostBytes): (Int, Int)
    /// Whether a line is a snapshot of all before it.
    public let isSnapshot: @Sendable (_ line: [UInt8]) -> Bool
    /// Whether it replaces all lines before it, which are deleted at once.
    public let startsOver: @Sendable (_ line: [UInt8]) -> Bool

    public init(
      mostLines: Int, mostBytes: Int, isSnapshot: @escaping @Sendable (_ line: [UInt8]) -> Bool,
      startsOver: @escaping @Sendable (_ line: [UInt8]) -> Bool
    ) {
      (self.mostLines, self.mostBytes) = (mostLines, mostBytes)
      (self.isSnapshot, self.startsOver) = (isSnapshot, startsOver)
    }

    /// The number of lines to keep, counted from the last, and at least 1: the window and all lines since the last
    /// snapshot. `nil` if earlier lines than these are needed too, since no snapshot is among them.
    package func needed(of lines: [DocumentLine]) -> Int? {
      var (left, bytesLeft) = (mostLines, mostBytes)
      var (window, snapshot): (Int?, Int?)
      for (place, line) in lines.reversed().enumerated() where window == nil || snapshot == nil {
        guard !isSnapshot(line.bytes) else {
          snapshot = snapshot ?? place + 1
          continue
        }
        left -= 1
        bytesLeft -= line.bytes.count
        if window == nil, left < 0 || bytesLeft < 0 { window = max(1, place) }
      }
      guard let snapshot else { return nil }
      return window.map { max($0, snapshot) } ?? lines.count
    }
  }

  /// The form of a kind.
  public convenience init<Kind: DocumentKind>(_ kind: Kind.Type) { self.init(kind, index: nil) }

  /// The form of a kind that has index tables.
  package init<Kind: DocumentKind>(_ kind: Kind.Type, index: (any IndexTables.Type)?) {
    self.index = index
    number = kind.number
    name = kind.name
    isResident = kind is any ResidentKind.Type
    belongsToPlayer = kind.belongsToPlayer
    window = nil
    fold = { lines, key in
      let (state, isWhole) = kind.fold(lines, of: key)
      return (state, isWhole)
    }
    packingFact = kind.packingFact.map(FactMark.init)
    reads = { line in kind.fact(of: line, with: JSONDocument()) != nil }
    pack = { lines, key, forgotten in
      var (state, isWhole) = kind.fold(lines, of: key)
      guard isWhole else { return nil }
      if let forgotten { kind.forget(forgotten, in: &state) }
      return kind.pack(state).map { kind.line($0, of: key).bytes }
    }
    let packsParts: @Sendable ([DocumentLine]) -> [[UInt8]]? = { lines in kind.packPart(lines) }
    packPart = kind.packsParts ? packsParts : nil
    begins = { line in kind.madeFact(of: line).map(kind.begins) ?? false }
  }

  /// The form of tables that follow documents of other kinds only.
  package init(number: UInt8, name: String, tables: any IndexTables.Type) {
    (self.number, self.name, window, index) = (number, name, nil, tables)
    (isResident, belongsToPlayer) = (false, false)
    fold = { lines, _ in ((), lines.isEmpty) }
    packingFact = nil
    reads = { _ in false }
    pack = { _, _, _ in nil }
    packPart = nil
    begins = { _ in false }
  }

  /// The form of a kind whose documents are windows. All of them are loaded at a start, as lines.
  public init(number: UInt8, name: String, window: Window) {
    (self.number, self.name, self.window, index) = (number, name, window, nil)
    (isResident, belongsToPlayer) = (true, false)
    fold = { lines, _ in (lines, true) }
    packingFact = nil
    reads = { _ in true }
    pack = { lines, _, _ in lines }
    packPart = nil
    begins = { _ in false }
  }
}
