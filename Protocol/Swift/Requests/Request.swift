/// Everything a client can ask for: a type each, made of `Protocol/Table`. What the table cannot say of them stands in
/// this folder: how members are checked together, and what a person types.
public enum Request {
  /// The last event that a client has seen of a room.
  public struct Since: Hashable, Sendable {
    /// The epoch of `hello`.
    public var epoch: String
    /// The event's number.
    public var seq: Int
    /// A place in a room's events.
    public init(epoch: String, seq: Int) {
      self.epoch = epoch
      self.seq = seq
    }
  }
}

/// A request. It may hold views of the document that it was read from, and is then to be handled before the document
/// parses again.
public protocol WireRequest: SendableMetatype {
  /// All that is known of its type.
  static var row: RequestRow { get }
  /// Reads the members.
  init(reading fields: RequestFields) throws(WireError)
  /// Appends the members.
  func writeFields(to json: inout JSONWriter)
}

/// A request that messages of one type answer.
public protocol AnsweredRequest: WireRequest {
  /// The message that answers it.
  associatedtype Answer: ReadableMessage
}

/// A request about a room, which a session that is in one room alone need not name.
public protocol RoomRequest: WireRequest {
  /// The room's name.
  var room: String? { get set }
}

extension WireRequest {
  /// The request with its row, as made by the server itself.
  public var call: RequestCall { RequestCall(request: self) }
}

/// A request, and the row that tells what it needs.
public struct RequestCall {
  /// The request.
  public var request: any WireRequest
  /// What is known of its type.
  public var row: RequestRow { type(of: request).row }

  /// A request as it is carried out.
  public init(request: any WireRequest) { self.request = request }
}
