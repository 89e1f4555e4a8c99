import Kernel
import WireProtocol

/// How the core carries out the requests of one type.
struct RequestHandler {
  /// The request on the wire.
  let row: RequestRow
  /// Carries out a request of that type; exactly one message answers it.
  let body: (Parlor, any WireRequest, Session, RequestID?) throws(WireError) -> Void

  /// A handler of the type that a method takes.
  init<Read: WireRequest>(_ method: @escaping (Parlor) -> (Read, Session, RequestID?) throws(WireError) -> Void) {
    row = Read.row
    body = { parlor, request, session, re throws(WireError) in
      guard let request = request as? Read else { throw Parlor.unknownType }
      try method(parlor)(request, session, re)
    }
  }
}

/// Who carries out a request.
enum RequestOwner {
  /// It is the line of a person in a JSON message, and stands for another request.
  case typedLine
  case core(RequestHandler)
  case feature

  /// The owners of all requests that have a handler.
  static func all(_ kernel: Kernel) -> RequestMap<RequestOwner> {
    let handlers = RequestHandler.all()
    var owners = RequestMap<RequestOwner>()
    for row in RequestTable.rows {
      owners[row] = handlers[row].map(RequestOwner.core) ?? (kernel.handles(row) ? .feature : nil)
    }
    owners[Request.Command.row] = .typedLine
    return owners
  }
}

extension RequestHandler {
  /// The core's handlers by their requests; each request has one owner.
  static func all() -> RequestMap<RequestHandler> {
    let all =
      Parlor.roomHandlers + Parlor.ownerHandlers + Parlor.houseHandlers
      + Parlor.accountHandlers + Parlor.lookingBackHandlers
      + Parlor.referenceHandlers + Parlor.operatorHandlers
    var handlers = RequestMap<RequestHandler>()
    for handler in all {
      precondition(handlers[handler.row] == nil, "two handlers carry out \(handler.row.type)")
      handlers[handler.row] = handler
    }
    return handlers
  }
}

extension RequestHandler {
  /// A handler of a request that is an act: see ``Act``.
  init<Read: WireRequest>(
    acting method: @escaping (Parlor) -> (Read, Session, RequestID?) throws(WireError) -> Void
  ) {
    row = Read.row
    body = { parlor, request, session, re throws(WireError) in
      guard let request = request as? Read else { throw Parlor.unknownType }
      try parlor.hub.moderation?.checkSound()
      try method(parlor)(request, session, re)
    }
  }
}
