import GameKit
public import Kernel
import ParlorCore
import WireProtocol

/// Arenas: for a stated time all participants play one game after the other, paired by standing.
public struct Arena: Feature {
  public init() {}

  public static var documents: [DocumentForm] { [DocumentForm(ArenaDocument.self)] }

  public func register(in kernel: Kernel) {
    let hall = ArenaHall()
    kernel.add(hall.arenas)
    kernel.contribute(ArenaHall.recordedGame)
    register(hall, in: kernel)
    kernel.react { (started: ServerStarted) in hall.resume(started.server) }
    kernel.react { (alarm: DocumentAlarm) in hall.advance(alarm) }
    kernel.react { (ended: RoundEnded) in hall.record(ended) }
    kernel.react { (closed: RoomClosed) in hall.void(closed) }
    kernel.react { (login: LoggedIn) in hall.callBack(login.context) }
    kernel.react { (gone: PlayerGone) in hall.forget(gone.player, gone.server) }
    kernel.react { (asked: PersonalRecords) in hall.addRecords(to: asked) }
  }

  private func register(_ hall: ArenaHall, in kernel: Kernel) {
    kernel.handleInSession { (request: Request.CreateArena, context) throws(WireError) in
      try hall.create(request, context)
    }
    kernel.handleInSession { (request: Request.JoinArena, context) throws(WireError) in
      try hall.join(request.code, context)
    }
    kernel.handleInSession { (_: Request.PauseArena, context) throws(WireError) in try hall.pause(context) }
    kernel.handleInSession { (request: Request.EndArena, context) throws(WireError) in
      try hall.end(request, context)
    }
    kernel.handle { (_: Request.Arenas, context) in hall.list(&context) }
    kernel.handle { (request: Request.Arena, context) throws(WireError) in try hall.show(request, &context) }
    kernel.handle { (request: Request.ArenaCSV, context) throws(WireError) in
      let document = try hall.arena(request.code.map(Int64.init), &context)
      return ArenaTable(code: Int(document.id.key), csv: hall.table(document, context.server))
    }
  }
}
