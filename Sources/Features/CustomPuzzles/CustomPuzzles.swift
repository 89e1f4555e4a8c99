import GameKit
public import Kernel
import ParlorCore
import WireProtocol

/// Custom puzzles: a player chooses the word, others open it by its code, and nothing counts.
public struct CustomPuzzles: Feature {
  public init() {}

  public static var documents: [DocumentForm] {
    [DocumentForm(PuzzleDocument.self, index: PuzzleTables.self), DocumentForm(ShelfDocument.self)]
  }

  public func register(in kernel: Kernel) {
    let tables = PuzzleShelves()
    kernel.add(tables.puzzles)
    kernel.add(tables.shelves)
    kernel.handleInSession { (request: Request.MakePuzzle, context) throws(WireError) in
      try tables.make(request, context)
    }
    kernel.handleInSession { (request: Request.OpenPuzzle, context) throws(WireError) in
      try tables.open(request.code, context)
    }
    kernel.handleInSession { (request: Request.PuzzleResults, context) throws(WireError) in
      try tables.showResults(request.code, context)
    }
    kernel.handleInSession { (_: Request.Puzzles, context) throws(WireError) in try tables.list(context) }
    kernel.handleInSession { (request: Request.RemovePuzzle, context) throws(WireError) in
      try tables.remove(request, context)
    }
    kernel.react { (entered: RoomEntered) in tables.follow(entered.room, entered.context) }
    kernel.react { (moved: AuthoredMove) in tables.follow(moved.room, moved.context, isMove: true) }
    kernel.react { (closed: RoomClosed) in tables.release(closed) }
    kernel.react { (gone: PlayerGone) in tables.closeRooms(of: gone) }
  }
}
