public import GameKit
internal import Synchronization

/// Stands for one program in the types of its game: what GameKit asks of a type (`info`, `parse`) is different for each
/// program, and types are made while the server runs: `First`, `Next<First>`, `Next<Next<First>>`.
public protocol ProgramSlot: Sendable {
  /// Which program, from 0.
  static var index: Int { get }
  /// The next one's slot. A requirement, so that no compiler sees how types are made of types and specializes what
  /// uses them for each.
  static var next: any ProgramSlot.Type { get }
}

/// The first program's.
public enum First: ProgramSlot {
  public static var index: Int { 0 }
  public static var next: any ProgramSlot.Type { Next<First>.self }
}

/// That of the program after another.
public enum Next<Before: ProgramSlot>: ProgramSlot {
  public static var index: Int { Before.index + 1 }
  public static var next: any ProgramSlot.Type { Next<Self>.self }
}

/// Does something with a game and its source, whose types are only known then.
public protocol GameVisitor {
  /// What comes of it.
  associatedtype Value
  /// Is called with the types.
  mutating func visit<S: PuzzleSource>(_ source: S, twins: [(S.G.Puzzle, S.G.Puzzle)]) -> Value
}

/// A program that has been given a slot, for the rest of the process.
private struct Seated: Sendable {
  let program: GameProgram
  /// Whether views are asked for each time, so that a game which draws by chance is found out.
  let isChecked: Bool
}

private let seated = Mutex<[Seated]>([])

extension ProgramSlot {
  /// The program. The slot's type is only made once there is one.
  static var program: GameProgram { seated.withLock { $0[index].program } }

  /// Whether views are not kept.
  static var isChecked: Bool { seated.withLock { $0[index].isChecked } }
}

extension GameProgram {
  /// The game with its source, as types: for GameKit's module and for the kit of checks.
  ///
  /// - Parameter isChecked: whether views are asked for anew each time.
  public func visit<V: GameVisitor>(_ visitor: inout V, isChecked: Bool = false) -> V.Value {
    let index = seated.withLock { programs in
      programs.append(Seated(program: self, isChecked: isChecked))
      return programs.count - 1
    }
    var slot: any ProgramSlot.Type = First.self
    for _ in 0..<index { slot = slot.next }
    return visit(&visitor, slot)
  }

  private func visit<V: GameVisitor, Slot: ProgramSlot>(_ visitor: inout V, _ slot: Slot.Type) -> V.Value {
    switch description.puzzles {
    case .none: return visitor.visit(NoPuzzleSource<ProgramGame<Slot, NoPuzzle>>(), twins: [])
    case .chance: return visitor.visit(ChanceSource<ProgramGame<Slot, Chance>>(), twins: [])
    case .numbered, .seeded:
      let source = ProgramSource<Slot>()
      return visitor.visit(source, twins: source.twins)
    }
  }

  /// The game as GameKit knows games. Its calls block for an answer: for tools, checks and bots, and not for the
  /// server's loop.
  public func module() -> GameModule {
    var maker = ModuleMaker()
    return visit(&maker)
  }
}

private struct ModuleMaker: GameVisitor {
  typealias Value = GameModule

  func visit<S: PuzzleSource>(_ source: S, twins: [(S.G.Puzzle, S.G.Puzzle)]) -> GameModule { GameModule(source) }
}
