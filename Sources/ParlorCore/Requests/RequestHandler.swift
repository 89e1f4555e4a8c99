import Kernel
import WireProtocol

/// How the core carries out the requests of one type.
struct RequestHandler {
  /// The type on the wire.
  let type: String
  /// Carries out a request of that type; exactly one message answers it.
  let body: (Parlor, any WireRequest, Session, RequestID?) throws(WireError) -> Void

  /// A handler of the type that a method takes.
  init<Read: WireRequest>(_ method: @escaping (Parlor) -> (Read, Session, RequestID?) throws(WireError) -> Void) {
    type = Read.row.type
    body = { parlor, request, session, re throws(WireError) in
      guard let request = request as? Read else { throw Parlor.unknownType }
      try method(parlor)(request, session, re)
    }
  }
}

extension RequestHandler {
  /// The core's handlers by the types of their requests; each type has one owner.
  static func all() -> [String: RequestHandler] {
    let handlers =
      Parlor.roomHandlers + Parlor.ownerHandlers + Parlor.houseHandlers
      + Parlor.accountHandlers + Parlor.lookingBackHandlers + Parlor.channelHandlers
      + Parlor.referenceHandlers + Parlor.orderHandlers
    return Dictionary(handlers.map { ($0.type, $0) }) { first, _ in
      preconditionFailure("two handlers carry out \(first.type)")
    }
  }
}

extension RequestHandler {
  /// A handler of a request by which somebody keeps order, which changes what measures there are.
  init<Read: WireRequest>(
    acting method: @escaping (Parlor) -> (Read, Session, RequestID?) throws(WireError) -> Void
  ) {
    type = Read.row.type
    body = { parlor, request, session, re throws(WireError) in
      guard let request = request as? Read else { throw Parlor.unknownType }
      try parlor.hub.order.checkSound()
      try method(parlor)(request, session, re)
    }
  }
}
