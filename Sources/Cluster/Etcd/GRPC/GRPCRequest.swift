internal import HTTP2Wire

/// A gRPC call: its method and one message.
struct GRPCRequest: Sendable {
  /// `/package.Service/Method`.
  let path: StaticString
  /// The message with its header of five bytes: not compressed, and the length.
  let body: [UInt8]
  /// Whether the request ends with it; the stream of a watch stays open.
  let isWhole: Bool
  /// Whether a member without a leader must refuse it at once.
  let needsLeader: Bool

  init(
    _ path: StaticString, isWhole: Bool = true, needsLeader: Bool = true, _ write: (inout ProtobufWriter) -> Void
  ) {
    self.path = path
    self.needsLeader = needsLeader
    self.isWhole = isWhole
    var writer = ProtobufWriter()
    write(&writer)
    var body: [UInt8] = [0]
    body.reserveCapacity(writer.bytes.count + 5)
    body.append(bigEndian: UInt32(clamping: writer.bytes.count), bytes: 4)
    self.body = body + writer.bytes
  }

  func fields(to endpoint: EtcdEndpoint, token: String?) -> [HPACKField] {
    var fields = [
      HPACKField(":method", "POST"), HPACKField(":scheme", "http"), HPACKField(":path", path.description),
      HPACKField(":authority", endpoint.authority), HPACKField("content-type", "application/grpc"),
      HPACKField("te", "trailers"),
    ]
    // A member without a leader then fails at once, also a watch, instead of letting the client wait.
    if needsLeader { fields.append(HPACKField("hasleader", "true")) }
    if let token { fields.append(HPACKField("token", token)) }
    return fields
  }
}
