import Kernel
import WireProtocol

/// The core's handler of one request.
struct RequestHandler {
  /// The request on the wire.
  let row: RequestRow
  /// Executes such a request; exactly one message answers it.
  let body: (any WireRequest, SessionContext) throws(WireError) -> Void
}

/// A part of the core with requests.
protocol RequestPart {
  /// The requests, with their methods.
  static var requests: [PartRequest<Self>] { get }
}

/// A request of a part of the core.
struct PartRequest<Part> {
  /// The request on the wire.
  let row: RequestRow
  /// Makes the handler for a part.
  let handler: (Part) -> RequestHandler

  /// A request with a method of the part as its handler.
  ///
  /// - Parameter isAct: see ``Act``.
  init<Read: WireRequest>(
    _ method: @escaping (Part) -> (Read, SessionContext) throws(WireError) -> Void, isAct: Bool = false
  ) {
    row = Read.row
    handler = { part in
      let handle = method(part)
      return RequestHandler(row: Read.row) { request, context throws(WireError) in
        guard let request = request as? Read else { throw Parlor.unknownType }
        if isAct { try context.hub.moderation?.checkSound() }
        try handle(request, context)
      }
    }
  }
}

extension RequestPart {
  /// The requests of a part of the core.
  static var rows: [RequestRow] { requests.map(\.row) }
  /// The handlers of the part's requests.
  var handlers: [RequestHandler] { Self.requests.map { $0.handler(self) } }
}

/// The owner of a request.
enum RequestOwner {
  /// A typed line in a JSON message, which stands for another request.
  case typedLine
  case core(RequestHandler)
  case feature

  /// The owners of all requests that have a handler.
  static func all(_ handlers: [RequestHandler], _ kernel: Kernel) -> RequestMap<RequestOwner> {
    var owners = RequestMap<RequestOwner>()
    for row in RequestTable.rows where kernel.handles(row) { owners[row] = .feature }
    for handler in handlers { owners[handler.row] = .core(handler) }
    owners[Request.Command.row] = .typedLine
    return owners
  }
}
