import GameKit
public import Kernel
import ParlorCore
import WireProtocol

/// Pairs players: seeks by near ratings, challenges, and rematches.
public struct Pairing: Feature {
  public init() {}

  public static var documents: [DocumentForm] { [DocumentForm(PairingDocument.self)] }

  public func register(in kernel: Kernel) {
    let (desk, rematches) = (PairingDesk(), Rematches())
    kernel.add(desk.settings)
    kernel.handleInSession { (request: Request.Seek, context) throws(WireError) in try desk.seek(request, context) }
    kernel.handleInSession { (_: Request.CancelSeek, context) throws(WireError) in try desk.cancelSeek(context) }
    kernel.handleInSession { (_: Request.Seeks, context) throws(WireError) in desk.list(context) }
    kernel.handleInSession { (request: Request.Challenge, context) throws(WireError) in
      try desk.challenge(request, context)
    }
    kernel.handleInSession { (request: Request.Challenges, context) throws(WireError) in
      try desk.allowChallenges(request.areAllowed, context)
    }
    kernel.handleInSession { (request: Request.Accept, context) throws(WireError) in
      try desk.accept(request.player, context)
    }
    kernel.handleInSession { (request: Request.Decline, context) throws(WireError) in
      try desk.decline(request.player, context)
    }
    kernel.handleInSession { (request: Request.Rematch, context) throws(WireError) in
      try rematches.ask(request.room, context)
    }
    kernel.react { (blocked: PlayerBlocked) in desk.separate(blocked.context, from: blocked.other) }
    kernel.react { (closed: RoomClosed) in rematches.forget(closed.number) }
  }
}
