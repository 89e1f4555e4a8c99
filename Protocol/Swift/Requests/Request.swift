/// All requests, one type each, generated from `Protocol/Table`. This folder adds what the table cannot express:
/// validation across members, and typed forms.
public enum Request {
  /// The last event of a room that a client has seen.
  public struct Since: Hashable, Sendable {
    /// The epoch of `hello`.
    public var epoch: String
    /// The event's number.
    public var seq: Int
    /// Creates a position in a room's events.
    public init(epoch: String, seq: Int) {
      self.epoch = epoch
      self.seq = seq
    }
  }
}

/// A request. It may hold views of the document it was read from, and must then be handled before the document parses
/// again.
public protocol WireRequest: SendableMetatype {
  /// The row of its type.
  static var row: RequestRow { get }
  /// Reads the members.
  init(reading fields: RequestFields) throws(WireError)
  /// Appends the members.
  func writeFields(to json: inout JSONWriter)
}

/// A request that is answered by messages of one type.
public protocol AnsweredRequest: WireRequest {
  /// The type of its answer.
  associatedtype Answer: ReadableMessage
}

/// A request about a room, which may be omitted in a session that is in only one.
public protocol RoomRequest: WireRequest {
  /// The room's name.
  var room: String? { get set }
}

/// A request that shows the operator's token, or another one in its place.
public protocol OperatorTokenRequest: WireRequest {
  /// The token; `nil` without one.
  var token: String? { get }
}

extension WireRequest {
  /// The request as a call, when the server makes it.
  public var call: RequestCall { RequestCall(request: self) }
}

/// A request with its row.
public struct RequestCall {
  /// The request.
  public var request: any WireRequest
  /// The row of its type.
  public var row: RequestRow { type(of: request).row }

  /// Creates a call.
  public init(request: any WireRequest) { self.request = request }
}
