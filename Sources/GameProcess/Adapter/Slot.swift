public import GameKit
internal import Synchronization

/// A type that identifies one program. GameKit's static requirements (`info`, `parse`) differ per program, so each
/// program needs a type of its own, made at run time: `FirstSlot`, `NextSlot<FirstSlot>`,
/// `NextSlot<NextSlot<FirstSlot>>`.
public protocol ProgramSlot: Sendable {
  /// The program's index, from 0.
  static var index: Int { get }
  /// The slot of the next program. A protocol requirement, so that the compiler does not specialize generic code for
  /// nested types without end.
  static var next: any ProgramSlot.Type { get }
}

/// The first program's slot.
public enum FirstSlot: ProgramSlot {
  public static var index: Int { 0 }
  public static var next: any ProgramSlot.Type { NextSlot<FirstSlot>.self }
}

/// The slot after another one.
public enum NextSlot<Before: ProgramSlot>: ProgramSlot {
  public static var index: Int { Before.index + 1 }
  public static var next: any ProgramSlot.Type { NextSlot<Self>.self }
}

/// Receives a game and its source as types.
public protocol GameVisitor {
  /// The result.
  associatedtype Value
  /// Called with the types.
  mutating func visit<S: PuzzleSource>(_ source: S, twins: [(S.G.Puzzle, S.G.Puzzle)]) -> Value
}

/// A program in its slot. Slots are never freed.
private struct RegisteredProgram: Sendable {
  let program: GameProgram
  /// Whether each read of a view asks the program again, which finds games that draw boards at random.
  let bypassesViewCache: Bool
}

private let registeredPrograms = Mutex<[RegisteredProgram]>([])

extension ProgramSlot {
  /// The slot's program. The slot's type exists only after it was registered.
  static var program: GameProgram { registeredPrograms.withLock { $0[index].program } }

  static var bypassesViewCache: Bool { registeredPrograms.withLock { $0[index].bypassesViewCache } }
}

extension GameProgram {
  /// Visits the game and its source as types, whose calls block: for checks.
  ///
  /// - Parameter bypassesViewCache: whether each read of a view asks the program again.
  public func visit<V: GameVisitor>(_ visitor: inout V, bypassesViewCache: Bool = false) -> V.Value {
    let index = registeredPrograms.withLock { programs in
      programs.append(RegisteredProgram(program: self, bypassesViewCache: bypassesViewCache))
      return programs.count - 1
    }
    var slot: any ProgramSlot.Type = FirstSlot.self
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
}
